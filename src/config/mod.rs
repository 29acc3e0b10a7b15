//! `rma-static.toml`: settings for every run on a program. The file is searched upwards from the folder of the first
//! input.
//!
//! Most keys are options of the command line. They are placed before the given options, so a given option overrides a key, and
//! lists are concatenated. The other keys suppress findings ([`suppress`]). Paths are relative to the file's folder. An unknown key
//! is an error that names the nearest known one.

mod suppress;

pub(crate) use suppress::Suppressions;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The name of the file.
pub(crate) const NAME: &str = "rma-static.toml";
/// A file that is larger is none.
const LARGEST: u64 = 1 << 20;

/// Why the file is refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {message}", path.display())]
pub(crate) struct ConfigError {
    /// The file.
    pub(crate) path: PathBuf,
    /// The mistake, in words.
    pub(crate) message: String,
}

/// The content of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Config {
    /// Options of the command line.
    pub(crate) arguments: Vec<OsString>,
    /// Findings that are not wanted.
    pub(crate) suppressions: Suppressions,
}

/// Kinds of keys that are options.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A word or number.
    Text,
    /// `true` means the option.
    Flag,
    /// A path.
    Path,
    /// A list of paths, or one.
    Paths,
}

/// Keys that are options of the same name.
const OPTIONS: [(&str, Kind); 9] = [
    ("baseline", Kind::Path),
    ("entry", Kind::Text),
    ("fail-on", Kind::Text),
    ("max-findings", Kind::Text),
    ("memory-model", Kind::Text),
    ("models", Kind::Paths),
    ("routines", Kind::Paths),
    ("show-notes", Kind::Flag),
    ("source-root", Kind::Paths),
];
/// Keys of the table `limits` that are options of the same name.
const LIMITS: [(&str, Kind); 3] =
    [("memory-limit", Kind::Text), ("solver-timeout", Kind::Text), ("time-limit", Kind::Text)];
/// Further keys of the file.
const TABLES: [&str; 3] = ["allow", "limits", "rules"];

/// The file that is nearest to an input: in its folder or above.
pub(crate) fn find(input: &Path) -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?.join(input);
    let is_there = |folder: &Path| Some(folder.join(NAME)).filter(|file| file.symlink_metadata().is_ok());
    folder.ancestors().skip(1).find_map(is_there)
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read, is no TOML, or has a key or value that is not known.
pub(crate) fn read(path: &Path) -> Result<Config, ConfigError> {
    let error = |message: String| ConfigError { path: path.to_owned(), message };
    let fit = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
    if !fit {
        return Err(error("no regular file of at most 1 MiB".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|reason| error(format!("cannot be read ({reason})")))?;
    parse(&text, path.parent().unwrap_or(Path::new("."))).map_err(error)
}

fn parse(text: &str, folder: &Path) -> Result<Config, String> {
    let table: Table = toml::from_str(text).map_err(|bad| {
        let line = bad.span().map_or(0, |span| text.get(..span.start).unwrap_or_default().matches('\n').count()) + 1;
        format!("line {line}: {}", bad.message())
    })?;
    let mut config = Config::default();
    for (key, value) in &table {
        match key.as_str() {
            "limits" => {
                for (key, value) in as_table(key, value)? {
                    option(&mut config.arguments, &LIMITS, &[], key, value, folder)?;
                }
            }
            "rules" => config.suppressions.rules(as_table(key, value)?)?,
            "allow" => config.suppressions.allow(value)?,
            _ => option(&mut config.arguments, &OPTIONS, &TABLES, key, value, folder)?,
        }
    }
    Ok(config)
}

fn as_table<'v>(key: &str, value: &'v Value) -> Result<&'v Table, String> {
    value.as_table().ok_or_else(|| format!("`{key}` must be a table"))
}

fn option(
    out: &mut Vec<OsString>,
    known: &[(&str, Kind)],
    more: &[&str],
    key: &str,
    value: &Value,
    folder: &Path,
) -> Result<(), String> {
    let Some((name, kind)) = known.iter().find(|(name, _)| *name == key) else {
        return Err(unknown(key, known.iter().map(|(name, _)| *name).chain(more.iter().copied())));
    };
    let mut push = |text: OsString| {
        // In one word, so that a value that begins with a hyphen is none but a value.
        let mut word = OsString::from(format!("--{name}="));
        word.push(text);
        out.push(word);
    };
    let path = |value: &Value| value.as_str().map(|path| folder.join(path).into_os_string());
    match (kind, value) {
        (Kind::Flag, Value::Boolean(false)) => {}
        (Kind::Flag, Value::Boolean(true)) => out.push(OsString::from(format!("--{name}"))),
        (Kind::Text, Value::String(text)) => push(text.into()),
        (Kind::Text, Value::Integer(number)) => push(number.to_string().into()),
        (Kind::Path | Kind::Paths, Value::String(_)) => path(value).into_iter().for_each(push),
        (Kind::Paths, Value::Array(all)) => {
            let all: Option<Vec<OsString>> = all.iter().map(path).collect();
            all.ok_or_else(|| format!("`{key}` must be a list of paths"))?.into_iter().for_each(push);
        }
        (Kind::Flag, _) => return Err(format!("`{key}` must be true or false")),
        (Kind::Text, _) => return Err(format!("`{key}` must be a text or number")),
        (Kind::Path, _) => return Err(format!("`{key}` must be a path")),
        (Kind::Paths, _) => return Err(format!("`{key}` must be a list of paths")),
    }
    Ok(())
}

/// The message about a key that is not known.
fn unknown<'k>(key: &str, known: impl Iterator<Item = &'k str>) -> String {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let near = known.iter().map(|name| (strsim::damerau_levenshtein(key, name), *name)).min();
    match near.filter(|(distance, _)| *distance <= 3) {
        Some((_, name)) => format!("there is no key `{key}`; did you mean `{name}`?"),
        None => format!("there is no key `{key}`; the keys are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Config, String> {
        parse(text, Path::new("/p"))
    }

    #[test]
    fn keys_become_options() {
        let text = "fail-on = \"error\"\nmodels = [\"m.toml\", \"/a.toml\"]\nshow-notes = true\nmax-findings = 7\n[limits]\ntime-limit = \"5m\"\n";
        let config = parsed(text).unwrap();
        let words: Vec<&str> = config.arguments.iter().map(|word| word.to_str().unwrap()).collect();
        assert_eq!(
            words,
            [
                "--fail-on=error",
                "--time-limit=5m",
                "--max-findings=7",
                "--models=/p/m.toml",
                "--models=/a.toml",
                "--show-notes"
            ]
        );
    }

    #[test]
    fn the_schema_has_the_keys() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../reports/schema/rma-static.schema.json")).unwrap();
        let names = |value: &serde_json::Value| -> Vec<String> {
            let mut names: Vec<String> = value["properties"].as_object().unwrap().keys().cloned().collect();
            names.sort();
            names
        };
        let mut own: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).chain(TABLES).collect();
        own.sort_unstable();
        assert_eq!(names(&schema), own);
        let limits: Vec<&str> = LIMITS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names(&schema["properties"]["limits"]), limits);
        assert_eq!(names(&schema["properties"]["allow"]["items"]), suppress::KEYS);
    }

    #[test]
    fn unknown_keys_name_the_nearest() {
        let message = |text| parsed(text).unwrap_err();
        assert_eq!(message("fail_on = \"error\""), "there is no key `fail_on`; did you mean `fail-on`?");
        assert_eq!(
            message("[limits]\ntime = 3"),
            "there is no key `time`; the keys are memory-limit, solver-timeout, time-limit"
        );
        assert!(message("colour = 1").starts_with("there is no key `colour`; the keys are allow, baseline,"));
        assert!(message("[[allow]]\nrule = [\"RMA201\"]").contains("did you mean `rules`?"));
        assert!(message("x = ").starts_with("line 1: "));
        assert!(message("models = 3").contains("list of paths"));
        assert!(message("[rules]\nRMA999 = \"off\"").contains("no rule"));
    }
}
