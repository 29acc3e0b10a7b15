use super::*;

fn access(file: &str, line: u32, col: u32) -> Access {
    Access { location: SourceLocation::new(file, line, col, "f"), kind: "store".into(), ..Access::default() }
}

fn pair(a: Access, b: Access) -> Finding {
    Finding::new(RuleId::RMA101, Level::Error, "m", a, b)
}

#[test]
fn the_later_access_in_the_text_is_the_primary() {
    for finding in [pair(access("a.c", 3, 1), access("a.c", 7, 1)), pair(access("a.c", 7, 1), access("a.c", 3, 1))] {
        assert_eq!((finding.earlier.location.line, finding.later.location.line), (3, 7));
    }
    let same_line = pair(access("a.c", 3, 9), access("a.c", 3, 2));
    assert_eq!(same_line.later.location.col, 9);
}

#[test]
fn between_files_the_second_is_the_primary_unless_it_is_unknown() {
    assert_eq!(pair(access("z.c", 9, 1), access("a.c", 1, 1)).later.location.file, "a.c");
    assert_eq!(pair(access("z.c", 9, 1), access("", 0, 0)).later.location.file, "z.c");
    assert_eq!(pair(access("", 0, 0), access("z.c", 9, 1)).later.location.file, "z.c");
}

#[test]
fn one_race_is_one_finding_and_the_surest_stays() {
    let sure = pair(access("a.c", 3, 1), access("a.c", 7, 1));
    let mut unsure = sure.clone();
    unsure.level = Level::Note;
    let other_rule = Finding { rule: RuleId::RMA103, ..sure.clone() };
    let mut elsewhere = sure.clone();
    elsewhere.later.location.line = 8;
    let findings = vec![unsure.clone(), elsewhere.clone(), other_rule.clone(), sure.clone(), unsure];
    let mut report = Report { findings, ..Report::default() };
    report.normalise();
    assert_eq!(report.findings, [sure, other_rule, elsewhere]);
    assert_eq!((report.count(Level::Error), report.count(Level::Note)), (3, 0));
    assert_eq!(report.worst(), Some(Level::Error));
}

#[test]
fn variables_are_listed_once() {
    let mut finding = pair(access("a.c", 3, 1), access("a.c", 7, 1));
    assert!(finding.variables().is_empty());
    finding.later.variable = Some("buf".into());
    finding.earlier.variable = Some("buf".into());
    assert_eq!(finding.variables(), ["buf"]);
    finding.earlier.variable = Some("alias".into());
    assert_eq!(finding.variables(), ["alias", "buf"]);
}
