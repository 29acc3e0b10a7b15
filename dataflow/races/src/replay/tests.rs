//! Runs written by hand: which points every execution orders.

use super::act::{Acknowledged, Act, Channel, Spot, Step, Watched, Word};
use super::clock::Point;
use super::eval::Value;
use super::run::Run;
use rma_frontend::api::Compare;
use rma_skeleton::skeleton::Direction;
use rma_term::ids::{EventRef, NodeId};
use rma_term::term::CommId;
use std::rc::Rc;

fn run(processes: Vec<Vec<Act>>) -> Run {
    let at = EventRef { node: NodeId::from_raw(0), item: 0, effect: 0 };
    let step = |act| Step { at, act, locks: Rc::default() };
    Run::new(Default::default(), processes.into_iter().map(|acts| acts.into_iter().map(step).collect()).collect())
}

/// Whether every execution has the start of one step before the end of another, each by process and position. At least one is there.
fn always(run: &Run, first: (usize, usize), then: (usize, usize)) -> bool {
    let executions = run.executions().expect("the run goes through");
    executions.iter().all(|e| e.clocks.ordered(Point::before(first.0, first.1), Point::after(then.0, then.1)))
}

fn note(owner: usize, id: i64) -> Spot {
    Spot { owner, word: Word::Note(0, id) }
}

fn post(owner: usize, id: i64) -> Act {
    Act::Update { spot: Some(note(owner, id)), value: Some(1), adds: None, of: Acknowledged::Queue(Some(0)) }
}

fn add(owner: usize, n: i64) -> Act {
    Act::Update { spot: Some(note(owner, 0)), value: None, adds: Some(n), of: Acknowledged::Fenced }
}

fn wait(owner: usize, ids: &[i64]) -> Act {
    let watched = Watched::AnyOf(ids.iter().map(|id| note(owner, *id)).collect());
    Act::Observe { watched, wish: Some((Compare::Eq, 1)), initial: Some(0) }
}

fn sum(owner: usize, least: i64) -> Act {
    Act::Observe { watched: Watched::AnyOf(vec![note(owner, 0)]), wish: Some((Compare::Ge, least)), initial: Some(0) }
}

fn barrier(size: usize) -> Act {
    let partners: Vec<usize> = (0..size).collect();
    let channel = Channel { comm: CommId::World, handle: None, members: partners.clone() };
    Act::Collective {
        channel,
        direction: Direction::AllToAll,
        root: None,
        request: None,
        makes: None,
        idle: Vec::new(),
        partners,
    }
}

#[test]
fn a_barrier_orders_all() {
    let run = run(vec![vec![post(1, 7), barrier(2)], vec![barrier(2), post(0, 7)]]);
    assert!(always(&run, (0, 0), (1, 1)));
    assert!(!always(&run, (1, 1), (0, 1)));
}

#[test]
fn the_only_update_ends_the_wait() {
    let run = run(vec![vec![post(1, 0)], vec![wait(1, &[0])]]);
    assert!(always(&run, (0, 0), (1, 0)));
}

#[test]
fn one_of_two_updates_ends_the_wait() {
    let run = run(vec![vec![post(2, 0)], vec![post(2, 1)], vec![wait(2, &[0, 1])]]);
    assert!(!always(&run, (0, 0), (2, 0)));
    assert!(!always(&run, (1, 0), (2, 0)));
}

#[test]
fn what_comes_behind_the_wait_does_not_end_it() {
    let run = run(vec![vec![post(1, 0), barrier(2), post(1, 0)], vec![wait(1, &[0]), barrier(2)]]);
    assert!(always(&run, (0, 0), (1, 0)));
}

#[test]
fn what_was_taken_back_does_not_end_another_wait() {
    let answer = |reset: bool| {
        let mut second = vec![wait(1, &[0])];
        second.extend(reset.then(|| Act::Reset(vec![note(1, 0)])));
        second.push(wait(1, &[0]));
        let last = (1, second.len() - 1);
        always(&run(vec![vec![post(1, 0), post(1, 0)], second]), (0, 1), last)
    };
    assert!(answer(true));
    assert!(!answer(false));
}

#[test]
fn of_many_questions_each_has_its_own_answer() {
    let iterations = 8;
    let asks = |_| [post(1, 0), wait(0, &[0]), Act::Reset(vec![note(0, 0)])];
    let answers = |_| [wait(1, &[0]), Act::Reset(vec![note(1, 0)]), post(0, 0)];
    let run = run(vec![(0..iterations).flat_map(asks).collect(), (0..iterations).flat_map(answers).collect()]);
    assert_eq!(run.executions().map(|e| e.len()), Some(1));
    for iteration in 0..iterations {
        assert!(always(&run, (0, 3 * iteration), (1, 3 * iteration)));
        assert!(always(&run, (1, 3 * iteration + 2), (0, 3 * iteration + 1)));
    }
}

#[test]
fn a_sum_needs_all_that_it_falls_short_without() {
    let of_three = |least| run(vec![vec![sum(0, least)], vec![add(0, 1)], vec![add(0, 1)]]);
    assert!(always(&of_three(2), (1, 0), (0, 0)));
    assert!(!always(&of_three(1), (1, 0), (0, 0)));
    assert!(of_three(3).executions().is_none());
}

#[test]
fn a_later_addition_is_no_part_of_a_sum() {
    let run = run(vec![
        vec![sum(0, 2), barrier(3)],
        vec![add(0, 1), barrier(3), add(0, 1)],
        vec![add(0, 1), barrier(3), add(0, 1)],
    ]);
    assert!(always(&run, (1, 0), (0, 0)));
    assert!(always(&run, (2, 0), (0, 0)));
}

#[test]
fn holders_of_a_lock_take_turns() {
    let lock = || Value::int(3);
    let holds = || vec![Act::Acquire(lock()), Act::Release(lock())];
    let run = run(vec![holds(), holds()]);
    let executions = run.executions().expect("two orders");
    assert_eq!(executions.len(), 2);
    let first =
        |e: &super::run::Execution, p: usize, q: usize| e.clocks.ordered(Point::before(p, 1), Point::after(q, 0));
    assert!(executions.iter().all(|e| first(e, 0, 1) != first(e, 1, 0)));
}

#[test]
fn waits_for_each_other_have_no_execution() {
    let run = run(vec![vec![wait(0, &[0]), post(1, 0)], vec![wait(1, &[0]), post(0, 0)]]);
    assert!(run.executions().is_none());
}
