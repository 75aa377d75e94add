//! `tsoro rules`: the presets, one of them as YAML, or a rule set of one's own tried.

use std::io::Write;

use clap::Args;
use tsoro_rules::describe::{preset_text, presets};
use tsoro_rules::{Columns, HoleSet, RuleSet, Side};

use crate::failure::{Failure, Status};
use crate::output;
use crate::table;

/// List the games that are built in, print the rules of one, or check a rule set of your own
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro rules                                List the games
  tsoro rules nsolo                          Print one as YAML, with its source
  tsoro rules nsolo > ours.yaml              Begin a rule set of your own from it
  tsoro rules --check ours.yaml              See whether it makes sense, and what it says
  tsoro moves --rules ours.yaml              Use it")]
pub(crate) struct Rules {
    /// The preset to print, as YAML that a file of your own may begin from
    #[arg(value_name = "NAME", conflicts_with = "check")]
    name: Option<String>,

    /// Check a rule set: a YAML file, or YAML such as '{preset: tsoro, heads: 1}'
    #[arg(long, value_name = "RULES")]
    check: Option<String>,
}

impl Rules {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        if let Some(rules) = &self.check {
            return check(rules, out);
        }
        match &self.name {
            Some(name) => print(name, out),
            None => list(out),
        }
    }
}

fn list(out: &mut impl Write) -> Result<Status, Failure> {
    let width = presets().map(str::len).max().unwrap_or(0);
    writeln!(out, "{:width$}  {:>7}  Game and source", "Preset", "Columns")?;
    for name in presets() {
        let (description, _) = table::describe(name)?;
        let columns = description.columns_default().map(|columns| columns.to_string()).unwrap_or_default();
        let title = description.title().unwrap_or(name);
        let mut known = title.to_owned();
        if !description.aliases().is_empty() {
            known = format!("{known} ({})", description.aliases().join(", "));
        }
        writeln!(out, "{name:width$}  {columns:>7}  {known}")?;
        if let Some(source) = description.source() {
            writeln!(out, "{:width$}  {:>7}    {source}", "", "")?;
        }
    }
    writeln!(out, "\n`tsoro rules NAME` prints one; every preset can be played on other widths (--columns).")?;
    Ok(Status::Fine)
}

fn print(name: &str, out: &mut impl Write) -> Result<Status, Failure> {
    let (description, _) = table::describe(name)?;
    let Some(text) = description.preset().and_then(preset_text) else {
        return Err(Failure::Argument(format!("`{name}` is no preset; `tsoro rules` lists them")));
    };
    out.write_all(text.as_bytes())?;
    Ok(Status::Fine)
}

fn check(rules: &str, out: &mut impl Write) -> Result<Status, Failure> {
    let built = table::describe(rules).and_then(|(description, origin)| {
        let rules = description.build(None).map_err(|error| origin.refused(&error))?;
        Ok((description, rules))
    });
    let (description, rules) = match built {
        Ok(built) => built,
        Err(refused @ Failure::Rules { .. }) => {
            output::complain(&refused);
            return Ok(Status::Faults);
        }
        Err(failure) => return Err(failure),
    };
    writeln!(out, "{}: this is a rule set that can be played", description.name())?;
    writeln!(out, "  columns  {}", rules.columns())?;
    writeln!(out, "  start    {}", rules.start())?;
    writeln!(out, "  stones   {}", rules.start().total())?;
    writeln!(out, "  heads    {}", heads(&rules))?;
    if let Some(source) = description.source() {
        writeln!(out, "  source   {source}")?;
    }
    Ok(Status::Fine)
}

fn heads(rules: &RuleSet) -> String {
    let names = |side: Side, heads: HoleSet, columns: Columns| -> Vec<String> {
        heads.holes(columns, side).map(|hole| hole.to_string()).collect()
    };
    let all: Vec<String> =
        Side::BOTH.into_iter().flat_map(|side| names(side, rules.heads(side), rules.columns())).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}
