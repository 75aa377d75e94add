//! The command line as a whole: the subcommands and what they have in common.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands;

/// Read, check, replay and draw records of Tsoro and other four-row mancala games.
///
/// A record is a game as somebody wrote it down: who played, under which rules, and every move with what was seen on
/// the board. `tsoro` holds each move against the rules, says what cannot be right and what was probably meant, and
/// shows the board at any moment.
#[derive(Debug, Parser)]
#[command(
    name = "tsoro",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  tsoro check games/                     Check every record (*.tsoro) below a folder
  tsoro show game.tsoro --ply 12         Show the board after the 12th move
  tsoro moves --rules nsolo              List what the first player may do
  tsoro rules                            List the games that are built in

Exit status: 0 fine, 1 errors found in a record, 2 could not run."
)]
pub(crate) struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", hide_possible_values = false)]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes it so for all output.
    pub(crate) fn apply(self) {
        match self {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(commands::check::Check),
    Explain(commands::explain::Explain),
    Show(commands::show::Show),
    Diagram(commands::diagram::Diagram),
    Weave(commands::weave::Weave),
    Replay(commands::replay::ReplayCommand),
    Resolve(commands::resolve::Resolve),
    Identify(commands::identify::Identify),
    Fmt(commands::fmt::Fmt),
    Moves(commands::moves::Moves),
    Sow(commands::sow::Sow),
    Perft(commands::perft::Perft),
    Generate(commands::generate::Generate),
    Convert(commands::convert::Convert),
    Archive(commands::archive::Archive),
    Find(commands::find::Find),
    Collate(commands::collate::Collate),
    Stats(commands::stats::Stats),
    Tree(commands::stats::Tree),
    Rules(commands::rules::Rules),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
}
