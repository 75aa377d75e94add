//! Styles and themes: what is drawn, and in which colours.
//!
//! The colours of the marks are taken from those that people with any kind of colour vision tell apart; every mark has
//! a shape of its own besides.

use std::fmt;
use std::str::FromStr;

/// What stands in the holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// Pebbles up to a number that can be taken in at a glance, then a figure.
    #[default]
    Pebbles,
    /// Figures.
    Figures,
    /// Figures in line drawing, close together: for small type areas.
    Print,
}

/// The colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Holes in sandy ground.
    #[default]
    Earth,
    /// Black on white.
    Paper,
    /// Light on dark.
    Dark,
}

/// A name that no style or theme bears.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a {what}; there are {choices}")]
pub struct UnknownName {
    /// `style` or `theme`.
    pub what: &'static str,
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub choices: &'static str,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 3] = [Style::Pebbles, Style::Figures, Style::Print];
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::Earth, Theme::Paper, Theme::Dark];
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Style::Pebbles => "pebbles",
            Style::Figures => "figures",
            Style::Print => "print",
        })
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theme::Earth => "earth",
            Theme::Paper => "paper",
            Theme::Dark => "dark",
        })
    }
}

impl FromStr for Style {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Style, UnknownName> {
        let unknown = || UnknownName { what: "style", name: name.to_owned(), choices: "pebbles, figures and print" };
        Style::ALL.into_iter().find(|style| style.to_string() == name).ok_or_else(unknown)
    }
}

impl FromStr for Theme {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Theme, UnknownName> {
        let unknown = || UnknownName { what: "theme", name: name.to_owned(), choices: "earth, paper and dark" };
        Theme::ALL.into_iter().find(|theme| theme.to_string() == name).ok_or_else(unknown)
    }
}

/// The colours of a theme, as SVG writes them.
#[derive(Debug)]
pub(super) struct Colours {
    /// The page.
    pub(super) page: &'static str,
    /// The ground that the holes are in, and its edge.
    pub(super) ground: &'static str,
    pub(super) edge: &'static str,
    /// The line between the players.
    pub(super) middle: &'static str,
    /// A hole from its bottom to its rim, its outline, and the lit lip of the ground around it.
    pub(super) hole: [&'static str; 3],
    pub(super) rim: &'static str,
    pub(super) lip: Option<&'static str>,
    /// Pebbles, and their outline.
    pub(super) stones: [&'static str; 3],
    pub(super) outline: &'static str,
    /// A figure in a hole, and one on a heap of stones.
    pub(super) figure: &'static str,
    pub(super) heap_figure: &'static str,
    /// Names, and other words.
    pub(super) label: &'static str,
    pub(super) text: &'static str,
    /// The marks.
    pub(super) lift: &'static str,
    pub(super) landing: &'static str,
    pub(super) captured: &'static str,
    pub(super) bonus: &'static str,
    /// What a mark's badge is filled with.
    pub(super) badge: &'static str,
}

impl Theme {
    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Theme::Earth => &EARTH,
            Theme::Paper => &PAPER,
            Theme::Dark => &DARK,
        }
    }
}

const EARTH: Colours = Colours {
    page: "#fbf6ec",
    ground: "#d8b98c",
    edge: "#b08f60",
    middle: "#bd9c6c",
    hole: ["#8a6441", "#75512f", "#573a20"],
    rim: "#4d331c",
    lip: Some("#ecd7b2"),
    stones: ["#f5eddd", "#e8dbc2", "#d9cdb9"],
    outline: "#3f2b18",
    figure: "#fff7e6",
    heap_figure: "#33220f",
    label: "#6d5638",
    text: "#3a2b1a",
    lift: "#2a1d10",
    landing: "#004f86",
    captured: "#a5290d",
    bonus: "#5b2a86",
    badge: "#fffaf0",
};

const PAPER: Colours = Colours {
    page: "#ffffff",
    ground: "#ffffff",
    edge: "#000000",
    middle: "#000000",
    hole: ["#ffffff", "#ffffff", "#ffffff"],
    rim: "#000000",
    lip: None,
    stones: ["#1a1a1a", "#1a1a1a", "#1a1a1a"],
    outline: "#1a1a1a",
    figure: "#000000",
    heap_figure: "#000000",
    label: "#444444",
    text: "#000000",
    lift: "#000000",
    landing: "#000000",
    captured: "#000000",
    bonus: "#000000",
    badge: "#ffffff",
};

const DARK: Colours = Colours {
    page: "#171412",
    ground: "#2e2822",
    edge: "#51473b",
    middle: "#453c32",
    hole: ["#1d1814", "#15110e", "#0c0a08"],
    rim: "#060504",
    lip: Some("#4a4034"),
    stones: ["#e3d8c5", "#cfc2ab", "#bcb09c"],
    outline: "#080605",
    figure: "#f3ead9",
    heap_figure: "#1c150d",
    label: "#a99b86",
    text: "#e6dccb",
    lift: "#f0e6d6",
    landing: "#62c0ff",
    captured: "#ff9b6a",
    bonus: "#d9a6ff",
    badge: "#171412",
};
