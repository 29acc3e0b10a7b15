use super::*;
use std::path::PathBuf;

fn sources(folder: &std::path::Path, sums: &[(&str, u128)]) -> Sources {
    let checksums = sums.iter().map(|(path, sum)| ((*path).to_owned(), vec![*sum])).collect();
    Sources::new(Roots::only(folder.to_path_buf()), Compiled { checksums, ..Compiled::default() })
}

#[test]
fn lines_are_counted_from_one() {
    let text = SourceText::new("a\r\nb\n\nlast".to_owned());
    assert_eq!(text.line(0), None);
    assert_eq!((text.line(1), text.line(2), text.line(3)), (Some("a"), Some("b"), Some("")));
    assert_eq!((text.line(4), text.line(5), text.lines()), (Some("last"), None, 4));
    assert_eq!(SourceText::new(String::new()).line(1), Some(""));
}

#[test]
fn only_regular_files_below_the_root_are_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int x;").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("linked.c")).unwrap();
    let sources = sources(folder.path(), &[]);
    assert_eq!(sources.text("a.c").unwrap().line(1), Some("int x;"));
    assert_eq!(sources.text("b.c").unwrap_err(), Absent::Missing);
    assert_eq!(sources.text("/etc/passwd").unwrap_err(), Absent::Outside);
    assert_eq!(sources.text("linked.c").unwrap_err(), Absent::Outside);
    assert_eq!(sources.text("../../../../etc/passwd").unwrap_err(), Absent::Outside);
    assert_eq!(sources.text("/dev/zero").unwrap_err(), Absent::Outside);
    assert_eq!(sources.text(".").unwrap_err(), Absent::Refused);
    let everything = Sources::new(Roots::only(PathBuf::from("/")), Compiled::default());
    assert_eq!(everything.text("/dev/zero").unwrap_err(), Absent::Refused);
}

#[test]
fn a_file_that_is_another_than_was_compiled_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "").unwrap();
    // The MD5 of nothing (RFC 1321, A.5).
    let empty = 0xd41d_8cd9_8f00_b204_e980_0998_ecf8_427e;
    assert!(sources(folder.path(), &[("a.c", empty)]).text("a.c").is_ok());
    let changed = sources(folder.path(), &[("a.c", empty + 1)]);
    assert_eq!(changed.text("a.c").unwrap_err(), Absent::Changed);
}

#[test]
fn without_a_checksum_the_times_tell() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "").unwrap();
    let written = std::fs::metadata(folder.path().join("a.c")).unwrap().modified().unwrap();
    let compiled = |latest: SystemTime| {
        let compiled = Compiled { latest: Some(latest), ..Compiled::default() };
        Sources::new(Roots::only(folder.path().to_path_buf()), compiled).text("a.c").map(|_| ())
    };
    assert_eq!(compiled(written), Ok(()));
    assert_eq!(compiled(written - std::time::Duration::from_secs(1)), Err(Absent::Doubtful));
}
