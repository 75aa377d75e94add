//! What a user relies on when things go wrong around the program: exit statuses, standard input, folders, files that
//! cannot be read or written, a closed pipe, very large input.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SOUND: &str = "---\ngame: tsoro\ncolumns: 8\n---\n\n1. B1 b7\n";
const WRONG: &str = "---\ngame: tsoro\ncolumns: 8\n---\n\n1. A3 b7\n";
const WARNED: &str = "---\ngame: tsoro\ncolumns: 8\n---\n\n1. B1-A7 b7\n";

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsoro"));
    command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command()
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

#[track_caller]
fn status(arguments: &[&str], input: &str) -> i32 {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), arguments, input).status.code().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn exit_statuses() {
    assert_eq!(status(&["check", "-"], SOUND), 0);
    assert_eq!(status(&["check", "-"], WRONG), 1);
    assert_eq!(status(&["check", "-"], WARNED), 0);
    assert_eq!(status(&["check", "--strict", "-"], WARNED), 1);
    assert_eq!(status(&["check", "nowhere.tsoro"], ""), 2);
    assert_eq!(status(&["check"], ""), 2);
    assert_eq!(status(&["perft", "--depth", "1", "--rules", "tsorro"], ""), 2);
    assert_eq!(status(&["frobnicate"], ""), 2);
    assert_eq!(status(&["--help"], ""), 0);
}

#[test]
fn a_missing_file_is_named_and_the_others_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sound.tsoro"), SOUND).unwrap();
    let output = run(folder.path(), &["check", "gone.tsoro", "sound.tsoro"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot read gone.tsoro: No such file or directory"), "{output:?}");
    assert!(text(&output.stdout).contains("1 record"), "{output:?}");
}

#[test]
fn folders_are_walked_in_the_order_of_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("games/b")).unwrap();
    for name in ["games/c.tsoro", "games/b/z.tsoro", "games/a.tsoro", "games/notes.txt"] {
        fs::write(folder.path().join(name), WRONG).unwrap();
    }
    let output = run(folder.path(), &["check", "games"], "");
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    let places = ["games/a.tsoro", "games/b/z.tsoro", "games/c.tsoro"].map(|name| report.find(name));
    assert!(places.is_sorted() && places[0].is_some(), "{report}");
    assert!(!report.contains("notes.txt"));
}

#[test]
fn a_folder_without_records_is_said_to_have_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = run(folder.path(), &["check", "empty"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("empty: no record files"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("closed.tsoro");
    fs::write(&path, SOUND).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&path).is_ok() {
        // The superuser may read everything.
        return;
    }
    let output = run(folder.path(), &["check", "closed.tsoro"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot read closed.tsoro: Permission denied"), "{output:?}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = command()
        .args(["generate", "--games", "100000", "--columns", "8"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_so() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command().args(["rules"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write the output: No space left on device"), "{output:?}");
}

#[test]
fn files_are_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tsoro"), "1.   B1   b7").unwrap();
    let output = run(folder.path(), &["fmt", "a.tsoro"], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path().join("a.tsoro")).unwrap(), "1. B1 b7\n");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["a.tsoro"]);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let plain = run(folder.path(), &["check", "-"], WRONG);
    assert!(!plain.stdout.contains(&0x1b) && !plain.stderr.contains(&0x1b));
    let coloured = run(folder.path(), &["check", "--color", "always", "-"], WRONG);
    assert!(coloured.stdout.contains(&0x1b));
}

#[test]
fn nothing_goes_missing_in_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tsoro"), [SOUND, SOUND, WRONG].concat()).unwrap();
    fs::write(folder.path().join("b.tsoro"), b"\xFF\xFE1\0.\0").unwrap();
    let output = run(folder.path(), &["check", "."], "");
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(
        report.ends_with("2 files, 4 records (3 read, 1 unreadable), 6 plies: 2 errors, 0 warnings, 0 notes\n"),
        "{report}"
    );
}

/// Slips that only one thing can be meant by, an illegal ply, and bytes that must stay as they are.
const SLIPS: &[u8] = "\u{FEFF}---\r\ngame: tsoro\r\ncolumns: 8\r\n---\r\n\r\n1, B\u{FF11}   b7 { kept  as it is }\r\n\
2. A3\r\n---\ngame: tsoro\ncolumns: 8\n---\n1.B1,b7   2. B8 b1"
    .as_bytes();
const MENDED: &[u8] = "\u{FEFF}---\r\ngame: tsoro\r\ncolumns: 8\r\n---\r\n\r\n1. B1   b7 { kept  as it is }\r\n\
2. A3\r\n---\ngame: tsoro\ncolumns: 8\n---\n1.B1 b7   2. B8 b1"
    .as_bytes();

#[test]
fn what_is_sure_is_mended_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slips.tsoro");
    fs::write(&path, SLIPS).unwrap();
    let shown = run(folder.path(), &["check", "--fix", "--dry-run", "slips.tsoro"], "");
    assert_eq!(shown.status.code(), Some(1), "{shown:?}");
    assert!(text(&shown.stdout).contains("\n-1.B1,b7   2. B8 b1\n"), "{shown:?}");
    assert!(text(&shown.stdout).contains("\n+1.B1 b7   2. B8 b1\n"), "{shown:?}");
    assert_eq!(text(&shown.stderr), "3 places in 1 file to be mended\n");
    assert_eq!(fs::read(&path).unwrap(), SLIPS);

    let mended = run(folder.path(), &["check", "--fix", "slips.tsoro"], "");
    assert_eq!(mended.status.code(), Some(1), "the illegal ply is still there: {mended:?}");
    assert_eq!(text(&fs::read(&path).unwrap()), text(MENDED));
    assert!(text(&mended.stdout).ends_with("; 3 places in 1 file mended\n"), "{mended:?}");

    let again = run(folder.path(), &["check", "--fix", "slips.tsoro"], "");
    assert_eq!(text(&fs::read(&path).unwrap()), text(MENDED));
    assert!(text(&again.stdout).ends_with("; 0 places in 0 files mended\n"), "{again:?}");
    let shown = run(folder.path(), &["check", "--fix", "--dry-run", "slips.tsoro"], "");
    assert_eq!((shown.status.code(), text(&shown.stdout)), (Some(0), String::new()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_named_twice_is_mended_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("slips.tsoro"), SLIPS).unwrap();
    let mended = run(folder.path(), &["check", "--fix", "slips.tsoro", ".", "./slips.tsoro"], "");
    assert_eq!(text(&fs::read(folder.path().join("slips.tsoro")).unwrap()), text(MENDED), "{mended:?}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("kept")).unwrap();
    let file = folder.path().join("kept/slips.tsoro");
    let link = folder.path().join("link.tsoro");
    fs::write(&file, SLIPS).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    run(folder.path(), &["check", "--fix", "link.tsoro"], "");
    assert!(link.is_symlink());
    assert_eq!(text(&fs::read(&file).unwrap()), text(MENDED));
}

#[test]
fn standard_input_cannot_be_mended() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["check", "--fix", "-"], SOUND);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--fix mends files"), "{output:?}");
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

#[test]
fn compressed_records_are_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plain.tsoro"), [SOUND, WRONG].concat()).unwrap();
    fs::write(folder.path().join("packed.tsoro.gz"), packed([SOUND, WRONG].concat().as_bytes())).unwrap();
    for arguments in [&["check"][..], &["replay", "--json"], &["fmt", "--stdout"]] {
        let of = |name: &str| {
            let output = run(folder.path(), &[arguments, &[name]].concat(), "");
            (output.status.code(), text(&output.stdout).replace(name, "FILE"))
        };
        assert_eq!(of("packed.tsoro.gz"), of("plain.tsoro"), "{arguments:?}");
    }
    let found = run(folder.path(), &["check", "."], "");
    assert!(text(&found.stdout).contains("2 files, 4 records"), "{found:?}");
}

#[test]
fn a_compressed_file_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = packed(SLIPS);
    fs::write(folder.path().join("packed.tsoro.gz"), &bytes).unwrap();
    for arguments in [&["check", "--fix", "packed.tsoro.gz"][..], &["fmt", "packed.tsoro.gz"]] {
        let output = run(folder.path(), arguments, "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains("packed.tsoro.gz is compressed"), "{output:?}");
        assert_eq!(fs::read(folder.path().join("packed.tsoro.gz")).unwrap(), bytes);
    }
}

#[test]
fn a_compressed_file_that_breaks_off_is_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let whole = packed(SOUND.repeat(10_000).as_bytes());
    fs::write(folder.path().join("cut.tsoro.gz"), &whole[..whole.len() / 2]).unwrap();
    let output = run(folder.path(), &["check", "cut.tsoro.gz"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("cannot read cut.tsoro.gz"), "{output:?}");
    assert!(text(&output.stdout).contains("1 unreadable)"), "{output:?}");
}

#[test]
fn findings_for_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tsoro"), [SOUND, WRONG, WARNED].concat()).unwrap();
    fs::write(folder.path().join("b.tsoro"), b"\xFF\xFE1\0.\0").unwrap();
    fs::write(folder.path().join("c.tsoro"), b"").unwrap();
    let report = |format| {
        let output = run(folder.path(), &["check", "--format", format, "."], "");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(
            text(&output.stderr),
            "3 files, 4 records (3 read, 1 unreadable), 6 plies: 2 errors, 2 warnings, 0 notes\n"
        );
        text(&output.stdout)
    };
    let codes = ["illegal-lift", "landing-differs", "unreadable", "unreadable"];
    let found: serde_json::Value = serde_json::from_str(&report("json")).unwrap();
    let found: Vec<_> = found.as_array().unwrap().iter().map(|finding| finding["code"].clone()).collect();
    assert_eq!(found, codes);
    let jsonl = report("jsonl");
    let lines: Vec<serde_json::Value> = jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|finding| finding["code"].clone()).collect::<Vec<_>>(), codes);
    assert_eq!(lines[0]["line"], 12);
    let sarif: serde_json::Value = serde_json::from_str(&report("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|result| result["ruleId"].clone()).collect::<Vec<_>>(), codes);
    let github = report("github");
    assert_eq!(github.lines().filter(|line| line.starts_with("::error ")).count(), 2, "{github}");
    assert_eq!(github.lines().filter(|line| line.starts_with("::warning ")).count(), 2, "{github}");
}

#[test]
fn nothing_to_find_is_a_whole_report_too() {
    let folder = tempfile::tempdir().unwrap();
    for (format, expected) in [("json", "[\n]\n"), ("jsonl", ""), ("github", "")] {
        let output = run(folder.path(), &["check", "--format", format, "-"], SOUND);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), expected.to_owned()));
    }
}

#[test]
fn every_finding_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let list = text(&run(folder.path(), &["explain"], "").stdout);
    let codes: Vec<_> = list.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(codes.len(), tsoro_replay::Code::ALL.len());
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    for line in codes {
        let code = line.split_whitespace().next().unwrap();
        let page = run(folder.path(), &["explain", code], "");
        assert!(text(&page.stdout).starts_with(&format!("# {code}\n")), "{page:?}");
    }
    let unknown = run(folder.path(), &["explain", "ilegal-lift"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("'illegal-lift'"), "{unknown:?}");
}

#[test]
fn formatting_from_input_to_output() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["fmt", "-"][..], &["fmt", "--stdin"]] {
        let output = run(folder.path(), arguments, "1.   B1   b7");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "1. B1 b7\n".to_owned()));
    }
    assert_eq!(status(&["fmt", "--check", "-"], "1.   B1   b7"), 1);
    assert_eq!(status(&["fmt", "--check", "-"], "1. B1 b7\n"), 0);
}

#[test]
fn a_file_of_which_a_part_cannot_be_read_is_not_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.tsoro");
    fs::write(&path, b"1.  B1\n---\nsouth: Mo\xEFse\n---\n1. B1\n").unwrap();
    let output = run(folder.path(), &["fmt", "latin.tsoro"], "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("Latin-1"), "{output:?}");
    assert_eq!(fs::read(&path).unwrap(), b"1.  B1\n---\nsouth: Mo\xEFse\n---\n1. B1\n");
}

#[test]
fn very_large_input_is_read_in_bounded_time() {
    // A line of ten megabytes, and a record of a million plies.
    let comment = format!("1. B1 {{ {} }} b7\n", "long ".repeat(2_000_000));
    assert_eq!(status(&["check", "-"], &comment), 0);
    let header = "---\ngame: { preset: tsoro, heads: 0 }\ncolumns: 8\nstart: \"1 0 1 0 1 0 1 1 / 0 1 0 1 0 1 0 2 / 0 1 0 \
                  1 0 1 0 1 / 1 1 1 0 2 0 1 0 S\"\n---\n";
    let plies = "B5 a1 B2 b1\n".repeat(250_000);
    assert_eq!(status(&["check", "-"], &format!("{header}{plies}")), 0);
}
