//! `printf` formats.

use super::super::{Conversion, Directive, printf_directives, scanf_conversions};
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

#[test]
fn conversions_have_the_size_of_what_they_store() {
    let of = |format: &str| scanf_conversions(format.as_bytes());
    assert_eq!(of("v=%d %hhu,%hd"), Some([4, 1, 2].map(Conversion::Integer).to_vec()));
    assert_eq!(of("%lf %f %Lf"), Some([8, 4, 16].map(Conversion::Float).to_vec()));
    assert_eq!(of("%*d%%%15s%[^]a]"), Some([Some(16), None].map(Conversion::Text).to_vec()));
    assert_eq!(of("%c%ms"), Some(vec![Conversion::Text(Some(1)), Conversion::Integer(8)]));
    assert_eq!(of("%1$d"), None);
    assert_eq!(of("%[ab"), None);
}
