//! Counts as a sheet of charts. How it is drawn is left to the pens of `tsoro_replay::diagram`.

use tsoro_replay::diagram::chart::{Chart, Interval, Line, Opening, Openings, Section};

use super::{Group, Results, Share, Stats, Tree};

/// Lines of a section; where there are more groups, the smallest are left out and counted.
const LINES: usize = 12;

/// What a sheet of charts shows of the counts: all games, then rule sets and places, those with most games first, then the
/// decades in order.
///
/// ```
/// use tsoro_corpus::archive::Summary;
/// use tsoro_corpus::game::Game;
/// use tsoro_corpus::stats::{Stats, chart};
/// use tsoro_replay::diagram::svg;
///
/// let game = Summary::of(&Game::read("---\ncolumns: 6\n---\n1. B1 b1 1-0\n"));
/// let svg = svg::chart(&chart(&Stats::of([&game])), &svg::Options::default());
/// assert!(svg.contains("<title>1 game</title>"));
/// ```
pub fn chart(stats: &Stats) -> Chart {
    let games = stats.all.results.games();
    let title = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    let all =
        Section { name: "All games".to_owned(), lines: vec![line("together".to_owned(), &stats.all)], note: None };
    let decades = stats.by_decade.iter().map(|(decade, group)| line(format!("{decade}s"), group)).collect();
    Chart {
        description: described(stats, &title),
        title,
        sections: vec![
            all,
            largest("Rule sets and columns", &stats.by_rules),
            largest("Places", &stats.by_place),
            Section { name: "Decades".to_owned(), lines: decades, note: None },
        ],
        lengths: stats.lengths.iter().map(|(&plies, &games)| (plies, games)).collect(),
    }
}

/// What a picture of a tree shows: the branches that `least` games or more took, those with most games first.
pub fn openings(tree: &Tree, least: u64) -> Openings {
    let games = tree.results.games();
    let title = if games == 1 { "Openings of 1 game".to_owned() } else { format!("Openings of {games} games") };
    let next = branches(tree, least);
    let begun: Vec<String> =
        next.iter().take(5).map(|opening| format!("{} ({})", opening.ply, opening.games)).collect();
    let description = format!("{title}, a column a ply. The first plies played most: {}.", begun.join(", "));
    Openings { title, description, games, next }
}

fn branches(tree: &Tree, least: u64) -> Vec<Opening> {
    let branch = |(ply, tree): (&String, &Tree)| Opening {
        ply: ply.clone(),
        games: tree.results.games(),
        first: tree.results.first_share().map(interval),
        next: branches(tree, least),
    };
    let mut next: Vec<Opening> =
        tree.next.iter().filter(|(_, tree)| tree.results.games() >= least).map(branch).collect();
    next.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    next
}

fn interval(Share { share, low, high }: Share) -> Interval {
    Interval { share, low, high }
}

fn largest(name: &str, groups: &std::collections::BTreeMap<String, Group>) -> Section {
    let mut lines: Vec<Line> = groups.iter().map(|(name, group)| line(name.clone(), group)).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.games()));
    let hidden = lines.split_off(lines.len().min(LINES));
    let games: u64 = hidden.iter().map(Line::games).sum();
    let note = (games > 0).then(|| format!("and {} more, with {games} games together", hidden.len()));
    Section { name: name.to_owned(), lines, note }
}

fn line(name: String, group: &Group) -> Line {
    let Results { first, second, drawn, open } = group.results;
    let games = group.results.games();
    Line {
        name,
        results: [first, second, drawn, open],
        first: group.results.first_share().map(interval),
        stops: group.stop_share().map(interval),
        plies: group
            .lengths
            .map(|(least, most)| [f64::from(least), group.plies as f64 / games.max(1) as f64, f64::from(most)]),
    }
}

fn described(stats: &Stats, title: &str) -> String {
    let Stats { all, by_rules, by_place, by_decade, .. } = stats;
    let Results { first, second, drawn, open } = all.results;
    let mut text = format!(
        "{title} by rule set ({}), place ({}) and decade ({}): {first} won by whoever moved first, {second} by the other, \
         {drawn} drawn, {open} open.",
        by_rules.len(),
        by_place.len(),
        by_decade.len()
    );
    let percent = |share: Share| {
        let [share, low, high] = [share.share, share.low, share.high].map(|share| 100.0 * share);
        format!("{share:.1} % (95 % confidence: {low:.1} to {high:.1})")
    };
    if let Some(share) = all.results.first_share() {
        text += &format!(" The first mover got {} of the points.", percent(share));
    }
    if let Some(share) = all.stop_share() {
        text += &format!(" Of the occupied heads landed on, {} were stopped at.", percent(share));
    }
    if let Some((least, most)) = all.lengths {
        text += &format!(" The games have from {least} to {most} plies.");
    }
    text
}
