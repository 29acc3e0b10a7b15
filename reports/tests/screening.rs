//! The formats of a screening: as snapshots, and the exchange file of MUST against its schema.

#![expect(clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

mod common;

use common::{load_in_another_file, lost_return, store_against_put};
use rma_reports::screen::{
    Access, Class, Counts, Function, Module, Pair, SCHEMA, Screen, Strength, json, lists, must, text,
};
use rma_reports::{Assumption, Level, Notice, NoticeKind, SourceLocation, Tool};
use serde_json::{Value, json as value};
use std::path::Path;

const MUST_SCHEMA: &str = include_str!("schema/must.schema.json");

fn access(number: u32, kind: &str, place: (&str, u32, u32), class: Class) -> Access {
    let (file, line, column) = place;
    Access {
        kind: kind.to_owned(),
        instruction: 3 * number + 1,
        access: number,
        file: file.to_owned(),
        line,
        column,
        class,
        local: false,
        dropped: Strength::Relevant.drops(class) && !["atomic", "call"].contains(&kind),
        pairs: if matches!(class, Class::Racy | Class::Safe) { vec![0] } else { Vec::new() },
    }
}

fn function(name: &str, accesses: Vec<Access>) -> Function {
    Function {
        name: name.to_owned(),
        source_name: name.to_owned(),
        fingerprint: "00000000000000ab".to_owned(),
        replaced: false,
        unwatched: Function::is_unwatched(false, &accesses),
        accesses,
    }
}

/// Two modules with accesses of every class and kind, one of them with nothing to watch.
fn sample() -> Screen {
    let shift = vec![
        access(0, "store", ("halo.c", 9, 17), Class::Racy),
        access(1, "call", ("halo.c", 10, 9), Class::Racy),
        access(2, "load", ("halo.c", 20, 5), Class::Apart),
        access(3, "load", ("halo.c", 21, 5), Class::Safe),
        access(4, "copy", ("halo.c", 22, 5), Class::Watch),
        access(5, "atomic", ("halo.c", 23, 5), Class::Apart),
        access(6, "store", ("", 0, 0), Class::Unknown),
        Access { local: true, ..access(7, "store", ("halo.c", 24, 5), Class::Apart) },
    ];
    let quiet =
        vec![access(0, "fill", ("util.c", 3, 2), Class::Apart), access(1, "store", ("util.c", 4, 2), Class::Apart)];
    let other = Function { replaced: true, unwatched: false, ..function("_ZN4gridIdE3addEv", Vec::new()) };
    let module = |file: &str, source: &str, functions| Module {
        file: file.to_owned(),
        source: source.to_owned(),
        fingerprint: "00000000000000cd".to_owned(),
        rewritten: None,
        functions,
    };
    let modules = vec![
        module("halo.bc", "halo.c", vec![function("shift", shift), other]),
        module("util.bc", "util.c", vec![function("quiet", quiet)]),
    ];
    Screen {
        schema: SCHEMA,
        tool: Tool { name: "rma-static".to_owned(), version: "1.2.3".to_owned() },
        inputs: vec!["halo.bc".to_owned(), "util.bc".to_owned()],
        strength: Strength::Relevant,
        claim: Strength::Relevant.claim(),
        keep_threads: false,
        complete: true,
        followed: true,
        library: false,
        summary: Counts::of(&modules),
        modules,
        pairs: vec![Pair {
            verdict: "race".to_owned(),
            processes: "one".to_owned(),
            first: Some([0, 0, 1]),
            second: Some([0, 0, 0]),
            places: [SourceLocation::new("halo.c", 10, 9, "shift"), SourceLocation::new("halo.c", 9, 17, "shift")],
        }],
        assumptions: vec![Assumption {
            id: 2,
            text: "No access is out of bounds.".to_owned(),
            option: None,
            usual: true,
        }],
        notices: vec![Notice {
            kind: NoticeKind::UnmodelledCall,
            level: Level::Note,
            text: "`mystery` has neither body nor model".to_owned(),
            location: Some(SourceLocation::new("halo.c", 13, 5, "shift")),
        }],
        findings: vec![load_in_another_file(), lost_return(), store_against_put()],
    }
}

fn incomplete() -> Screen {
    Screen {
        complete: false,
        followed: false,
        library: true,
        keep_threads: true,
        strength: Strength::Unproven,
        claim: Strength::Unproven.claim(),
        ..sample()
    }
}

fn errors(document: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(MUST_SCHEMA).unwrap();
    let validator = jsonschema::options().build(&schema).unwrap();
    let document: Value = serde_json::from_str(document).unwrap();
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn for_people() {
    insta::assert_snapshot!(text::render(&sample()));
    insta::assert_snapshot!(text::render(&incomplete()));
    let cut = Screen { complete: false, ..sample() };
    insta::assert_snapshot!(text::render(&cut).lines().take(4).collect::<Vec<_>>().join("\n"));
}

#[test]
fn with_everything() {
    let document: Value = serde_json::from_str(&json(&sample())).unwrap();
    insta::assert_json_snapshot!(document);
}

#[test]
fn for_must() {
    insta::assert_snapshot!(must::render(&sample(), Some(Path::new("/src"))));
    let marked = must::render(&incomplete(), Some(Path::new("/src")));
    assert_eq!(marked.matches("(the analysis is incomplete)").count(), marked.matches("\"text\":").count());
}

#[test]
fn lists_of_functions() {
    insta::assert_snapshot!(lists::allow(&sample()));
    insta::assert_snapshot!(lists::ignore(&sample()));
}

#[test]
fn the_file_of_must_is_valid() {
    let nothing = Screen { modules: Vec::new(), findings: Vec::new(), ..sample() };
    for screen in [sample(), incomplete(), nothing] {
        assert_eq!(errors(&must::render(&screen, Some(Path::new("/src")))), Vec::<String>::new());
    }
}

/// The test above could not fail if the validator accepted anything.
#[test]
fn the_schema_of_must_refuses_what_is_wrong() {
    let good = value!({ "messages": [{ "type": "Local Data Race", "references": [{ "file": "/a.c", "line": 1 }] }] });
    assert_eq!(errors(&good.to_string()), Vec::<String>::new());
    for wrong in [
        value!({}),
        value!({ "messages": [{ "type": "Local Data Race" }] }),
        value!({ "messages": [{ "references": [{ "file": "/a.c", "line": 1 }] }] }),
        value!({ "messages": [{ "type": "Local Data Race", "references": [{ "file": "/a.c" }] }] }),
        value!({ "messages": [{ "type": "Local Data Race", "references": [{ "file": "a.c", "line": 1 }] }] }),
        value!({ "messages": [{ "type": "Local Data Race", "level": "error", "references": [{ "file": "/a.c", "line": 1 }] }] }),
        value!({ "messages": [{ "type": "Local Data Race", "references": [{ "file": "/a.c", "line": 1, "function": "f" }] }] }),
        value!({ "messages": [], "version": 1 }),
    ] {
        assert_ne!(errors(&wrong.to_string()), Vec::<String>::new(), "{wrong}");
    }
}

#[test]
fn must_hears_of_the_operation_first_and_of_every_level() {
    let mut turned = store_against_put();
    std::mem::swap(&mut turned.earlier, &mut turned.later);
    let screen = Screen { findings: vec![turned, load_in_another_file(), lost_return()], ..sample() };
    let document: Value = serde_json::from_str(&must::render(&screen, Some(Path::new("/src")))).unwrap();
    let messages = document["messages"].as_array().unwrap();
    let with_id = |id: &str| messages.iter().find(|message| message["error_id"] == id).unwrap();
    let lines =
        |id: &str| with_id(id)["references"].as_array().unwrap().iter().map(|r| r["line"].clone()).collect::<Vec<_>>();
    assert_eq!(lines("RMA101"), [10, 9], "the put, then the store that came before it");
    assert_eq!(lines("RMA401"), [40], "a note, of which one place has no position");
    assert_eq!(with_id("RMA101")["type"], "Local Data Race");
    // What is kept and in no finding is named, too, so that it is instrumented.
    assert!(messages.iter().any(|message| message["references"][0]["line"] == 22), "{document:#}");
    assert!(!messages.iter().any(|message| message["references"][0]["line"] == 20), "{document:#}");
}

#[test]
fn a_function_is_on_the_ignore_list_only_if_none_of_its_bodies_is_watched() {
    let mut screen = sample();
    let watched = function("quiet", vec![access(0, "store", ("halo.c", 30, 1), Class::Watch)]);
    screen.modules[0].functions.push(watched);
    assert!(!lists::ignore(&screen).contains("fun:quiet"));
    assert!(lists::allow(&screen).contains("FUNC::quiet"));
    assert!(lists::ignore(&sample()).contains("fun:quiet") && lists::ignore(&sample()).contains("src:util.c"));
}
