//! Dates of the headers as stretches of days, so that imprecise ones can be looked for and sorted.
//!
//! Extended Date/Time Format, level 0 and 1 as far as headers use it: `1964`, `1964-07`, `1964-07-12`, `196X`, `19XX`,
//! `1964-XX`, `1964?`, `1964~`, `1964%`, seasons (`1964-22`), and intervals with open ends (`1963/1965`, `1963/..`,
//! `/1965`). Whether a date is well formed is the header's affair; here one that is not simply has no days.

/// The first and the last day that a date may mean, as numbers such as 19640712.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    /// The first day.
    pub from: i64,
    /// The last day.
    pub to: i64,
}

const EVER: Days = Days { from: 0, to: 9999_1231 };

impl Days {
    /// The days that a date may mean.
    ///
    /// ```
    /// use tsoro_corpus::dates::Days;
    /// assert_eq!(Days::parse("196X"), Some(Days { from: 1960_01_01, to: 1969_12_31 }));
    /// assert_eq!(Days::parse("1964-02~"), Some(Days { from: 1964_02_01, to: 1964_02_29 }));
    /// assert_eq!(Days::parse("some time"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Days> {
        let text = text.trim();
        let Some((from, to)) = text.split_once('/') else { return single(text) };
        let from = if matches!(from, "" | "..") { EVER } else { single(from)? };
        let to = if matches!(to, "" | "..") { EVER } else { single(to)? };
        (from.from <= to.to).then_some(Days { from: from.from, to: to.to })
    }

    /// Whether both have a day in common.
    pub const fn meets(self, other: Days) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    /// The decade that all its days lie in: 1960.
    pub const fn decade(self) -> Option<i64> {
        let (from, to) = (self.from / 100_000, self.to / 100_000);
        if from == to { Some(from * 10) } else { None }
    }
}

fn single(text: &str) -> Option<Days> {
    let text = text.trim_end_matches(['?', '~', '%']);
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next(), parts.next());
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let years = digits(year)?;
    let months = match month {
        None => (1, 12),
        Some(month) if month.len() == 2 => match digits(month)? {
            (from @ 0..=12, to) if month.contains('X') => (from.max(1), to.min(12)),
            // A season's months depend on the half of the earth: the whole year is possible.
            (21..=24, _) => (1, 12),
            months @ (1..=12, 1..=12) => months,
            _ => return None,
        },
        Some(_) => return None,
    };
    let last = length(years.1, months.1);
    let days = match day {
        None => (1, last),
        Some(day) if day.len() == 2 => {
            let (from, to) = digits(day)?;
            if from > last || to == 0 {
                return None;
            }
            if !day.contains('X') && to > last {
                return None;
            }
            (from.max(1), to.min(last))
        }
        Some(_) => return None,
    };
    let number = |year: i64, month: i64, day: i64| year * 10_000 + month * 100 + day;
    Some(Days { from: number(years.0, months.0, days.0), to: number(years.1, months.1, days.1) })
}

/// The least and the greatest number that digits with `X` for unknown ones may mean.
fn digits(text: &str) -> Option<(i64, i64)> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'X') {
        return None;
    }
    let read = |unknown| text.replace('X', unknown).parse().ok();
    Some((read("0")?, read("9")?))
}

fn length(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
#[expect(clippy::inconsistent_digit_grouping, reason = "the groups are years, months and days")]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(i64, i64)>) {
        assert_eq!(Days::parse(text).map(|days| (days.from, days.to)), expected, "{text}");
    }

    #[test]
    fn dates_are_stretches_of_days() {
        check("1964", Some((1964_01_01, 1964_12_31)));
        check("1964-07", Some((1964_07_01, 1964_07_31)));
        check("1964-07-12", Some((1964_07_12, 1964_07_12)));
        check("1964~", Some((1964_01_01, 1964_12_31)));
        check("19XX", Some((1900_01_01, 1999_12_31)));
        check("1964-XX", Some((1964_01_01, 1964_12_31)));
        check("1964-07-XX", Some((1964_07_01, 1964_07_31)));
        check("1964-07-1X", Some((1964_07_10, 1964_07_19)));
        check("1964-07-3X", Some((1964_07_30, 1964_07_31)));
        check("1964-1X", Some((1964_10_01, 1964_12_31)));
        check("1963/1965-03", Some((1963_01_01, 1965_03_31)));
        check("1963/..", Some((1963_01_01, 9999_12_31)));
        check("/1965", Some((0, 1965_12_31)));
        check("1964-22", Some((1964_01_01, 1964_12_31)));
        check("1900-02", Some((1900_02_01, 1900_02_28)));
        for bad in ["", "1964-13", "1964-02-30", "31/12/1964", "64", "1964-7", "1965/1963", "19é4", "1964-00"] {
            check(bad, None);
        }
    }

    #[test]
    fn a_decade_is_known_when_all_days_lie_in_it() {
        assert_eq!(Days::parse("196X").and_then(Days::decade), Some(1960));
        assert_eq!(Days::parse("1959/1961").and_then(Days::decade), None);
    }
}
