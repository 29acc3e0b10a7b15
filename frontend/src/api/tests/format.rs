//! `printf` formats.

use super::super::{Directive, printf_directives};
use Directive::{Count, Text, Value};

#[test]
fn directives_in_order_of_arguments() {
    let is = |format: &str, expected: &[Directive]| {
        assert_eq!(printf_directives(format.as_bytes()).as_deref(), Some(expected), "{format}");
    };
    is("no directives, 100%%\n", &[]);
    is("%d %s %p\n", &[Value, Text(None), Value]);
    is("%-10.3s|%.s|%.*s", &[Text(Some(3)), Text(Some(0)), Value, Text(None)]);
    is("%*d %08.3f %lld %zu %hhx %Lf", &[Value, Value, Value, Value, Value, Value, Value]);
    is("%n%hn%hhn%ln", &[Count(4), Count(2), Count(1), Count(8)]);
    is("%ls%S", &[Text(None), Text(None)]);
    is("errno %m", &[]);
    is("%s\0%s", &[Text(None)]);
}

#[test]
fn what_cannot_be_told_is_none() {
    for format in ["%1$s %2$d", "%", "%5", "%y", "%l"] {
        assert_eq!(printf_directives(format.as_bytes()), None, "{format}");
    }
}
