use super::*;

fn place(line: u32) -> Place {
    Place { file: "p.c".to_owned(), line }
}

#[test]
fn a_racy_program() {
    let text = "// text\n//@ expect: error RMA101 A B\n//@ twin: q.c\n//@ options: --strict-spec\nMPI_Put(); //@ A\nbuf[0] = 2; //@ B\n";
    let labels = parse_program("p.c", text).unwrap();
    let expected = Expectation { severity: Severity::Error, rule: "RMA101".to_owned(), places: [place(5), place(6)] };
    assert_eq!(
        labels,
        Labels {
            expect: vec![expected],
            expect_o2: None,
            options: vec!["--strict-spec".to_owned()],
            headers: None,
            twin: Some("q.c".to_owned())
        }
    );
}

#[test]
fn one_line_may_race_with_itself_and_carry_two_markers() {
    let labels = parse_program("p.c", "//@ expect: warning RMA104 A A\n//@ expect: error RMA104 A B\nx; //@ A B\n");
    let labels = labels.unwrap();
    assert_eq!(labels.expect[0].severity, Severity::Warning);
    assert_eq!(labels.expect[0].places, [place(3), place(3)]);
    assert_eq!(labels.expect[1].places, [place(3), place(3)]);
}

#[test]
fn one_header_set() {
    let labels = parse_program("p.c", "//@ headers: mpich -- the other is of MPI 3\n//@ expect: none\n").unwrap();
    assert_eq!(labels.headers.as_deref(), Some("mpich"));
    assert!(parse_program("p.c", "//@ headers: lam\n//@ expect: none\n").is_err());
    let twice = parse_program("p.c", "//@ headers: mpich\n//@ headers: openmpi\n//@ expect: none\n");
    assert_eq!(twice, Err(LabelError::DuplicateHeaders(place(2))));
}

#[test]
fn a_level_of_its_own_for_optimised_code_with_a_remark() {
    let text = "//@ expect: error RMA101 A B\n//@ expect@O2: none -- the dead store is gone\na; //@ A\nb; //@ B\n";
    let labels = parse_program("p.c", text).unwrap();
    assert_eq!(labels.expect.len(), 1);
    assert_eq!(labels.expect_o2, Some(vec![]));
}

#[test]
fn a_race_free_program_may_keep_markers() {
    let labels = parse_program("p.c", "//@ expect: none\na; //@ A\n").unwrap();
    assert!(labels.expect.is_empty());
}

#[test]
fn bad_labels_are_errors() {
    let error = |text: &str| parse_program("p.c", text).unwrap_err();
    let syntax = |line, text: &str| LabelError::Syntax(place(line), text.to_owned());
    assert_eq!(error("int main() {}"), LabelError::MissingExpect("p.c".to_owned()));
    assert_eq!(error("a; //@ A"), LabelError::MissingExpect("p.c".to_owned()));
    assert_eq!(
        error("//@ expect: error RMA101 A B\na; //@ A"),
        LabelError::UnknownMarker { file: "p.c".to_owned(), marker: "B".to_owned() }
    );
    assert_eq!(
        error("//@ expect: error RMA101 A A\na; //@ A\n//@ B"),
        LabelError::UnusedMarker(place(3), "B".to_owned())
    );
    assert_eq!(error("//@ expect: none\na; //@ A\nb; //@ A"), LabelError::DuplicateMarker(place(3), "A".to_owned()));
    assert_eq!(
        error("//@ expect: none\n//@ expect: error RMA101 A A\na; //@ A"),
        LabelError::NoneAmongOthers("p.c".to_owned())
    );
    assert_eq!(error("//@ expect: none\n//@ twin: a.c\n//@ twin: b.c"), LabelError::DuplicateTwin(place(3)));
    for bad in [
        "expct: none",
        "expect: nothing",
        "expect: remark RMA101 A A",
        "expect: error RMA1 A A",
        "expect: error RMA101 A",
        "expect: error RMA101 A B C",
        "expect: none really",
        "expect@O1: none",
        "expect:",
        "twin:",
        "a",
        "",
    ] {
        assert_eq!(error(&format!("//@ {bad}")), syntax(1, bad), "{bad}");
    }
}
