//! Which known word a mistyped one probably was meant to be.

/// The known word nearest to `word`, if one is near enough to be a slip of it: letter case set aside, at most one slip
/// in three letters, a slip being a letter too many, too few, wrong, or swapped with its neighbour.
pub(super) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().flat_map(char::to_lowercase).take(64).collect();
    let allowed = (word.len() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (slips(&word, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate))
        .filter(|&(slips, _)| slips <= allowed)
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, candidate)| candidate)
}

/// Slips between two words (optimal string alignment).
fn slips(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let changed = last[j] + usize::from(a[i] != b[j]);
            row[j + 1] = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn a_slip_finds_its_word() {
        let check = |word: &str, expected: Option<&str>| {
            assert_eq!(near(word, ["tsoro", "nsolo", "bao-kigogo", "when"]), expected, "{word}");
        };
        check("tsorro", Some("tsoro"));
        check("tosro", Some("tsoro"));
        check("NSOLO", Some("nsolo"));
        check("bao-kigoko", Some("bao-kigogo"));
        check("oware", None);
        check("", None);
    }
}
