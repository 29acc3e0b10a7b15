//! The command line.

use crate::budget::Allowance;
use crate::config::{self, Config, ConfigError, Suppressions};
use crate::generate::Generate;
use crate::pipeline::{Database, Options};
use clap::{Args, Parser, ValueEnum};
use rma_dataflow::limits::{Budget, Limit, Limits};
use rma_frontend::compile::{CompileOptions, database::Choice, sources::Sources};
use rma_reports::describe::Line;
use rma_reports::rules::NotARuleId;
use rma_reports::source::Roots;
use rma_reports::text::ColourChoice;
use rma_reports::{Level, Rule, RuleId};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Finds data races in one-sided communication (MPI RMA, OpenSHMEM) programs from LLVM bitcode.
///
/// The inputs are the parts of one program, in any form that holds LLVM bitcode: .bc and .ll files, objects of `-flto`,
/// `-ffat-lto-objects` and `-fembed-bitcode` builds, static archives and linked files of these, and what was
/// built through `rma-static cc -- COMPILER`. Sources of C, C++ and Fortran are compiled, with the flags behind `--` and those of the
/// MPI library. `@FILE` stands for the inputs that FILE lists.
#[derive(Debug, Clone, Parser)]
#[command(name = "rma-static", disable_version_flag = true, args_override_self = true, override_usage = USAGE, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    /// Files of the program that hold bitcode, or its sources, all of them, or @FILE for a list of them
    #[arg(value_name = "INPUT", required_unless_present_any = NO_INPUT)]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    analysis: AnalysisArguments,

    /// Format of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// A report in a format, to a file or else to the standard output: sarif=races.sarif; may be repeated
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = parse_target, conflicts_with_all = ["format", "output"])]
    report: Vec<Target>,

    /// SARIF or JSON report of an earlier run: only findings that it does not have make the exit status 1
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Show what comments and the configuration take back, too
    #[arg(long)]
    pub(crate) no_suppressions: bool,

    /// Configuration [default: rma-static.toml in the folder of the first input, or above]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long)]
    no_config: bool,

    /// Show finding N of the text report alone, with a space-time picture
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) explain_finding: Option<u32>,

    /// Say why two places race or not; `rma-static why PLACE PLACE INPUT...` is the same
    #[arg(long, num_args = 2, value_names = ["FILE:LINE", "FILE:LINE"])]
    pub(crate) why: Vec<Line>,

    /// Lowest level of a finding that makes the exit status 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = FailOn::Warning)]
    pub(crate) fail_on: FailOn,

    /// Show unproven findings in the text report, too
    #[arg(long)]
    pub(crate) show_notes: bool,

    /// Print findings and errors only
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// When to colour the text report
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) color: Colour,

    /// Groups of findings that the text report shows; more are only counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) max_findings: usize,

    /// Folder below which source files are read and paths are shown relative to it; may be repeated, the first is for
    /// paths [default: the repository around the working directory]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) source_root: Vec<PathBuf>,

    /// Print to the standard error how long each stage of the run took, as text or JSON
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) timings: Option<Timings>,

    /// Print the stages of the run on lines of their own; with --version, also the versions of the parts
    #[arg(long, short)]
    pub(crate) verbose: bool,

    /// Print the version
    #[arg(long, short = 'V')]
    pub(crate) version: bool,

    /// Print an intermediate form of the program instead of analysing it, for developers (docs/architecture.md)
    #[arg(long, value_enum, value_name = "FORM", hide_short_help = true)]
    pub(crate) dump: Option<Dump>,

    /// Explain a rule, such as RMA101, and exit
    #[arg(long, value_name = "RULE", value_parser = parse_rule)]
    pub(crate) explain: Option<&'static Rule>,

    /// List the rules and exit
    #[arg(long)]
    pub(crate) list_rules: bool,

    /// List the assumptions that verdicts can rest on and exit
    #[arg(long)]
    pub(crate) list_assumptions: bool,

    /// Print completions for a shell, or a manual page, and exit
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true)]
    pub(crate) generate: Option<Generate>,
}

/// What is analysed and how: the options that the report and the screening have in common.
#[derive(Debug, Clone, Args)]
pub(crate) struct AnalysisArguments {
    /// Keep flags of a database that load code into the compiler, and files of arguments outside of its tree
    #[arg(long, requires = "compile_commands")]
    allow_plugins: bool,

    /// Wrapper of MPI that a database may name and that is asked for its flags; `*` stands for any text; may be repeated
    /// [default: those on the PATH, in /usr and /opt]
    #[arg(long, value_name = "PATTERN", requires = "compile_commands")]
    query_driver: Vec<String>,

    /// Flags for compiling the sources among the inputs, behind --, such as -Iinclude -DN=8
    #[arg(last = true, value_name = "FLAG", requires = "inputs")]
    flags: Vec<String>,

    /// Compile the sources that a compilation database (compile_commands.json) records, and analyse them; this runs clang, flang
    /// and wrappers of MPI with what the database says
    #[arg(long, value_name = "FILE")]
    compile_commands: Option<PathBuf>,

    /// Of the database, take only commands whose source or output contains TEXT; may be repeated
    #[arg(long, value_name = "TEXT", requires = "compile_commands")]
    only: Vec<String>,

    /// Of the database, take the program that is linked as FILE, such as bin/solver
    #[arg(long, value_name = "FILE", requires = "compile_commands")]
    link_target: Option<String>,

    /// Folder that keeps the bitcode of sources between runs [default: .rma-static, beside a database]
    #[arg(long, value_name = "FOLDER")]
    cache_dir: Option<PathBuf>,

    /// Further flag for compiling a database, such as -O0; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true, requires = "compile_commands")]
    extra_flag: Vec<String>,

    /// The clang that compiles C and C++, of version 19 or older
    #[arg(long, value_name = "CLANG", default_value = "clang-19")]
    clang: OsString,

    /// The flang that compiles Fortran, of version 19 or older
    #[arg(long, value_name = "FLANG", default_value = "flang-new-19")]
    flang: OsString,

    /// What functions of own libraries do, as rows of TOML (docs/inputs.md); may be repeated
    #[arg(long, value_name = "FILE")]
    models: Vec<PathBuf>,

    /// Function that every process starts in [default: main; a library is analysed from the functions that it offers]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Rows for routines that the built-in tables do not have (docs/adding-a-routine.md)
    #[arg(long, value_name = "FILE")]
    routines: Vec<PathBuf>,

    /// Number of threads and reader processes [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,

    /// Time for one query to the solver, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..))]
    solver_timeout: u32,

    /// Memory model of the windows: whether the owner's accesses and those of others work on one copy or on two
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = MemoryModel::Unified)]
    memory_model: MemoryModel,

    /// Function without a body that is known not to communicate, or NAME* for all that begin so; may be repeated
    #[arg(long, value_name = "NAME")]
    no_communication: Vec<String>,

    /// Report as notes what only the letter of the standard forbids
    #[arg(long)]
    strict_spec: bool,

    /// Another value of a limit of the analysis; for its developers
    #[arg(long, value_name = "NAME=N", value_parser = crate::limits::parse, hide = true)]
    limit: Vec<(Limit, u32)>,

    /// Tell all limits that were reached; for developers of the analysis
    #[arg(long, hide = true)]
    show_limits: bool,

    /// Memory for the analysis, and for reading one file: bytes, or with K, M or G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    memory_limit: u64,

    /// Time for the whole run: seconds, or with s, m or h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    time_limit: Duration,
}

/// Options that need no program, or name it themselves.
const NO_INPUT: [&str; 6] = ["explain", "list_rules", "list_assumptions", "generate", "compile_commands", "version"];

const USAGE: &str = "\
rma-static [OPTIONS] <INPUT>...
       rma-static [OPTIONS] <SOURCE>... [-- <FLAG>...]
       rma-static [OPTIONS] --compile-commands <FILE> [--link-target <FILE>]
       rma-static screen [OPTIONS] <INPUT>...
       rma-static why <FILE:LINE> <FILE:LINE> [OPTIONS] <INPUT>...
       rma-static cc -- <COMPILER> [ARGUMENT]...
       rma-static merge [OPTIONS] <SARIF>...
       rma-static --explain <RULE> | --list-rules | --list-assumptions";

const EXIT_STATUS: &str = "\
Exit status:
  0  no finding at or above --fail-on
  1  at least one finding at or above --fail-on
  2  bad usage, or input that cannot be used
  3  no such finding, but a part of the program was not analysed";

impl Cli {
    /// The command line with what the configuration says, and what it takes back.
    ///
    /// # Errors
    /// When the configuration is refused.
    pub(crate) fn with_config(words: &[OsString]) -> Result<(Cli, Suppressions), ConfigError> {
        let cli = Cli::parse_from(words);
        let first = cli.inputs.first().or(cli.analysis.compile_commands.as_ref());
        let file = match (&cli.config, cli.no_config) {
            (_, true) => None,
            (Some(file), _) => Some(file.clone()),
            (None, _) => first.and_then(|input| config::find(input)),
        };
        let Some(file) = file else { return Ok((cli, Suppressions::default())) };
        let Config { arguments, suppressions } = config::read(&file)?;
        // What is given comes later, and wins.
        let own = words.iter().take(1).cloned().chain(arguments);
        // The given words have been parsed above, so what is wrong now is in the file.
        let all = own.chain(words.iter().skip(1).cloned());
        let cli = Cli::try_parse_from(all).map_err(|bad| ConfigError { path: file, message: in_a_line(&bad) })?;
        Ok((cli, suppressions))
    }

    /// The reports to write.
    pub(crate) fn reports(&self) -> Vec<Target> {
        if self.report.is_empty() {
            return vec![Target { format: self.format, file: self.output.clone() }];
        }
        self.report.clone()
    }

    /// The folders with source files.
    pub(crate) fn roots(&self) -> Roots {
        Roots::new(std::env::current_dir().ok(), &self.source_root)
    }

    /// The part that the analysis needs.
    pub(crate) fn pipeline_options(&self) -> Options {
        Options {
            roots: self.roots(),
            verbose: self.verbose,
            why: match &self.why[..] {
                [a, b] => Some([a.clone(), b.clone()]),
                _ => None,
            },
            ..self.analysis.pipeline_options(&self.inputs)
        }
    }
}

/// What is wrong with an option, without the hint at the help.
fn in_a_line(bad: &clap::Error) -> String {
    let text = bad.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

impl AnalysisArguments {
    /// Linker name of the function that every process starts in.
    pub(crate) fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }

    /// What the pipeline is asked for.
    pub(crate) fn pipeline_options(&self, inputs: &[PathBuf]) -> Options {
        Options {
            inputs: inputs.to_vec(),
            routines: self.routines.clone(),
            models: self.models.clone(),
            database: self.compile_commands.clone().map(|file| Database {
                file,
                choice: Choice {
                    only: self.only.clone(),
                    link_target: self.link_target.clone(),
                    cache: self.cache_dir.clone(),
                    jobs: self.jobs.map_or(0, |jobs| jobs as usize),
                },
            }),
            sources: Sources {
                flags: self.flags.clone(),
                cache: self.cache_dir.clone(),
                jobs: self.jobs.map_or(0, |jobs| jobs as usize),
            },
            compilers: CompileOptions {
                clang: self.clang.clone(),
                flang: self.flang.clone(),
                flags: self.extra_flag.clone(),
                allow_plugins: self.allow_plugins,
                query_drivers: self.query_driver.clone(),
            },
            entry: self.entry.clone(),
            jobs: self.jobs.map_or_else(cores, |jobs| jobs as usize),
            solver_timeout: Duration::from_millis(self.solver_timeout.into()),
            refuted: None,
            allowance: Allowance { time: self.time_limit, memory: self.memory_limit },
            reading: rma_dataflow::Options {
                memory_model: match self.memory_model {
                    MemoryModel::Unified => rma_dataflow::MemoryModel::Unified,
                    MemoryModel::Separate => rma_dataflow::MemoryModel::Separate,
                },
                strict_spec: self.strict_spec,
                screening: false,
                silent: self.no_communication.clone(),
                // The pipeline says otherwise when there is no entry function.
                caller: rma_dataflow::Caller::Launcher,
                limits: self.limit.iter().fold(Limits::default(), |all, (limit, n)| all.with(*limit, *n)),
                budget: Budget::new(self.time_limit),
            },
            show_limits: self.show_limits,
            roots: Roots::new(std::env::current_dir().ok(), &[]),
            verbose: false,
            why: None,
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Intermediate forms of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dump {
    /// Its events and the control around them, after the rewrites
    Skeleton,
    /// What the solver has proved to have no solution, as a script in SMT-LIB 2
    Queries,
}

/// Formats of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with source lines
    Text,
    /// One line a finding, as compilers print
    Short,
    /// SARIF 2.1.0, for code scanning services and editors
    Sarif,
    /// The tool's own schema, for scripts
    Json,
    /// One page with pictures, for browsers
    Html,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit's XML
    Junit,
}

/// A report that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// Its format.
    pub(crate) format: Format,
    /// Where it goes; the standard output without one.
    pub(crate) file: Option<PathBuf>,
}

fn parse_target(text: &str) -> Result<Target, String> {
    let (format, file) = text.split_once('=').map_or((text, None), |(format, file)| (format, Some(file)));
    let known = || Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let format = Format::from_str(format, false).map_err(|_| {
        let names: Vec<String> = known().map(|value| value.get_name().to_owned()).collect();
        format!("there is no format `{format}`; the formats are {}", names.join(", "))
    })?;
    if file.is_some_and(str::is_empty) {
        return Err("a file is wanted behind `=`".to_owned());
    }
    Ok(Target { format, file: file.map(PathBuf::from) })
}

/// Forms of the table of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Timings {
    /// Lines for people
    Text,
    /// JSON, for scripts
    Json,
}

/// Memory models of windows (MPI 4.1, 12.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MemoryModel {
    /// One copy, as `MPI_WIN_UNIFIED`
    Unified,
    /// A public and a private copy, as `MPI_WIN_SEPARATE`
    Separate,
}

/// From which level on findings make the run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Races in which everything is known
    Error,
    /// Also races in which a value read at run time takes part
    Warning,
    /// Also unproven pairs
    Note,
    /// Never
    Never,
}

impl FailOn {
    /// The lowest level that fails; `None` for never.
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            FailOn::Error => Some(Level::Error),
            FailOn::Warning => Some(Level::Warning),
            FailOn::Note => Some(Level::Note),
            FailOn::Never => None,
        }
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<Colour> for ColourChoice {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Auto => ColourChoice::Auto,
            Colour::Always => ColourChoice::Always,
            Colour::Never => ColourChoice::Never,
        }
    }
}

fn parse_rule(text: &str) -> Result<&'static Rule, String> {
    let id: RuleId = text.parse().map_err(|error: NotARuleId| error.to_string())?;
    id.rule().ok_or_else(|| format!("there is no rule {id}; --list-rules lists them"))
}

fn parse_size(text: &str) -> Result<u64, String> {
    let units: [([char; 2], u64); 3] = [(['k', 'K'], 1 << 10), (['m', 'M'], 1 << 20), (['g', 'G'], 1 << 30)];
    let with = |(letters, unit): ([char; 2], u64)| Some((text.strip_suffix(letters)?, unit));
    let (number, unit) = units.into_iter().find_map(with).unwrap_or((text, 1));
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).filter(|size| *size > 0);
    size.ok_or_else(|| "a positive number of bytes is wanted, as in 512M or 4G".to_owned())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let with = |(letter, unit): (char, u64)| Some((text.strip_suffix(letter)?, unit));
    let (number, unit) = [('s', 1), ('m', 60), ('h', 3600)].into_iter().find_map(with).unwrap_or((text, 1));
    let seconds = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).filter(|time| *time > 0);
    seconds.map(Duration::from_secs).ok_or_else(|| "a positive time is wanted, as in 90, 90s, 5m or 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_and_times_take_units() {
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("512m"), Ok(512 << 20));
        assert_eq!(parse_size("100"), Ok(100));
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        for bad in ["", "G", "0", "-1", "1T", "99999999999999999999", "20000000000G", "1ä"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        for bad in ["", "s", "0", "1d", "-5", "9999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
