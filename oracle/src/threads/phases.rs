//! Pieces of programs that are free of races: a phase of a team, and what makes its operations complete everywhere.

use super::lang::{ARRAYS, Array, Flush, Index, Kind, Place, Routine, Stmt, Target};
use crate::chance::Chance;

/// Elements of the part of one thread.
const PART: i64 = 4;
/// Iterations of a loop: no more than threads, so that each may have a thread of its own.
const ITERATIONS: i64 = 4;

fn at(array: Array, base: i64) -> Place {
    Place { array, index: Index { base, ..Index::default() } }
}

fn of_thread(array: Array, base: i64) -> Place {
    Place { array, index: Index { base, thread: PART, ..Index::default() } }
}

fn of_iteration(array: Array, base: i64) -> Place {
    Place { array, index: Index { base, var: 1, ..Index::default() } }
}

fn rma(routine: Routine, local: Place, target: Target, remote: Index, count: i64) -> Stmt {
    Kind::Rma { routine, local, target, remote, count }.stmt()
}

fn buffer(chance: &mut Chance) -> Array {
    Array::Buffer(chance.below(usize::from(ARRAYS)) as u8)
}

fn ring(chance: &mut Chance) -> Target {
    chance.of(&[Target::Right, Target::Right, Target::Left])
}

fn completes(chance: &mut Chance, target: Target) -> Stmt {
    Kind::Flush(chance.of(&[Flush::All, Flush::One(target)])).stmt()
}

fn stores(place: Place) -> Stmt {
    Kind::Store(place).stmt()
}

fn loads(place: Place) -> Stmt {
    Kind::Load(place).stmt()
}

/// Code that one thread runs, and whether a barrier follows by itself.
fn by_one(chance: &mut Chance, body: Vec<Stmt>) -> Vec<Stmt> {
    match chance.below(5) {
        0 | 1 => vec![Kind::Master(body).stmt(), Kind::Team.stmt()],
        2 => vec![Kind::Thread { number: 0, body }.stmt(), Kind::Team.stmt()],
        3 => vec![Kind::Single { nowait: true, body }.stmt(), Kind::Team.stmt()],
        _ => vec![Kind::Single { nowait: false, body }.stmt()],
    }
}

/// Completes all operations of all processes, and orders what follows behind it.
fn synchronise(chance: &mut Chance) -> Vec<Stmt> {
    let flush = Kind::Flush(Flush::All).stmt();
    if chance.percent(30) {
        let mut all = vec![flush, Kind::Team.stmt()];
        all.extend(by_one(chance, vec![Kind::Processes.stmt()]));
        return all;
    }
    let mut all = vec![Kind::Team.stmt()];
    all.extend(by_one(chance, vec![flush, Kind::Processes.stmt()]));
    all
}

/// A phase of a team.
fn phase(chance: &mut Chance) -> Vec<Stmt> {
    match chance.below(12) {
        0 => own_parts(chance),
        1 => own_parts_read(chance),
        2 => one_for_all(chance),
        3 => given_thread(chance),
        4 => loop_of_puts(chance),
        5 => two_loops(chance),
        6 => critical(chance),
        7 => accumulates(chance),
        8 => sections(chance),
        9 => chain_of_tasks(chance),
        10 => tasks(chance),
        _ => window_and_barrier(chance),
    }
}

/// Each thread fills and puts a part of its own.
fn own_parts(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target, count) = (buffer(chance), ring(chance), 1 + chance.below(4) as i64);
    let base = chance.of(&[0, 0, 8, 16]);
    let place = of_thread(array, base);
    let remote = of_thread(Array::Window, chance.of(&[0, 8, 16])).index;
    let routine = chance.of(&[Routine::Put, Routine::Put, Routine::Accumulate]);
    let mut all = vec![stores(place), rma(routine, place, target, remote, count)];
    if chance.percent(50) {
        all.push(chance.of(&[Kind::Flush(Flush::LocalAll), Kind::Flush(Flush::LocalOne(target))]).stmt());
        all.push(stores(place));
    }
    all
}

/// Each thread gets a part of its own and looks at it.
fn own_parts_read(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target, count) = (buffer(chance), ring(chance), 1 + chance.below(4) as i64);
    let place = of_thread(array, chance.of(&[0, 8]));
    let remote = chance.of(&[at(Array::Window, 0), of_thread(Array::Window, 8)]).index;
    vec![rma(Routine::Get, place, target, remote, count), completes(chance, target), loads(place)]
}

/// One thread communicates, the others use what came, or store to what went.
fn one_for_all(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    let get = chance.percent(50);
    let routine = if get { Routine::Get } else { Routine::Put };
    let remote = at(Array::Window, chance.below(8) as i64).index;
    let body = vec![rma(routine, at(array, 0), target, remote, 16), completes(chance, target)];
    let mut all = by_one(chance, body);
    all.push(if get { loads(of_thread(array, 0)) } else { stores(of_thread(array, 0)) });
    all
}

/// One given thread issues an operation, and completes it after a barrier; other threads use the buffer after the
/// next barrier.
fn given_thread(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target, number) = (buffer(chance), ring(chance), chance.below(3) as i64);
    let routine = chance.of(&[Routine::Get, Routine::Put]);
    let remote = at(Array::Window, 0).index;
    let issue = Kind::Thread { number, body: vec![rma(routine, at(array, 0), target, remote, 4)] }.stmt();
    let complete = Kind::Thread { number, body: vec![completes(chance, target)] }.stmt();
    let user = chance.below(3) as i64;
    let access = Kind::Thread { number: user, body: vec![stores(at(array, chance.below(4) as i64))] }.stmt();
    vec![issue, Kind::Team.stmt(), complete, Kind::Team.stmt(), access]
}

fn schedule(chance: &mut Chance) -> Option<i64> {
    chance.of(&[None, None, Some(1), Some(2)])
}

/// A worksharing loop puts or gets element by element.
fn loop_of_puts(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    let place = of_iteration(array, chance.of(&[0, 4]));
    let remote = of_iteration(Array::Window, chance.of(&[0, 16])).index;
    let body = if chance.percent(50) {
        vec![stores(place), rma(Routine::Put, place, target, remote, 1)]
    } else {
        vec![rma(Routine::Get, place, target, remote, 1), completes(chance, target), loads(place)]
    };
    vec![Kind::For { chunk: schedule(chance), nowait: chance.percent(30), count: ITERATIONS, body }.stmt()]
}

/// Two loops of one schedule: what the first one stores the second one puts.
fn two_loops(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target, chunk) = (buffer(chance), ring(chance), schedule(chance));
    let place = of_iteration(array, 0);
    let remote = of_iteration(Array::Window, 8).index;
    let put = vec![rma(Routine::Put, place, target, remote, 1)];
    let nowait = chance.percent(60);
    vec![
        Kind::For { chunk, nowait, count: ITERATIONS, body: vec![stores(place)] }.stmt(),
        Kind::For { chunk, nowait: false, count: ITERATIONS, body: put }.stmt(),
    ]
}

/// Threads put or get the same elements, one after the other.
fn critical(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    let place = at(array, 0);
    let remote = at(Array::Window, 4).index;
    let mut body = if chance.percent(50) {
        vec![stores(place), rma(Routine::Put, place, target, remote, 2)]
    } else {
        vec![rma(Routine::Get, place, target, remote, 2)]
    };
    body.push(completes(chance, target));
    body.push(loads(place));
    vec![Kind::Critical { name: chance.below(2) as u8, body }.stmt()]
}

/// Operations that are atomic to each other.
fn accumulates(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), chance.of(&[Target::Right, Target::First]));
    let remote = at(Array::Window, 2).index;
    vec![rma(Routine::Accumulate, at(array, 0), target, remote, 2)]
}

fn sections(chance: &mut Chance) -> Vec<Stmt> {
    let target = ring(chance);
    let remote = |base| at(Array::Window, base).index;
    let put = vec![rma(Routine::Put, at(Array::Buffer(0), 0), target, remote(0), 4), completes(chance, target)];
    let get = vec![
        rma(Routine::Get, at(Array::Buffer(1), 0), target, remote(8), 4),
        completes(chance, target),
        loads(at(Array::Buffer(1), 1)),
    ];
    let own = vec![stores(at(Array::Buffer(2), 0))];
    let mut parts = vec![put, get, own];
    parts.remove(chance.below(3));
    vec![Kind::Sections { nowait: chance.percent(30), parts }.stmt()]
}

/// Tasks of which each waits for the one before.
fn chain_of_tasks(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    let routine = chance.of(&[Routine::Get, Routine::Put]);
    let remote = at(Array::Window, 0).index;
    let issue = vec![rma(routine, at(array, 0), target, remote, 4), completes(chance, target)];
    let task = |depends: &[(u8, bool)], body| Kind::Task { depends: depends.to_vec(), body }.stmt();
    let mut body = vec![task(&[(0, true)], issue)];
    let last = if chance.percent(50) {
        body.push(task(&[(0, false), (1, true)], vec![loads(at(Array::Window, 20))]));
        task(&[(1, false)], vec![stores(at(array, 1))])
    } else {
        task(&[(0, false)], vec![stores(at(array, 1))])
    };
    body.push(last);
    if chance.percent(40) {
        body.push(Kind::Wait.stmt());
        body.push(loads(at(array, 2)));
    }
    vec![Kind::Single { nowait: chance.percent(20), body }.stmt()]
}

/// Concurrent tasks, and the wait for them.
fn tasks(chance: &mut Chance) -> Vec<Stmt> {
    let target = ring(chance);
    let remote = |base| at(Array::Window, base).index;
    let task = |body| Kind::Task { depends: vec![], body }.stmt();
    let one = task(vec![rma(Routine::Get, at(Array::Buffer(0), 0), target, remote(0), 4), completes(chance, target)]);
    let two = task(vec![rma(Routine::Get, at(Array::Buffer(1), 0), target, remote(0), 4), completes(chance, target)]);
    let use_ = loads(at(Array::Buffer(0), chance.below(4) as i64));
    let other = stores(at(Array::Buffer(2), 0));
    let body = if chance.percent(50) {
        vec![Kind::Group(vec![one, two]).stmt(), use_]
    } else {
        vec![one, two, other, Kind::Wait.stmt(), use_]
    };
    match chance.below(3) {
        0 => vec![Kind::Master(body).stmt()],
        _ => vec![Kind::Single { nowait: chance.percent(40), body }.stmt()],
    }
}

/// Processes store to their own windows; after a barrier others read there.
fn window_and_barrier(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    let mut all = vec![stores(of_thread(Array::Window, 0)), Kind::Team.stmt()];
    all.extend(by_one(chance, vec![Kind::Processes.stmt()]));
    let remote = of_thread(Array::Window, 0).index;
    all.push(rma(Routine::Get, of_thread(array, 0), target, remote, 4));
    all
}

/// Statements between two regions.
fn serial(chance: &mut Chance) -> Vec<Stmt> {
    let (array, target) = (buffer(chance), ring(chance));
    match chance.below(3) {
        0 => vec![Kind::Flush(Flush::All).stmt(), Kind::Processes.stmt(), loads(at(Array::Window, 1))],
        1 => {
            let remote = at(Array::Window, 0).index;
            vec![rma(Routine::Put, at(array, 0), target, remote, 4), completes(chance, target), stores(at(array, 0))]
        }
        _ => vec![stores(at(array, 0))],
    }
}

/// A program free of races.
pub fn skeleton(chance: &mut Chance) -> Vec<Stmt> {
    let mut main = Vec::new();
    if chance.percent(40) {
        main.extend(serial(chance));
    }
    for _ in 0..1 + chance.below(2) {
        let mut body = Vec::new();
        for _ in 0..1 + chance.below(3) {
            body.extend(phase(chance));
            body.extend(synchronise(chance));
        }
        main.push(Kind::Region(body).stmt());
        if chance.percent(50) {
            main.extend(serial(chance));
        }
    }
    main
}
