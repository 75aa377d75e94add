//! The grammar of single items, in nom: plies, boards, time codes. Nothing outside this directory names nom.
//!
//! A parser here either reads one item from the beginning of the text that it is given, or fails with the deepest
//! place it came to and what it expected there. What to do about a failure, and everything that is more than one item, is
//! the affair of [`movetext`](crate::movetext).

mod board;
mod failure;
mod ply;

pub(crate) use board::{BoardFailure, board, sketch};
pub(crate) use failure::Failure;
pub(crate) use ply::{ply, time};

use nom::bytes::complete::take_while1;
use nom::error::context;
use nom::{IResult, Parser};

use crate::span::Span;

/// The outcome of a parser.
type Parsed<'a, T> = IResult<&'a str, T, Failure>;

/// The text that spans are counted from. Parsers only ever take from the front, so how much is left says where one is.
#[derive(Clone, Copy)]
struct Place {
    length: usize,
}

impl Place {
    fn of(whole: &str) -> Place {
        Place { length: whole.len() }
    }

    fn at(self, rest: &str) -> u32 {
        (self.length - rest.len()) as u32
    }

    fn between(self, from: &str, to: &str) -> Span {
        Span::new(self.at(from), self.at(to))
    }
}

/// Digits, as a number that stops at 65,535.
fn count(input: &str) -> Parsed<'_, u16> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    context("a number", digits.map(|digits: &str| saturating(digits).min(u32::from(u16::MAX)) as u16)).parse(input)
}

/// Digits as a number that stops at the largest there is.
pub(crate) fn saturating(digits: &str) -> u32 {
    digits.bytes().fold(0u32, |sum, digit| sum.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}
