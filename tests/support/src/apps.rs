//! `labels.toml` of an application: several source files, several variants, markers in the sources.

use crate::labels::{Expectation, LabelError, Place, RawExpectation, parse_expectation, parse_source, resolve};
use serde::Deserialize;
use std::collections::BTreeMap;

/// One variant of an application, markers resolved.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name, unique within the application.
    pub name: String,
    /// Source files relative to the application's folder, in link order.
    pub sources: Vec<String>,
    /// The expectations, as for a single program.
    pub expect: Vec<Expectation>,
    /// The expectations at `-O2`, as for a single program.
    pub expect_o2: Option<Vec<Expectation>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelsToml {
    variant: Vec<VariantToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantToml {
    name: String,
    sources: Vec<String>,
    expect: Vec<String>,
    #[serde(rename = "expect@O2")]
    expect_o2: Option<Vec<String>>,
}

/// Reads `labels.toml`. `file` is its path relative to the repository; `files` holds the text of every source and header
/// of the application by its path relative to the application's folder.
///
/// # Errors
/// When it is not as described in `corpus/README.md`.
pub fn parse_app(file: &str, toml: &str, files: &BTreeMap<String, String>) -> Result<Vec<Variant>, LabelError> {
    let fail = |text: String| LabelError::File { file: file.to_owned(), text };
    let labels: LabelsToml = toml::from_str(toml).map_err(|error| fail(error.to_string()))?;
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);

    // Headers belong to every variant; a source only to the variants that list it.
    let mut markers: BTreeMap<&str, BTreeMap<String, Place>> = BTreeMap::new();
    for (name, text) in files {
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let source = parse_source(&path, text)?;
        if !source.expect.is_empty() || !source.expect_o2.is_empty() || source.twin.is_some() {
            return Err(fail(format!("{name} has expectations of its own; they belong into labels.toml")));
        }
        markers.insert(name, source.markers);
    }

    let mut variants: Vec<Variant> = Vec::new();
    let mut used: Vec<RawExpectation> = Vec::new();
    for variant in labels.variant {
        if variants.iter().any(|other| other.name == variant.name) {
            return Err(fail(format!("two variants are called {}", variant.name)));
        }
        let mut visible: BTreeMap<String, Place> = BTreeMap::new();
        for name in &variant.sources {
            let own = markers.get(name.as_str()).ok_or_else(|| fail(format!("the source {name} does not exist")))?;
            merge(&mut visible, own)?;
        }
        for (_, own) in markers.iter().filter(|(name, _)| name.ends_with(".h") || name.ends_with(".hpp")) {
            merge(&mut visible, own)?;
        }
        let parse = |lines: &[String]| {
            let parse_one = |line: &String| parse_expectation(line).ok_or_else(|| fail(format!("bad label `{line}`")));
            lines.iter().map(parse_one).collect::<Result<Vec<_>, _>>()
        };
        let raw = parse(&variant.expect)?;
        let raw_o2 = variant.expect_o2.as_deref().map(parse).transpose()?;
        let expect = resolve(file, &raw, &visible)?;
        let expect_o2 = raw_o2.as_deref().map(|raw| resolve(file, raw, &visible)).transpose()?;
        used.extend(raw.into_iter().chain(raw_o2.into_iter().flatten()));
        variants.push(Variant { name: variant.name, sources: variant.sources, expect, expect_o2 });
    }
    if variants.is_empty() {
        return Err(LabelError::MissingExpect(file.to_owned()));
    }
    for own in markers.values() {
        crate::labels::unused_marker(own, &used.iter())?;
    }
    Ok(variants)
}

fn merge(all: &mut BTreeMap<String, Place>, own: &BTreeMap<String, Place>) -> Result<(), LabelError> {
    for (marker, place) in own {
        if all.insert(marker.clone(), place.clone()).is_some() {
            return Err(LabelError::DuplicateMarker(place.clone(), marker.clone()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[[variant]]\nname = \"clean\"\nsources = [\"m.c\"]\nexpect = [\"none\"]\n\
                       [[variant]]\nname = \"racy\"\nsources = [\"m.c\", \"x.c\"]\nexpect = [\"error RMA101 PUT PACK\"]\n";

    fn files(list: &[(&str, &str)]) -> BTreeMap<String, String> {
        list.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn markers_reach_over_files() {
        let sources = files(&[("m.c", "\npack(); //@ PACK"), ("x.c", "put(); //@ PUT")]);
        let variants = parse_app("apps/h/labels.toml", TWO, &sources).unwrap();
        assert!(variants[0].expect.is_empty());
        let [put, pack] = &variants[1].expect[0].places;
        assert_eq!((put.file.as_str(), put.line), ("apps/h/x.c", 1));
        assert_eq!((pack.file.as_str(), pack.line), ("apps/h/m.c", 2));
    }

    #[test]
    fn bad_files_are_errors() {
        let both = "pack(); //@ PACK";
        let put = "put(); //@ PUT";
        let parse = |toml: &str, list: &[(&str, &str)]| parse_app("labels.toml", toml, &files(list)).unwrap_err();
        assert!(matches!(parse(TWO, &[("m.c", both), ("x.c", "")]), LabelError::UnknownMarker { .. }));
        assert!(matches!(parse(TWO, &[("m.c", both)]), LabelError::File { .. }));
        assert!(matches!(parse(TWO, &[("m.c", both), ("x.c", put), ("y.c", "z //@ Z")]), LabelError::UnusedMarker(..)));
        assert!(matches!(parse(TWO, &[("m.c", put), ("x.c", put)]), LabelError::DuplicateMarker(..)));
        assert!(matches!(parse("variant = []", &[]), LabelError::MissingExpect(_)));
        assert!(matches!(
            parse(&TWO.replace("error RMA101", "remark RMA101"), &[("m.c", both), ("x.c", put)]),
            LabelError::File { .. }
        ));
        assert!(matches!(parse(&TWO.replace("expect =", "expected ="), &[]), LabelError::File { .. }));
        assert!(matches!(
            parse(&TWO.replace("racy", "clean"), &[("m.c", both), ("x.c", put)]),
            LabelError::File { .. }
        ));
    }
}
