//! Killed at random moments while it adds, the archive stays sound and keeps whatever it reported as added.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tsoro_corpus::archive::{Archive, Incoming, Outcome};

type Tested<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// The variable that makes this program the child which is killed.
const CHILD: &str = "TSORO_CRASH_TEST_ARCHIVE";

#[test]
fn nothing_reported_is_lost_by_a_kill() -> Tested {
    if let Some(path) = std::env::var_os(CHILD) {
        return add_without_end(Path::new(&path));
    }
    let rounds: u64 = std::env::var("TSORO_CRASHES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(12);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("archive");
    drop(Archive::create(&path)?);
    let mut reported = 0;
    for round in 0..rounds {
        // Moments that differ from round to round, and are the same in every run.
        let moment = Duration::from_millis(20 + round.wrapping_mul(2_654_435_761) % 180);
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--exact", "nothing_reported_is_lost_by_a_kill", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        std::thread::sleep(moment);
        child.kill()?;
        let out = child.stdout.take().ok_or("it was piped")?;
        // The last line may be cut.
        let lines: Vec<String> = BufReader::new(out)
            .split(b'\n')
            .map_while(Result::ok)
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            .collect();
        child.wait()?;
        let archive = Archive::open(&path)?;
        for hash in lines.iter().filter_map(|line| line.strip_prefix("added ")).filter(|hash| hash.len() == 64) {
            archive.entry(hash)?;
            reported += 1;
        }
    }
    let mut archive = Archive::open(&path)?;
    let verification = archive.verify(|_| {})?;
    assert!(verification.is_sound(), "{:?}", verification.defects);
    assert!(verification.records >= reported);
    assert!(reported > 0, "no round came as far as adding anything");
    Ok(())
}

fn add_without_end(path: &Path) -> Tested {
    let mut archive = Archive::open(path)?;
    let begin = archive.count()?;
    let mut out = std::io::stdout().lock();
    // The test's own name stands on this line.
    writeln!(out)?;
    for batch in 0.. {
        let record = |n: u64| {
            let number = begin + batch * 20 + n;
            Incoming::new(format!("---\ncolumns: 6\nevent: {number}\n---\n1. B1 b1 2. B2 *\n"), "child")
        };
        archive.add((0..20).map(record).collect::<Vec<_>>(), |outcome| {
            if let Outcome::Added { hash, .. } = outcome {
                // Where nobody reads any more there is nobody to tell.
                let _ = writeln!(out, "added {hash}");
            }
        })?;
        out.flush()?;
    }
    Ok(())
}
