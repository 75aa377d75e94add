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
        report.ends_with("2 files (1 unreadable), 3 records, 6 plies: 2 errors, 0 warnings, 0 notes\n"),
        "{report}"
    );
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
