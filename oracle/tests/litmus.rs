//! The oracle itself: the figures of the thesis and the rules of MPI, as small programs with their races written down.

use rma_oracle::expression::{Cmp, Cond, Expr};
use rma_oracle::mpi::judge::judge;
use rma_oracle::mpi::lang::{Array, Collective, Comm, Kind, Place, Program, Promise, Reduction, Rma, Routine};
use rma_oracle::mpi::lang::{Stmt, Storage, Type};
use rma_oracle::race::Class;

/// Numbers the statements in the order of the text, as lines.
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

/// Lines that race with `size` processes; statements are numbered from 0.
fn races(main: Vec<Kind>, size: usize) -> Vec<(u32, u32)> {
    let mut main: Vec<Stmt> = main.into_iter().map(Kind::stmt).collect();
    number(&mut main, &mut 0);
    let (before, after, helpers) = (vec![], vec![], vec![]);
    let program = Program {
        windows: vec![0],
        storage: Storage::Static,
        base: Comm::World,
        min_size: 1,
        before,
        main,
        after,
        helpers,
    };
    let races = judge(&program, size).expect("the program is correct");
    races.into_iter().filter(|pair| pair.class == Class::Race).map(|pair| pair.lines).collect()
}

fn cell(index: i64) -> Place {
    Place::new(Array::Window(0), Expr::Const(index))
}

fn buffer(index: i64) -> Place {
    Place::new(Array::Buffer(0), Expr::Const(index))
}

fn load(place: Place) -> Kind {
    Kind::Load { place, count: 1 }
}

fn store(place: Place) -> Kind {
    Kind::Store { place, count: 1 }
}

fn rma(routine: Routine, target: Expr) -> Kind {
    let (origin, compare, result) = (buffer(0), buffer(1), buffer(2));
    Kind::Rma(Box::new(Rma {
        routine,
        win: 0,
        target,
        disp: Expr::Const(0),
        count: 1,
        ty: Type::Int,
        reduction: Reduction::Sum,
        origin,
        compare,
        result,
        request: None,
    }))
}

fn right() -> Expr {
    Expr::ring(1)
}

fn fence() -> Kind {
    Kind::Fence { win: 0, noprecede: false, nosucceed: false, promise: Promise::default() }
}

fn collective(op: Collective) -> Kind {
    let (send, recv) = (buffer(8), buffer(12));
    Kind::Collective { op, comm: Comm::World, root: Expr::Const(0), send, recv, request: None }
}

fn barrier() -> Kind {
    collective(Collective::Barrier)
}

fn flush(local: bool) -> Kind {
    Kind::Flush { win: 0, target: None, local }
}

fn on(rank: i64, then: Vec<Kind>, otherwise: Vec<Kind>) -> Kind {
    let stmts = |kinds: Vec<Kind>| kinds.into_iter().map(Kind::stmt).collect();
    let cond = Cond { cmp: Cmp::Eq, left: Expr::Rank, right: Expr::Const(rank) };
    Kind::If { cond, then: stmts(then), otherwise: stmts(otherwise) }
}

/// Under `lock_all`, which is opened and closed around the rest (so that lines count from 1).
fn locked(mut rest: Vec<Kind>) -> Vec<Kind> {
    rest.insert(0, Kind::LockAll { win: 0 });
    rest.push(Kind::UnlockAll { win: 0 });
    rest
}

#[test]
fn buffers_at_the_origin() {
    // Figure 2.7: buffer write and load, and the same behind the fence.
    assert_eq!(races(vec![fence(), rma(Routine::Get, right()), load(buffer(2)), fence()], 2), [(1, 2)]);
    assert_eq!(races(vec![fence(), rma(Routine::Get, right()), fence(), load(buffer(2))], 2), []);
    assert_eq!(races(vec![fence(), rma(Routine::Put, right()), load(buffer(0)), fence()], 2), []);
    assert_eq!(races(vec![fence(), rma(Routine::Put, right()), store(buffer(0)), fence()], 2), [(1, 2)]);
    let local = locked(vec![rma(Routine::Put, right()), flush(true), store(buffer(0))]);
    assert_eq!(races(local, 2), []);
}

#[test]
fn flush_and_barrier_in_both_orders() {
    let put = || rma(Routine::Put, right());
    assert_eq!(races(locked(vec![put(), flush(false), barrier(), load(cell(0))]), 3), []);
    // "Barrier, then flush" does not order the load behind the neighbour's put.
    assert_eq!(races(locked(vec![put(), barrier(), flush(false), load(cell(0))]), 3), [(1, 4)]);
    assert_eq!(races(locked(vec![put(), flush(false), load(cell(0))]), 3), [(1, 3)]);
    assert_eq!(races(locked(vec![put(), flush(true), barrier(), load(cell(0))]), 3), [(1, 4)]);
    // The data of a get has arrived after a local flush.
    let get = || rma(Routine::Get, right());
    assert_eq!(races(locked(vec![get(), flush(true), barrier(), store(cell(0))]), 3), []);
    assert_eq!(races(locked(vec![get(), barrier(), store(cell(0))]), 3), [(1, 3)]);
}

#[test]
fn direction_of_collectives() {
    let program = |op| {
        let get = on(1, vec![rma(Routine::Put, Expr::Const(0)), flush(false)], vec![]);
        locked(vec![get, collective(op), on(0, vec![load(cell(0))], vec![])])
    };
    for op in [Collective::Barrier, Collective::Allreduce, Collective::Alltoall, Collective::Reduce, Collective::Gather]
    {
        assert_eq!(races(program(op), 2), [], "{op:?}");
    }
    // Root 0 waits for nobody, and the scan goes upwards.
    for op in [Collective::Bcast, Collective::Scan] {
        assert_eq!(races(program(op), 2), [(2, 6)], "{op:?}");
    }
}

#[test]
fn fences() {
    // The first fence is no barrier, but operations start after the fence of their target.
    assert_eq!(races(vec![store(cell(0)), fence(), rma(Routine::Put, right()), fence()], 2), []);
    assert_eq!(races(vec![fence(), store(cell(0)), rma(Routine::Put, right()), fence()], 2), [(1, 2)]);
    assert_eq!(races(vec![fence(), rma(Routine::Put, right()), fence(), load(cell(0))], 2), []);
    assert_eq!(races(vec![fence(), rma(Routine::Put, Expr::Const(0)), fence()], 2), [(1, 1)]);
    assert_eq!(races(vec![fence(), rma(Routine::Accumulate, Expr::Const(0)), fence()], 2), []);
}

#[test]
fn exposures() {
    let program = |early: Vec<Kind>, late: Vec<Kind>| {
        let origin = vec![
            Kind::Start { win: 0, peer: Expr::Const(1) },
            rma(Routine::Put, Expr::Const(1)),
            Kind::Complete { win: 0 },
        ];
        let mut target = vec![Kind::Post { win: 0, peer: Expr::Const(0), promise: Promise::default() }];
        target.extend(early);
        target.push(Kind::WinWait { win: 0 });
        target.extend(late);
        vec![on(0, origin, vec![on(1, target, vec![])])]
    };
    assert_eq!(races(program(vec![], vec![load(cell(0))]), 2), []);
    assert_eq!(races(program(vec![load(cell(0))], vec![]), 2), [(2, 6)]);
}

#[test]
fn locks_exclude_without_order() {
    let program = |exclusive: bool| {
        let zero = || Expr::Const(0);
        let put = rma(Routine::Put, zero());
        vec![Kind::Lock { win: 0, target: zero(), exclusive }, put, Kind::Unlock { win: 0, target: zero() }]
    };
    assert_eq!(races(program(true), 2), []);
    assert_eq!(races(program(false), 2), [(1, 1)]);
}

#[test]
fn messages_order_their_receiver() {
    let send =
        |dest| Kind::Send { place: buffer(5), dest: Expr::Const(dest), tag: 0, synchronous: false, request: None };
    let recv =
        |source: Option<i64>| Kind::Recv { place: buffer(6), source: source.map(Expr::Const), tag: 0, request: None };
    let sender = || vec![rma(Routine::Put, Expr::Const(0)), flush(false), send(0)];
    let pair = locked(vec![on(1, sender(), vec![on(0, vec![recv(Some(1)), load(cell(0))], vec![])])]);
    assert_eq!(races(pair, 2), []);
    // A receive from any source orders one of two senders only: the other can come second.
    let receiver = vec![recv(None), load(cell(0)), recv(None)];
    let other = vec![on(2, vec![send(0)], vec![on(0, receiver, vec![])])];
    assert_eq!(races(locked(vec![on(1, sender(), other)]), 3), [(2, 9)]);
}

#[test]
fn what_is_no_correct_program_is_not_judged() {
    let judged = |main: Vec<Kind>| {
        let main: Vec<Stmt> = main.into_iter().map(Kind::stmt).collect();
        let (before, after, helpers) = (vec![], vec![], vec![]);
        let program = Program {
            windows: vec![0],
            storage: Storage::Static,
            base: Comm::World,
            min_size: 1,
            before,
            main,
            after,
            helpers,
        };
        judge(&program, 2).is_ok()
    };
    assert!(judged(vec![barrier()]));
    assert!(!judged(vec![on(0, vec![barrier()], vec![])]));
    assert!(!judged(vec![rma(Routine::Put, right())]));
    let exchange =
        |first: i64| Kind::Recv { place: buffer(6), source: Some(Expr::Const(first)), tag: 0, request: None };
    assert!(!judged(vec![exchange(0)]));
    assert!(!judged(vec![fence(), rma(Routine::Put, right())]));
}
