//! The pen for charts: every group of games is one line across the sheet (how they ended, what moving first was worth,
//! how often heads were stopped at, how long they were), so that groups are compared by looking down.

use std::fmt::Write;

use super::theme::{Colours, Theme};
use super::{Options, escape, n, page};
use crate::diagram::chart::{Chart, Interval, Line};

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 28.0;
const ROW: f64 = 25.0;
/// Letters that the column of names has room for.
const LETTERS: usize = 27;

/// Where a column begins and ends.
#[derive(Clone, Copy)]
struct Column {
    from: f64,
    to: f64,
}

const GAMES: Column = Column { from: 222.0, to: 432.0 };
const FIRST: Column = Column { from: 500.0, to: 640.0 };
const STOPS: Column = Column { from: 700.0, to: 800.0 };
const PLIES: Column = Column { from: 858.0, to: 932.0 };

/// Room for the bars of the lengths.
const BARS: f64 = 130.0;

impl Column {
    fn at(self, share: f64) -> f64 {
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }
}

/// Draws a sheet of charts as a whole SVG document. Of the options, theme and width matter.
pub fn chart(chart: &Chart, options: &Options) -> String {
    let pen = Pen { colours: options.theme.colours(), fills: fills(options.theme) };
    let mut body = String::new();
    write_words(&mut body, (MARGIN, 42.0), "start", "title", &chart.title);
    let mut y = 64.0;
    if chart.sections.iter().any(|section| !section.lines.is_empty()) {
        pen.legend(&mut body, y);
        y = pen.sections(&mut body, y + 40.0, chart);
    }
    if !chart.lengths.is_empty() {
        y = pen.lengths(&mut body, y + 22.0, &chart.lengths);
    }
    let mut out = page((WIDTH, y + MARGIN), options, &chart.title, &chart.description);
    let Colours { text, label, .. } = pen.colours;
    let _ = writeln!(
        out,
        "<style>.title{{font-size:21px;font-weight:600}}.head{{font-size:14px;font-weight:600}}.name,.figure\
         {{font-size:13px}}.small{{font-size:12px}}.title,.head,.name{{fill:{text}}}.figure,.small{{fill:{label}}}</style>"
    );
    out += &body;
    out.push_str("</svg>\n");
    out
}

/// What the four endings are filled with, as different in lightness as in colour; then the bars of the lengths.
fn fills(theme: Theme) -> [&'static str; 5] {
    match theme {
        Theme::Earth => ["#00436f", "#c8742a", "#a89878", "#efe4cf", "#d8b98c"],
        Theme::Paper => ["#1a1a1a", "#7f7f7f", "#c4c4c4", "#ffffff", "#dddddd"],
        Theme::Dark => ["#62c0ff", "#d9803f", "#8d8170", "#2e2822", "#6b6052"],
    }
}

struct Pen {
    colours: &'static Colours,
    fills: [&'static str; 5],
}

impl Pen {
    fn bar(&self, out: &mut String, [x, y, width, height]: [f64; 4], fill: &str) {
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"0.75\"/>",
            n(x),
            n(y),
            n(width),
            n(height),
            self.colours.edge
        );
    }

    fn legend(&self, out: &mut String, y: f64) {
        let mut x = MARGIN;
        // With the width of the words.
        let endings = [("first mover won", 88.0), ("second mover won", 108.0), ("drawn", 36.0), ("open", 30.0)];
        for (fill, (words, width)) in self.fills.iter().zip(endings) {
            self.bar(out, [x, y, 12.0, 12.0], fill);
            write_words(out, (x + 18.0, y + 10.5), "start", "small", words);
            x += 18.0 + width + 20.0;
        }
        self.interval(
            out,
            Column { from: x + 10.0, to: x + 50.0 },
            y + 6.0,
            Interval { share: 0.5, low: 0.0, high: 1.0 },
        );
        write_words(out, (x + 62.0, y + 10.5), "start", "small", "a share and its 95 % confidence interval");
    }

    /// All lines under their headings, and where they end.
    fn sections(&self, out: &mut String, mut y: f64, chart: &Chart) -> f64 {
        let lines = || chart.sections.iter().flat_map(|section| &section.lines);
        let most = lines().map(Line::games).max().unwrap_or(1).max(1) as f64;
        let longest = lines().filter_map(|line| line.plies).map(|plies| plies[2]).fold(1.0, f64::max);
        let top = y;
        let heads = [
            (GAMES, "games"),
            (FIRST, "first mover’s points"),
            (STOPS, "heads stopped at"),
            (PLIES, "plies, and the mean"),
        ];
        for (column, words) in heads {
            write_words(out, (column.from, y), "start", "small", words);
        }
        y += 8.0;
        let mut rules = String::new();
        for section in chart.sections.iter().filter(|section| !section.lines.is_empty()) {
            y += 20.0;
            write_words(out, (MARGIN, y), "start", "head", &section.name);
            rule(&mut rules, [MARGIN, y + 7.0, WIDTH - MARGIN, y + 7.0], self.colours.edge, 0.75, "");
            y += 10.0;
            for line in &section.lines {
                self.group(out, y, line, most, longest);
                y += ROW;
            }
            if let Some(note) = &section.note {
                write_words(out, (MARGIN, y + 15.0), "start", "small", note);
                y += ROW;
            }
        }
        let scale = |out: &mut String, column: Column| {
            let solid = " stroke-opacity=\"0.5\"";
            for (share, dashes) in [(0.0, solid), (0.5, " stroke-dasharray=\"3 3\""), (1.0, solid)] {
                let x = column.at(share);
                rule(out, [x, top + 10.0, x, y], self.colours.edge, 0.75, dashes);
                write_words(out, (x, y + 14.0), "middle", "small", &n(100.0 * share));
            }
            write_words(out, (column.to + 14.0, y + 14.0), "start", "small", "%");
        };
        scale(&mut rules, FIRST);
        scale(&mut rules, STOPS);
        // Behind the marks.
        out.insert_str(0, &rules);
        y + 14.0
    }

    fn group(&self, out: &mut String, y: f64, line: &Line, most: f64, longest: f64) {
        let middle = y + ROW / 2.0;
        let base = middle + 4.5;
        let letters = line.name.chars().count();
        let shown: String = if letters > LETTERS {
            line.name.chars().take(LETTERS - 1).chain(['…']).collect()
        } else {
            line.name.clone()
        };
        let _ = writeln!(out, "<g><title>{}</title>", escape(&spoken(line)));
        write_words(out, (MARGIN, base), "start", "name", &shown);
        let mut x = GAMES.from;
        for (&games, fill) in line.results.iter().zip(self.fills) {
            let width = games as f64 / most * (GAMES.to - GAMES.from);
            if games > 0 {
                self.bar(out, [x, middle - 7.0, width, 14.0], fill);
            }
            x += width;
        }
        write_words(out, (x + 6.0, base), "start", "figure", &line.games().to_string());
        for (column, share) in [(FIRST, line.first), (STOPS, line.stops)] {
            if let Some(share) = share {
                self.interval(out, column, middle, share);
                write_words(out, (column.to + 38.0, base), "end", "figure", &n((100.0 * share.share).round()));
            }
        }
        if let Some([least, mean, most]) = line.plies {
            let x = |plies: f64| PLIES.at(plies / longest);
            rule(out, [x(least), middle, x(most), middle], self.colours.label, 1.5, "");
            for end in [least, most] {
                rule(out, [x(end), middle - 3.5, x(end), middle + 3.5], self.colours.label, 1.5, "");
            }
            let dot = "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{fill}\"/>";
            let dot = dot.replace("{x}", &n(x(mean))).replace("{y}", &n(middle)).replace("{fill}", self.colours.text);
            let _ = writeln!(out, "{dot}");
            write_words(out, (WIDTH - MARGIN, base), "end", "figure", &n(mean.round()));
        }
        out.push_str("</g>\n");
    }

    fn interval(&self, out: &mut String, column: Column, y: f64, share: Interval) {
        let fill = self.fills[0];
        let ends = [column.at(share.low), y, column.at(share.high), y];
        rule(out, ends, fill, 5.0, " stroke-opacity=\"0.35\" stroke-linecap=\"round\"");
        let x = column.at(share.share);
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1\"/>",
            n(x),
            n(y),
            self.colours.page
        );
    }

    /// How many games have so many plies, in steps of a round number, and where it ends.
    fn lengths(&self, out: &mut String, y: f64, lengths: &[(u32, u64)]) -> f64 {
        write_words(out, (MARGIN, y + 20.0), "start", "head", "Lengths of the games");
        let longest = lengths.iter().map(|&(plies, _)| plies).max().unwrap_or(0);
        let step = round_step(f64::from(longest + 1) / 48.0) as u32;
        // Few bars are not drawn as broad as walls.
        let mut bins = vec![0_u64; ((longest / step + 1) as usize).max(16)];
        for &(plies, games) in lengths {
            bins[(plies / step) as usize] += games;
        }
        let most = bins.iter().copied().max().unwrap_or(1).max(1);
        let tick = round_step(most as f64 / 4.0);
        let (left, right) = (MARGIN + 40.0, WIDTH - MARGIN);
        let (top, bottom) = (y + 52.0, y + 52.0 + BARS);
        let height = |games: f64| BARS * games / most as f64;
        for games in (0..).map(|at| f64::from(at) * tick).take_while(|&games| games <= most as f64) {
            let line = bottom - height(games);
            rule(out, [left, line, right, line], self.colours.edge, 0.75, " stroke-opacity=\"0.6\"");
            write_words(out, (left - 8.0, line + 4.0), "end", "small", &n(games));
        }
        let width = (right - left) / bins.len() as f64;
        for (at, &games) in bins.iter().enumerate().filter(|&(_, &games)| games > 0) {
            let (x, tall) = (left + at as f64 * width, height(games as f64));
            let from = at as u32 * step;
            let plies = if step == 1 { from.to_string() } else { format!("{from} to {}", from + step - 1) };
            let _ = writeln!(out, "<g><title>{plies} plies: {games}</title>");
            self.bar(out, [x + 0.75, bottom - tall, width - 1.5, tall], self.fills[4]);
            out.push_str("</g>\n");
        }
        let step_of_ticks = round_step(f64::from(bins.len() as u32 * step) / 12.0).max(f64::from(step));
        let end = f64::from(bins.len() as u32 * step);
        let x = |plies: f64| left + plies / end * (right - left);
        for plies in (0..).map(|at| f64::from(at) * step_of_ticks).take_while(|&plies| plies < end) {
            rule(out, [x(plies), bottom, x(plies), bottom + 5.0], self.colours.label, 1.0, "");
            write_words(out, (x(plies), bottom + 18.0), "middle", "small", &n(plies));
        }
        write_words(out, (right, bottom + 18.0), "end", "small", "plies");
        let median = f64::from(median(lengths)) + 0.5;
        rule(out, [x(median), top - 18.0, x(median), bottom], self.colours.text, 1.5, " stroke-dasharray=\"4 3\"");
        let words = format!("half of them have {} plies or fewer", n(median - 0.5));
        let (side, at) = if x(median) < WIDTH / 2.0 { ("start", 6.0) } else { ("end", -6.0) };
        write_words(out, (x(median) + at, top - 9.0), side, "small", &words);
        bottom + 20.0
    }
}

fn write_words(out: &mut String, (x, y): (f64, f64), anchor: &str, class: &str, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
        n(x),
        n(y),
        escape(words)
    );
}

fn rule(out: &mut String, [x1, y1, x2, y2]: [f64; 4], colour: &str, width: f64, more: &str) {
    let _ = writeln!(
        out,
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"{more}/>",
        n(x1),
        n(y1),
        n(x2),
        n(y2),
        n(width)
    );
}

/// A line in a sentence, as a pointer that rests on it says it.
fn spoken(line: &Line) -> String {
    let [first, second, drawn, open] = line.results;
    let mut text = format!(
        "{}: {} games; {first} won by the first mover, {second} by the second, {drawn} drawn, {open} open",
        line.name,
        line.games()
    );
    let percent = |share: Interval| {
        let [share, low, high] = [share.share, share.low, share.high].map(|share| 100.0 * share);
        format!("{share:.1} % ({low:.1} to {high:.1})")
    };
    if let Some(share) = line.first {
        let _ = write!(text, "; the first mover’s points {}", percent(share));
    }
    if let Some(share) = line.stops {
        let _ = write!(text, "; heads stopped at {}", percent(share));
    }
    if let Some([least, mean, most]) = line.plies {
        let _ = write!(text, "; {least} to {most} plies, {mean:.1} on average");
    }
    text
}

/// The next of 1, 2, 5, 10, 20, 50 … from a number on.
fn round_step(least: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if step >= least {
            break;
        }
        step *= factor;
    }
    step
}

/// The plies by which half of the games are over.
fn median(lengths: &[(u32, u64)]) -> u32 {
    let games: u64 = lengths.iter().map(|&(_, games)| games).sum();
    let mut seen = 0;
    for &(plies, count) in lengths {
        seen += count;
        if 2 * seen >= games {
            return plies;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [0.1, 1.0, 1.1, 3.0, 6.0, 11.0, 49.0, 600.0].map(|least| round_step(least) as u32),
            [1, 1, 2, 5, 10, 20, 50, 1000]
        );
    }

    #[test]
    fn half_of_the_games_are_over_by_the_median() {
        assert_eq!(median(&[]), 0);
        assert_eq!(median(&[(3, 1), (5, 1), (9, 1)]), 5);
        assert_eq!(median(&[(3, 5), (90, 1)]), 3);
    }
}
