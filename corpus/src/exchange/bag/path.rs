//! Paths in manifests: with `/` between their parts, percent signs and line ends encoded, never leaving the bag.

/// As a manifest writes it.
pub(super) fn encode(path: &str) -> String {
    path.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

/// From a manifest. Only the three signs that the RFC names are decoded: older tools leave the percent sign alone.
pub(super) fn decode(path: &str) -> String {
    let mut decoded = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let sign = match rest.get(at + 1..at + 3).map(str::to_ascii_uppercase).as_deref() {
            Some("0A") => '\n',
            Some("0D") => '\r',
            Some("25") => '%',
            _ => {
                decoded.push('%');
                rest = &rest[at + 1..];
                continue;
            }
        };
        decoded.push(sign);
        rest = &rest[at + 3..];
    }
    decoded.push_str(rest);
    decoded
}

/// Why a path may not be in a bag; `None` when it may.
pub(super) fn unsafe_because(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("it is empty");
    }
    if path.starts_with(['/', '\\']) {
        return Some("it begins at the root of the file system");
    }
    if path.starts_with('~') {
        return Some("it begins with `~`");
    }
    if path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic() {
        return Some("it names a drive");
    }
    if path.contains('\0') {
        return Some("it holds a character that no path may hold");
    }
    if path.split(['/', '\\']).any(|part| part == "..") {
        return Some("it leads out of the bag");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_told() {
        for bad in ["", "/etc/passwd", "~/x", "data/../../x", "C:\\x", "data\\..\\..\\x", "\\\\host\\x", "a\0b"] {
            assert!(unsafe_because(bad).is_some(), "{bad}");
        }
        for good in ["data/a", "data/a..b", "data/.hidden", "data/~x", "data/é.tsoro"] {
            assert!(unsafe_because(good).is_none(), "{good}");
        }
        assert_eq!(decode(&encode("data/100%\n\r%0A")), "data/100%\n\r%0A");
    }
}
