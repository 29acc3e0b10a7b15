use super::{Budget, Limit, Limits, Spent, Stage, Watch};
use std::time::Duration;

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
    let watch = Watch::new(Limits::default().with(Limit::Places, 2), Budget::default());
    assert!(watch.allows(Limit::Places, 2usize));
    assert!(watch.all_reached().is_empty());
    assert!(!watch.allows(Limit::Places, 3usize));
    assert!(!watch.allows(Limit::Places, 4usize));
    let [reached] = watch.all_reached()[..] else { panic!("one limit") };
    assert_eq!((reached.limit, reached.value, reached.times), (Limit::Places, 2, 2));
}

#[test]
fn without_time_every_limit_counts_as_reached() {
    let budget = Budget::new(Duration::ZERO);
    let watch = Watch::new(Limits::default(), budget.clone());
    watch.enter(Stage::Pending);
    assert!(!watch.allows(Limit::Places, 0usize) && !watch.room(Limit::Places, 0usize));
    let [cut] = watch.cuts()[..] else { panic!("one cut") };
    assert_eq!((cut.stage, cut.spent), (Stage::Pending, Spent::Time));
    assert!(watch.all_reached().is_empty());
}

#[test]
fn a_stage_that_was_cut_off_leaves_time_for_the_next() {
    let budget = Budget::new(Duration::from_secs(3600));
    budget.look(true);
    assert_eq!(budget.spent(), Some(Spent::Memory));
    budget.enter(Stage::Solving);
    assert_eq!(budget.spent(), None);
}

#[test]
fn parts_have_equal_shares_of_what_is_left() {
    let budget = Budget::new(Duration::from_secs(1000));
    budget.share(1_000_000_000);
    budget.enter(Stage::Interpretation);
    std::thread::sleep(Duration::from_millis(2));
    budget.look(false);
    assert_eq!(budget.spent(), Some(Spent::Time));
    budget.share(1);
    budget.enter(Stage::Interpretation);
    assert_eq!(budget.spent(), None);
}
