//! Diagrams: what is to be seen on a board, and the pens that draw it.
//!
//! A [`Picture`] is data and knows nothing of lines or colours; a pen is a module that turns pictures into text, SVG
//! and so on, and decides nothing about the game. Every pen gives the same bytes for the same picture.

pub mod animation;
pub mod chart;
pub mod html;
pub mod pdf;
mod picture;
#[cfg(feature = "png")]
pub mod png;
mod scene;
pub mod svg;
pub mod text;
pub mod tikz;
pub mod typst;
pub mod weave;

pub use picture::{Labels, Marks, Picture, Taken};
