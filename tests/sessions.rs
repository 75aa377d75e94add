//! Sessions with the command, as the README, the book and `tests/cmd` show them: every `console` block is run and its
//! output compared.

#[test]
fn sessions_are_as_shown() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("README.md").case("docs/src/*.md").case("tests/cmd/*.md");
}
