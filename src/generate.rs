//! Manual pages and completions for shells, made from the description of the command line, for packages of the tool.

use crate::cli::Cli;
use crate::{cc, merge};
use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

/// What can be generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generate {
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// The manual page rma-static(1)
    Man,
    /// The manual page rma-static-cc(1)
    ManCc,
    /// The manual page rma-static-merge(1)
    ManMerge,
}

/// The text.
pub(crate) fn text(what: Generate) -> String {
    match what {
        Generate::Bash => completions(Shell::Bash),
        Generate::Zsh => completions(Shell::Zsh),
        Generate::Fish => completions(Shell::Fish),
        Generate::Man => page(Cli::command()),
        Generate::ManCc => page(cc::Cli::command().name("rma-static-cc")),
        Generate::ManMerge => page(merge::Cli::command().name("rma-static-merge")),
    }
}

/// The commands are told apart by `main`; for a shell they are subcommands.
fn completions(shell: Shell) -> String {
    let cc = cc::Cli::command().name("cc");
    let merge = merge::Cli::command().name("merge");
    let mut whole = Cli::command().subcommand(cc).subcommand(merge);
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut whole, "rma-static", &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn page(command: Command) -> String {
    let mut bytes = Vec::new();
    // A `Vec` takes everything.
    let _ = clap_mangen::Man::new(command).render(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
