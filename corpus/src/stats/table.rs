//! Counts as tables: one to be read, one for spreadsheets, and JSON with the sums themselves.

use serde_json::{Value, json};

use super::{Group, Results, Share, Stats};

/// The table that people read: the column names, then a row a group. Figures a game are means.
pub fn text_rows(stats: &Stats) -> Vec<Vec<String>> {
    let names = [
        "by",
        "group",
        "games",
        "first",
        "second",
        "drawn",
        "open",
        "first share",
        "plies",
        "laps",
        "captures",
        "stones",
        "head stops",
    ];
    let percent = |share: Option<Share>| {
        share.map_or_else(String::new, |Share { share, low, high }| {
            format!("{:.1} % ({:.1}–{:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
        })
    };
    let row = |(by, name, group): (&str, String, &Group)| {
        let Results { first, second, drawn, open } = group.results;
        let mut row = vec![by.to_owned(), name];
        row.extend([group.results.games(), first, second, drawn, open].map(|count| count.to_string()));
        row.push(percent(group.results.first_share()));
        row.extend([group.plies, group.laps, group.captures, group.captured].map(|sum| mean(group, sum, 1)));
        row.push(percent(group.stop_share()));
        row
    };
    std::iter::once(names.map(str::to_owned).to_vec()).chain(stats.groups().map(row)).collect()
}

/// The table for spreadsheets: the column names, then a row a group, a number a cell.
pub fn csv_rows(stats: &Stats) -> Vec<Vec<String>> {
    let names = [
        "by",
        "group",
        "games",
        "first",
        "second",
        "drawn",
        "open",
        "first_share",
        "first_share_low",
        "first_share_high",
        "plies_mean",
        "plies_least",
        "plies_most",
        "laps_mean",
        "captures_mean",
        "captured_mean",
        "stops_mean",
        "relays_mean",
        "stop_share",
        "stop_share_low",
        "stop_share_high",
        "faulty",
    ];
    let three = |share: Option<Share>| match share {
        None => [const { String::new() }; 3],
        Some(Share { share, low, high }) => [share, low, high].map(|share| format!("{share:.4}")),
    };
    let row = |(by, name, group): (&str, String, &Group)| {
        let Results { first, second, drawn, open } = group.results;
        let mut row = vec![by.to_owned(), name];
        row.extend([group.results.games(), first, second, drawn, open].map(|count| count.to_string()));
        row.extend(three(group.results.first_share()));
        row.push(mean(group, group.plies, 2));
        row.extend(match group.lengths {
            None => [const { String::new() }; 2],
            Some((least, most)) => [least, most].map(|plies| plies.to_string()),
        });
        let sums = [group.laps, group.captures, group.captured, group.stops, group.relays];
        row.extend(sums.map(|sum| mean(group, sum, 2)));
        row.extend(three(group.stop_share()));
        row.push(group.faulty.to_string());
        row
    };
    std::iter::once(names.map(str::to_owned).to_vec()).chain(stats.groups().map(row)).collect()
}

/// A group as a JSON object: sums, not means, so that groups can be added up.
pub fn json_object(by: &str, name: &str, group: &Group) -> Value {
    let share = |share: Option<Share>| {
        let rounded = |share: f64| (share * 1e6).round() / 1e6;
        share.map(
            |Share { share, low, high }| json!({"share": rounded(share), "low": rounded(low), "high": rounded(high)}),
        )
    };
    let Results { first, second, drawn, open } = group.results;
    json!({
        "by": by,
        "group": name,
        "games": group.results.games(),
        "first": first,
        "second": second,
        "drawn": drawn,
        "open": open,
        "first_share": share(group.results.first_share()),
        "plies": group.plies,
        "plies_least": group.lengths.map(|lengths| lengths.0),
        "plies_most": group.lengths.map(|lengths| lengths.1),
        "laps": group.laps,
        "captures": group.captures,
        "captured": group.captured,
        "stops": group.stops,
        "relays": group.relays,
        "stop_share": share(group.stop_share()),
        "faulty": group.faulty,
    })
}

fn mean(group: &Group, sum: u64, digits: usize) -> String {
    let games = group.results.games();
    if games == 0 { String::new() } else { format!("{:.digits$}", sum as f64 / games as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Summary;
    use crate::game::Game;

    #[test]
    fn every_row_has_every_column() {
        let summary = Summary::of(&Game::read("---\ncolumns: 6\n---\n1. B1 b1 1-0\n"));
        for stats in [Stats::default(), Stats::of([&summary])] {
            for rows in [text_rows(&stats), csv_rows(&stats)] {
                assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
            }
        }
        let rows = csv_rows(&Stats::of([&summary]));
        assert_eq!(rows[2][..11].join(" "), "rules tsoro 6 1 1 0 0 0 1.0000 0.2065 1.0000 2.00");
    }
}
