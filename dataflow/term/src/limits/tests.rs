use super::{Limit, Limits, Watch};

#[test]
fn names_are_found_again_and_rows_say_something() {
    for limit in Limit::ALL {
        let row = limit.row();
        assert_eq!(Limit::named(row.name), Some(limit));
        assert!(row.bounds.ends_with('.') && row.gives.ends_with('.'), "{}", row.name);
        assert_eq!(Limits::default().get(limit), row.default);
    }
    assert_eq!(Limit::CoarseTargetSteps.words(), "coarse target steps");
}

#[test]
fn what_is_too_many_is_noted() {
    let watch = Watch::new(Limits::default().with(Limit::Places, 2));
    assert!(watch.allows(Limit::Places, 2usize));
    assert!(watch.all_reached().is_empty());
    assert!(!watch.allows(Limit::Places, 3usize));
    assert!(!watch.allows(Limit::Places, 4usize));
    let [reached] = watch.all_reached()[..] else { panic!("one limit") };
    assert_eq!((reached.limit, reached.value, reached.times), (Limit::Places, 2, 2));
}
