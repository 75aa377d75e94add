//! `mdbook-tsoro`: the program that mdBook calls.

use std::io::{Read, Write};
use std::process::ExitCode;

use mdbook_tsoro::{Outcome, run, supports};

const HELP: &str = "\
mdbook-tsoro draws the positions and records in a book. mdBook calls it; in book.toml:

    [preprocessor.tsoro]
    theme = \"earth\"";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => preprocess(),
        ["supports", renderer] => ExitCode::from(u8::from(!supports(renderer))),
        ["--version" | "-V"] => tell(concat!("mdbook-tsoro ", env!("CARGO_PKG_VERSION"))),
        _ => tell(HELP),
    }
}

fn preprocess() -> ExitCode {
    let mut input = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut input) {
        return fail(&format!("error: mdBook's input cannot be read: {error}"));
    }
    match run(&input) {
        Ok(Outcome::Book(book)) => tell(&book.to_string()),
        Ok(Outcome::Faults(report)) => fail(&report),
        Err(message) => fail(&format!("error: {message}")),
    }
}

fn tell(text: &str) -> ExitCode {
    match writeln!(std::io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn fail(text: &str) -> ExitCode {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    ExitCode::FAILURE
}
