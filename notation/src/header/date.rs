//! Dates in EDTF, levels 0 and 1 (ISO 8601-2): from `1964-07-12` to `196X`, `1964~` and `1963/1965`. And what somebody
//! probably meant who wrote another one.

/// A text that is no date, with what was probably meant, likeliest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateFailure {
    /// Why, in a few words.
    pub reason: &'static str,
    /// Dates in EDTF that it may stand for.
    pub likely: Vec<String>,
}

/// Whether a text is a date in EDTF.
///
/// # Errors
///
/// What is wrong with it, and the likely date.
pub fn check_date(text: &str) -> Result<(), DateFailure> {
    match edtf(text) {
        Ok(()) => Ok(()),
        Err(reason) => {
            let mut likely = likely(text.trim());
            likely.retain(|date| edtf(date).is_ok());
            likely.dedup();
            Err(DateFailure { reason, likely })
        }
    }
}

type Checked = Result<(), &'static str>;

const NO_DATE: &str = "it is not of the form year-month-day";

fn edtf(text: &str) -> Checked {
    match text.split_once('/') {
        None => date(text),
        Some((from, to)) => {
            let open = |end: &str| end.is_empty() || end == "..";
            if open(from) && open(to) {
                return Err("an interval has at least one end");
            }
            if !open(from) {
                date(from)?;
            }
            if !open(to) {
                date(to)?;
            }
            match (year_of(from), year_of(to)) {
                (Some(from), Some(to)) if from > to => Err("the interval ends before it begins"),
                _ => Ok(()),
            }
        }
    }
}

/// A date without an interval.
fn date(text: &str) -> Checked {
    if let Some((day, time)) = text.split_once('T') {
        return day_exactly(day).and_then(|()| clock(time));
    }
    let text = text.strip_suffix(['?', '~', '%']).unwrap_or(text);
    if let Some(long) = text.strip_prefix('Y') {
        let digits = long.strip_prefix('-').unwrap_or(long);
        let sound = digits.len() > 4 && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        return if sound { Ok(()) } else { Err("a year with `Y` has more than four digits") };
    }
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let mut parts = rest.split('-');
    let year = parts.next().unwrap_or("");
    let unspecified = year.bytes().rev().take_while(|&byte| byte == b'X').count();
    let digits = year.len().saturating_sub(unspecified);
    if year.len() != 4 || !year.as_bytes()[..digits].iter().all(u8::is_ascii_digit) {
        return Err("the year has four digits, or `X` for those not known");
    }
    if sign == "-" && year == "0000" {
        return Err("there is no year -0000");
    }
    let (month, day) = (parts.next(), parts.next());
    if parts.next().is_some() {
        return Err(NO_DATE);
    }
    let Some(month) = month else { return Ok(()) };
    let Some(month) = two(month)? else {
        return match day {
            None | Some("XX") => Ok(()),
            Some(_) => Err("a day of a month that is not known"),
        };
    };
    if let 21..=24 = month {
        return if day.is_none() { Ok(()) } else { Err("a season has no day") };
    }
    if !(1..=12).contains(&month) {
        return Err("there is no such month");
    }
    let Some(day) = day else { return Ok(()) };
    match two(day)? {
        None => Ok(()),
        Some(day) if (1..=days_in(year, month)).contains(&day) => Ok(()),
        Some(_) => Err("there is no such day in that month"),
    }
}

/// Two digits, or `XX`.
fn two(part: &str) -> Result<Option<u32>, &'static str> {
    match part.as_bytes() {
        b"XX" => Ok(None),
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Ok(Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))),
        _ => Err("month and day have two digits each, or `XX` where they are not known"),
    }
}

fn days_in(year: &str, month: u32) -> u32 {
    let leap = year.parse::<u32>().map_or(true, |year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn day_exactly(text: &str) -> Checked {
    if text.len() >= 10 && !text.contains('X') { date(text) } else { Err("a time of day needs a whole date") }
}

/// `hh:mm:ss`, perhaps with `Z`, `+hh` or `+hh:mm`.
fn clock(text: &str) -> Checked {
    const NO_TIME: &str = "the time of day is written hh:mm:ss";
    let (time, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let field = |text: Option<&str>, limit: u32| match text.map(two) {
        Some(Ok(Some(value))) if value < limit => Ok(()),
        _ => Err(NO_TIME),
    };
    let mut parts = time.split(':');
    field(parts.next(), 25)?;
    field(parts.next(), 60)?;
    field(parts.next(), 61)?;
    if parts.next().is_some() {
        return Err(NO_TIME);
    }
    if matches!(zone, "" | "Z") {
        return Ok(());
    }
    let mut parts = zone[1..].split(':');
    field(parts.next(), 24)?;
    match parts.next() {
        None => Ok(()),
        minutes => field(minutes, 60),
    }
}

fn year_of(text: &str) -> Option<i32> {
    let sign = text.starts_with('-');
    let year: i32 = text.strip_prefix('-').unwrap_or(text).get(..4)?.parse().ok()?;
    Some(if sign { -year } else { year })
}

/// What a text that is no date probably means.
fn likely(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    if let Some(year) = ["circa ", "ca. ", "ca ", "c. ", "c.", "c ", "about ", "approx. ", "around "]
        .iter()
        .find_map(|word| lower.strip_prefix(word))
    {
        return vec![format!("{}~", year.trim())];
    }
    if let Some(year) = ["before ", "until "].iter().find_map(|word| lower.strip_prefix(word)) {
        return vec![format!("../{year}")];
    }
    if let Some(year) = ["after ", "since "].iter().find_map(|word| lower.strip_prefix(word)) {
        return vec![format!("{year}/..")];
    }
    if let Some(decade) = lower.strip_suffix("0s").or_else(|| lower.strip_suffix("0's")) {
        return vec![format!("{decade}X")];
    }
    if let Some(decade) = lower.strip_suffix('?').filter(|years| years.len() == 3) {
        return vec![format!("{decade}X")];
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.trim_end_matches(|c: char| c.is_alphabetic()).parse::<u32>().ok();
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let day = |year: &str, month: u32, day: u32| format!("{year}-{month:02}-{day:02}");
    match words[..] {
        // The year last: day and month first, in the order that is possible, else as most of the world writes it.
        [first, second, year] if is_year(year) => match (number(first), number(second), month(first), month(second)) {
            (Some(first), _, _, Some(month)) => vec![day(year, month, first)],
            (_, Some(second), Some(month), _) => vec![day(year, month, second)],
            (Some(first), Some(second), _, _) => {
                let mut dates = vec![day(year, second, first)];
                if first != second {
                    dates.push(day(year, first, second));
                }
                dates
            }
            _ => Vec::new(),
        },
        [year, second, third] if is_year(year) => match (number(second).or(month(second)), number(third)) {
            (Some(second), Some(third)) => vec![day(year, second, third), day(year, third, second)],
            _ => Vec::new(),
        },
        [first, year] if is_year(year) && !is_year(first) => {
            month(first).or(number(first)).map(|month| format!("{year}-{month:02}")).into_iter().collect()
        }
        [from, to] if is_year(from) && is_year(to) => vec![format!("{from}/{to}")],
        [year, month] if is_year(year) => {
            let month = number(month);
            month.map(|month| format!("{year}-{month:02}")).into_iter().chain([year.to_owned()]).collect()
        }
        [compact] if compact.len() == 8 && compact.is_ascii() && number(compact).is_some() => {
            vec![format!("{}-{}-{}", &compact[..4], &compact[4..6], &compact[6..])]
        }
        _ => Vec::new(),
    }
}

/// A month by its English name or the first three letters of it.
fn month(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let found = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(word))?;
    Some(found as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::check_date;

    #[test]
    fn edtf_levels_0_and_1_are_dates() {
        for date in [
            "1964",
            "1964-07",
            "1964-07-12",
            "1964~",
            "196X",
            "19XX",
            "1963/1965",
            "1964-XX",
            "1964-07-XX",
            "1964-XX-XX",
            "1964?",
            "1964-07%",
            "1964-21",
            "1964/..",
            "../1964",
            "1964/",
            "/1964",
            "-0044-03-15",
            "Y170000002",
            "Y-170000002",
            "1964-07-12T10:11:12",
            "1964-07-12T10:11:12Z",
            "1964-07-12T10:11:12+02:00",
            "1964-02-29",
            "2000-02-29",
            "1963-07/1964-01~",
        ] {
            assert_eq!(check_date(date), Ok(()), "{date}");
        }
    }

    #[test]
    fn other_dates_have_a_likely_one() {
        for (written, likely) in [
            ("1964-13", "1964"),
            ("31/12/1964", "1964-12-31"),
            ("12/31/1964", "1964-12-31"),
            ("31.12.1964", "1964-12-31"),
            ("1964/07/12", "1964-07-12"),
            ("1964-7-2", "1964-07-02"),
            ("c. 1964", "1964~"),
            ("circa 1964", "1964~"),
            ("1960s", "196X"),
            ("12 July 1964", "1964-07-12"),
            ("July 12, 1964", "1964-07-12"),
            ("July 1964", "1964-07"),
            ("1963-1965", "1963/1965"),
            ("3/4/1964", "1964-04-03"),
            ("before 1964", "../1964"),
            ("19640712", "1964-07-12"),
            ("196?", "196X"),
        ] {
            let failure = check_date(written).expect_err(written);
            assert_eq!(failure.likely.first().map(String::as_str), Some(likely), "{written}");
        }
    }

    #[test]
    fn what_is_no_date_at_all_has_none() {
        for written in ["", "yesterday", "1965/1964", "1963-02-29", "../..", "1964-07-12T25:61:00", "é", "１９６４"]
        {
            assert!(check_date(written).is_err(), "{written}");
        }
    }
}
