//! The oracle for OpenSHMEM and GASPI itself: figures of the thesis and rules of the models, with their races written down.

use rma_oracle::expression::{Cmp, Cond, Expr};
use rma_oracle::pgas::judge::judge;
use rma_oracle::pgas::lang::{Array, Collective, Kind, Model, Place, Program, Rma, Routine, Stmt, Team, Update, Way};

const CELL: Array = Array::Shared(0);

fn number(body: &mut [Stmt], next: &mut u32) {
    for stmt in body {
        stmt.line = *next;
        *next += 1;
        match &mut stmt.kind {
            Kind::If { then, otherwise, .. } => {
                number(then, next);
                number(otherwise, next);
            }
            Kind::For { body, .. } => number(body, next),
            _ => {}
        }
    }
}

/// Lines that race with `size` processes; statements are numbered from 0 in the order of the text.
fn races(model: Model, main: Vec<Kind>, size: usize) -> Vec<(u32, u32)> {
    let mut main: Vec<Stmt> = main.into_iter().map(Kind::stmt).collect();
    number(&mut main, &mut 0);
    let program = Program { model, heap: false, min_size: 1, main };
    let races = judge(&program, size).expect("the program is correct");
    races.into_iter().map(|pair| pair.lines).collect()
}

fn shmem(main: Vec<Kind>) -> Vec<(u32, u32)> {
    races(Model::Shmem, main, 2)
}

fn gaspi(main: Vec<Kind>) -> Vec<(u32, u32)> {
    races(Model::Gaspi, main, 2)
}

fn rma(routine: Routine, target: i64, remote: Array, word: Array) -> Kind {
    Kind::Rma(Box::new(Rma {
        routine,
        channel: 0,
        target: Expr::Const(target),
        remote: Place::at(remote, 0),
        local: Place::at(Array::Buffer(0), 0),
        count: 1,
        word: Place::at(word, 0),
        value: Expr::Const(1),
    }))
}

fn put(routine: Routine) -> Kind {
    rma(routine, 1, CELL, Array::Signal)
}

fn raise() -> Kind {
    rma(Routine::AtomicSet, 1, Array::Flag, Array::Signal)
}

fn load(array: Array) -> Kind {
    Kind::Load { place: Place::at(array, 0) }
}

fn store(array: Array) -> Kind {
    Kind::Store { place: Place::at(array, 0), value: Expr::Const(0) }
}

fn wait(array: Array) -> Kind {
    Kind::Wait { word: Place::at(array, 0), cmp: Cmp::Eq, value: Expr::Const(1), way: Way::Until }
}

fn collective(op: Collective) -> Kind {
    let place = || Place::at(Array::Buffer(4), 0);
    let recv = Place::at(Array::Buffer(3), 0);
    Kind::Collective { op, team: Team::World, root: Expr::Const(0), send: place(), recv }
}

/// Rank 0 does the one, rank 1 the other.
fn two(first: Vec<Kind>, second: Vec<Kind>) -> Vec<Kind> {
    let stmts = |kinds: Vec<Kind>| kinds.into_iter().map(Kind::stmt).collect();
    let cond = Cond { cmp: Cmp::Eq, left: Expr::Rank, right: Expr::Const(0) };
    vec![Kind::If { cond, then: stmts(first), otherwise: stmts(second) }]
}

const QUIET: Kind = Kind::Quiet { channel: 0 };
const FENCE: Kind = Kind::Fence { channel: 0 };

#[test]
fn a_flag_orders_what_is_fenced_before_it() {
    // Figures 2.10a and 4.6.
    let program = |order: Vec<Kind>| {
        let first = [vec![put(Routine::Put)], order, vec![raise()]].concat();
        shmem(two(first, vec![wait(Array::Flag), load(CELL)]))
    };
    assert_eq!(program(vec![FENCE]), []);
    assert_eq!(program(vec![QUIET]), []);
    assert_eq!(program(vec![]), [(1, 4)]);
    assert_eq!(program(vec![Kind::Fence { channel: 1 }]), [(1, 5)]);
}

#[test]
fn a_signal_speaks_of_its_own_data() {
    let signalled = put(Routine::PutSignal(Update::Set));
    assert_eq!(shmem(two(vec![signalled.clone()], vec![wait(Array::Signal), load(CELL)])), []);
    let other = rma(Routine::PutSignal(Update::Set), 1, Array::Shared(1), Array::Signal);
    let first = vec![put(Routine::Put), other];
    assert_eq!(shmem(two(first, vec![wait(Array::Signal), load(CELL)])), [(1, 4)]);
    assert_eq!(shmem(two(vec![signalled], vec![load(CELL)])), [(1, 2)]);
}

#[test]
fn barriers_and_what_they_complete() {
    let program = |meet: Vec<Kind>| {
        let put = two(vec![put(Routine::Put)], vec![]);
        shmem([put, meet, two(vec![], vec![load(CELL)])].concat())
    };
    assert_eq!(program(vec![collective(Collective::Barrier)]), []);
    assert_eq!(program(vec![collective(Collective::Sync)]), [(1, 4)]);
    assert_eq!(program(vec![QUIET, collective(Collective::Sync)]), []);
    assert_eq!(program(vec![collective(Collective::Sync), QUIET]), [(1, 5)]);
    assert_eq!(program(vec![QUIET, collective(Collective::Reduce)]), []);
}

#[test]
fn buffers_and_order_of_one_process() {
    let only = |first: Vec<Kind>| shmem(two(first, vec![]));
    assert_eq!(only(vec![put(Routine::PutNbi), store(Array::Buffer(0))]), [(1, 2)]);
    assert_eq!(only(vec![put(Routine::Put), store(Array::Buffer(0))]), []);
    assert_eq!(only(vec![put(Routine::GetNbi), FENCE, load(Array::Buffer(0))]), [(1, 3)]);
    assert_eq!(only(vec![put(Routine::GetNbi), QUIET, load(Array::Buffer(0))]), []);
    // Figures 2.9b and 4.7.
    assert_eq!(only(vec![put(Routine::Put), put(Routine::Put)]), [(1, 2)]);
    assert_eq!(only(vec![put(Routine::Put), FENCE, put(Routine::Put)]), []);
    // A get is not ordered by a fence.
    assert_eq!(only(vec![put(Routine::Put), FENCE, put(Routine::Get)]), [(1, 3)]);
}

#[test]
fn locks_order_and_complete() {
    let lock = |lock| vec![Kind::Lock { lock }, put(Routine::P), Kind::Unlock { lock }];
    assert_eq!(shmem(two(lock(0), lock(0))), []);
    assert_eq!(shmem(two(lock(0), lock(1))), [(2, 5)]);
    // Who comes second is not known.
    let early = vec![Kind::Lock { lock: 0 }, put(Routine::P), Kind::Unlock { lock: 0 }];
    let late = vec![Kind::Lock { lock: 0 }, Kind::Unlock { lock: 0 }, load(CELL)];
    assert_eq!(shmem(two(early, late)), [(2, 6)]);
}

#[test]
fn notifications() {
    let note = Array::Notification(0);
    let write = rma(Routine::Write, 1, CELL, note);
    let notify = rma(Routine::Notify, 1, CELL, note);
    let waitsome = Kind::WaitSome { segment: 0, first: Expr::Const(0), num: 1 };
    let queue = |mut kind: Kind, queue: u8| {
        if let Kind::Rma(rma) = &mut kind {
            rma.channel = queue;
        }
        kind
    };
    let heard = || vec![waitsome.clone(), load(CELL)];
    assert_eq!(gaspi(two(vec![write.clone(), notify.clone()], heard())), []);
    assert_eq!(gaspi(two(vec![write.clone(), queue(notify.clone(), 1)], heard())), [(1, 4)]);
    assert_eq!(gaspi(two(vec![rma(Routine::WriteNotify, 1, CELL, note)], heard())), []);
    // Figure 2.10b: neither the queue nor the barrier completes a write at its target.
    let barrier = collective(Collective::Barrier);
    let first = two(vec![write.clone(), QUIET], vec![]);
    let late = two(vec![], vec![load(CELL)]);
    assert_eq!(gaspi([first, vec![barrier.clone()], late.clone()].concat()), [(1, 5)]);
    let read = |wait: Vec<Kind>| two([vec![rma(Routine::Read, 1, CELL, note)], wait].concat(), vec![]);
    let change = two(vec![], vec![store(CELL)]);
    assert_eq!(gaspi([read(vec![]), vec![barrier.clone()], change.clone()].concat()), [(1, 4)]);
    assert_eq!(gaspi([read(vec![QUIET]), vec![barrier], change].concat()), []);
    // Two writes on one queue, and with a notification between.
    assert_eq!(gaspi(two(vec![write.clone(), write.clone()], vec![])), [(1, 2)]);
    assert_eq!(gaspi(two(vec![write.clone(), notify, write], vec![])), []);
}

#[test]
fn what_is_no_correct_program_is_not_judged() {
    let judged = |main: Vec<Kind>| {
        let main = main.into_iter().map(Kind::stmt).collect();
        judge(&Program { model: Model::Shmem, heap: false, min_size: 1, main }, 2).is_ok()
    };
    assert!(judged(vec![collective(Collective::Barrier)]));
    assert!(!judged(two(vec![collective(Collective::Barrier)], vec![])));
    assert!(!judged(two(vec![wait(Array::Flag)], vec![])));
    assert!(!judged(two(vec![rma(Routine::Write, 1, CELL, Array::Signal)], vec![])));
    // A lock that is not given back.
    assert!(!judged(vec![Kind::Lock { lock: 0 }]));
}
