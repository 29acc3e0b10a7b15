//! Phases of GASPI programs.

use super::build::{Build, constant, counted, guarded, load, plus, quiet, rank_is, store, when};
use super::lang::{Array, Collective, Kind, Place, Rma, Routine, Stmt, segment};
use crate::expression::{BinOp, Cmp, Cond, Expr};

/// One phase, in one of the ways.
pub(crate) fn phase(b: &mut Build, out: &mut Vec<Stmt>) {
    match b.chance.below(14) {
        0 | 1 => ring(b, out),
        2 => reads(b, out),
        3 | 4 => pair(b, out),
        5 | 6 => handshake(b, out),
        7 => to_root(b, out),
        8 => read_notify(b, out),
        9 => atomics(b, out),
        10 => chain(b, out),
        11 => same_origin(b, out),
        12 => two_queues(b, out),
        _ => parity(b, out),
    }
}

fn meet(b: &mut Build, out: &mut Vec<Stmt>) {
    let op = b.chance.of(&[Collective::Barrier, Collective::Barrier, Collective::Barrier, Collective::Reduce]);
    out.push(b.collective(op));
}

fn post(rma: Rma) -> Stmt {
    Kind::Rma(Box::new(rma)).stmt()
}

/// Of notifications of the segment of an array.
fn waitsome(array: Array, id: Expr) -> Vec<Stmt> {
    let segment = segment(array);
    vec![Kind::WaitSome { segment, first: id.clone(), num: 1 }.stmt(), Kind::Reset { segment, id }.stmt()]
}

fn notify(b: &mut Build, target: Expr, array: Array, id: Expr, channel: u8) -> Stmt {
    let mut rma = b.rma(Routine::Notify, target, Place::at(array, 0));
    rma.word.array = Array::Notification(segment(array));
    (rma.word.index, rma.channel) = (id, channel);
    post(rma)
}

/// A write and its notification, as two calls or as one.
fn send(b: &mut Build, target: Expr, place: Place, id: Expr, channel: u8) -> (Vec<Stmt>, Place) {
    let one = b.chance.percent(50);
    let routine = if one { Routine::WriteNotify } else { Routine::Write };
    let array = place.array;
    let mut rma = b.rma(routine, target.clone(), place);
    (rma.word.index, rma.channel) = (id.clone(), channel);
    if matches!(rma.remote.index, Expr::Const(c) if c < 13) && b.chance.percent(20) {
        rma.count = 2;
    }
    let local = rma.local.clone();
    let mut stmts = vec![post(rma)];
    if !one {
        stmts.push(notify(b, target, array, id, channel));
    }
    (stmts, local)
}

/// The source is used again, behind the queue.
fn reuse(b: &mut Build, local: Place, channel: u8, out: &mut Vec<Stmt>) {
    if b.chance.percent(60) {
        out.push(quiet(channel));
        out.push(store(local));
    }
}

fn ring(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, channel) = (b.shared(), b.cell(), b.channel());
    let id = constant(b.words(1));
    let distance = b.chance.of(&[1, 1, -1]);
    if b.chance.percent(30) {
        out.push(b.use_place(Place::new(array, cell.clone())));
        meet(b, out);
    }
    let (stmts, local) = send(b, Expr::ring(distance), Place::new(array, cell.clone()), id.clone(), channel);
    if b.chance.percent(40) {
        out.push(store(local.clone()));
    }
    out.extend(stmts);
    let early = b.chance.percent(40);
    if early {
        reuse(b, local.clone(), channel, out);
    }
    out.extend(waitsome(array, id));
    out.push(b.use_place(Place::new(array, cell)));
    if !early {
        reuse(b, local, channel, out);
    }
    meet(b, out);
}

fn reads(b: &mut Build, out: &mut Vec<Stmt>) {
    let (pattern, array, channel) = (b.pattern(), b.shared(), b.channel());
    let mut rma = b.rma(Routine::Read, pattern.target.clone(), Place::new(array, pattern.index.clone()));
    rma.channel = channel;
    if b.chance.percent(50) {
        b.use_hit(array, &pattern, out);
        meet(b, out);
    }
    if pattern.looped.is_some() {
        rma.local.index = Expr::Counter(0);
    }
    let local = rma.local.clone();
    let mut body = vec![post(rma)];
    let inside = b.chance.percent(50);
    if inside {
        body.push(quiet(channel));
        body.push(b.use_place(local.clone()));
    }
    out.extend(Build::around(&pattern, body));
    if !inside {
        out.push(quiet(channel));
        if pattern.looped.is_none() {
            out.push(load(local));
        }
    }
    meet(b, out);
    b.use_hit(array, &pattern, out);
    meet(b, out);
}

fn pair(b: &mut Build, out: &mut Vec<Stmt>) {
    let ((from, to), array, cell, channel) = (b.pair(), b.shared(), b.cell(), b.channel());
    let (id, answer) = (constant(b.words(1)), constant(b.words(1)));
    let place = Place::new(array, cell);
    let (mut first, local) = send(b, constant(to), place.clone(), id.clone(), channel);
    let mut second = waitsome(array, id);
    second.push(b.use_place(place.clone()));
    if b.chance.percent(50) {
        second.push(notify(b, constant(from), array, answer.clone(), 0));
        first.extend(waitsome(array, answer));
        // A process that knows that the data has arrived needs no wait for the queue.
        first.push(store(local));
        if b.chance.percent(40) {
            let mut again = b.rma(Routine::Write, constant(to), place);
            again.channel = channel;
            first.push(post(again));
        }
    } else {
        reuse(b, local, channel, &mut first);
    }
    out.push(when(rank_is(from), first, guarded(Some(rank_is(to)), second)));
    out.push(quiet(channel));
    meet(b, out);
}

fn handshake(b: &mut Build, out: &mut Vec<Stmt>) {
    let ((from, to), array, cell, channel) = (b.pair(), b.shared(), b.cell(), b.channel());
    let (id, answer) = (constant(b.words(1)), constant(b.words(1)));
    let place = Place::new(array, cell);
    let (stmts, local) = send(b, constant(to), place.clone(), id.clone(), channel);
    let mut first = Vec::new();
    if b.chance.percent(50) {
        first.push(store(local));
    }
    first.extend(stmts);
    first.extend(waitsome(array, answer.clone()));
    if b.chance.percent(40) {
        first.push(quiet(channel));
    }
    let mut second = waitsome(array, id);
    second.push(b.use_place(place));
    second.push(notify(b, constant(from), array, answer, 0));
    let bound = constant(2 + b.chance.below(2) as i64);
    out.push(counted(1, bound, vec![when(rank_is(from), first, guarded(Some(rank_is(to)), second))]));
    out.push(quiet(channel));
    meet(b, out);
}

/// All send a slot to a root, with a notification each.
fn to_root(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, channel, first) = (b.shared(), b.channel(), b.words(7));
    let place = Place::new(array, Expr::Rank);
    let (stmts, local) = send(b, constant(0), place, plus(Expr::Rank, first), channel);
    out.extend(stmts);
    let mut body = waitsome(array, plus(Expr::Counter(1), first));
    let used = b.use_place(Place::new(array, Expr::Counter(1)));
    let inside = b.chance.percent(50);
    if inside {
        body.push(used.clone());
    }
    let mut root = vec![counted(1, Expr::Size, body)];
    if !inside {
        root.push(counted(1, Expr::Size, vec![used]));
    }
    out.push(when(rank_is(0), root, vec![]));
    reuse(b, local, channel, out);
    meet(b, out);
}

fn read_notify(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, channel, id) = (b.shared(), b.cell(), b.channel(), constant(b.words(1)));
    let place = Place::new(array, cell);
    let mut rma = b.rma(Routine::ReadNotify, Expr::ring(1), place.clone());
    (rma.word.index, rma.channel) = (id.clone(), channel);
    let local = rma.local.clone();
    out.push(post(rma));
    // The notification is one of the segment that the data goes to.
    out.extend(waitsome(local.array, id));
    out.push(b.use_place(local));
    meet(b, out);
    out.push(b.use_place(place));
    meet(b, out);
}

fn atomics(b: &mut Build, out: &mut Vec<Stmt>) {
    let array = b.shared();
    let place = Place::at(array, 8 + 2 * b.chance.below(3) as i64);
    if b.chance.percent(50) {
        out.extend(guarded(Some(rank_is(0)), vec![store(place.clone())]));
        meet(b, out);
    }
    for _ in 0..1 + b.chance.below(2) {
        let routine = b.chance.of(&[Routine::FetchAdd, Routine::FetchAdd, Routine::CompareSwap]);
        let target = if b.chance.percent(80) { constant(0) } else { Expr::ring(1) };
        let rma = b.rma(routine, target, place.clone());
        out.push(post(rma));
    }
    meet(b, out);
    let used = b.use_place(place);
    out.push(used);
    meet(b, out);
}

/// Data goes to one process, and a notification of it through another process, after an answer.
fn chain(b: &mut Build, out: &mut Vec<Stmt>) {
    b.need(3);
    let (array, cell) = (b.shared(), b.cell());
    let ids: Vec<Expr> = (0..3).map(|_| constant(b.words(1))).collect();
    let [p, q, r] = b.chance.of(&[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1]]);
    let place = Place::new(array, cell);
    // r hears of the data and tells q, which then reads or writes the same place of r.
    let (first, _) = send(b, constant(r), place.clone(), ids[0].clone(), 0);
    let mut third = waitsome(array, ids[0].clone());
    third.push(b.use_place(place.clone()));
    third.push(notify(b, constant(q), array, ids[1].clone(), 0));
    let mut second = waitsome(array, ids[1].clone());
    let routine = b.chance.of(&[Routine::Write, Routine::Read]);
    let rma = b.rma(routine, constant(r), place);
    second.extend([post(rma), quiet(0)]);
    let rest = vec![when(rank_is(q), second, guarded(Some(rank_is(r)), third))];
    out.push(when(rank_is(p), first, rest));
    out.push(quiet(0));
    meet(b, out);
}

/// Operations of one process on one place.
fn same_origin(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, channel) = (b.shared(), b.cell(), b.channel());
    let ids = [constant(b.words(1)), constant(b.words(1))];
    let place = Place::new(array, cell);
    let mut one = b.rma(Routine::Write, Expr::ring(1), place.clone());
    let mut two = b.rma(Routine::Write, Expr::ring(1), place.clone());
    (one.channel, two.channel) = (channel, channel);
    out.push(post(one));
    out.push(notify(b, Expr::ring(1), array, ids[0].clone(), channel));
    out.push(post(two));
    out.push(notify(b, Expr::ring(1), array, ids[1].clone(), channel));
    out.extend(waitsome(array, ids[1].clone()));
    if b.chance.percent(50) {
        out.extend(waitsome(array, ids[0].clone()));
    }
    out.push(b.use_place(place));
    out.push(quiet(channel));
    meet(b, out);
}

/// Two messages on different queues; their sources are used again in turn.
fn two_queues(b: &mut Build, out: &mut Vec<Stmt>) {
    let (from, to) = b.pair();
    let array = b.shared();
    let ids = [constant(b.words(1)), constant(b.words(1))];
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let mut locals = Vec::new();
    for queue in 0..2 {
        let place = Place::at(array, 8 + 2 * i64::from(queue));
        let id = ids[queue as usize].clone();
        let (stmts, local) = send(b, constant(to), place.clone(), id.clone(), queue);
        first.extend(stmts);
        locals.push(local);
        second.extend(waitsome(array, id));
        second.push(b.use_place(place));
    }
    for queue in 0..2 {
        first.push(quiet(queue));
        if b.chance.percent(50) {
            first.push(store(locals[queue as usize].clone()));
        }
    }
    out.push(when(rank_is(from), first, guarded(Some(rank_is(to)), second)));
    meet(b, out);
}

/// Neighbours exchange in a loop, in two places by the parity of the step.
fn parity(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, first) = (b.shared(), b.words(2));
    let steps = constant(2 + b.chance.below(2) as i64);
    let parity = Expr::Counter(1).bin(BinOp::Mod, constant(2));
    let place = Place::new(array, plus(parity.clone(), 8));
    let id = plus(parity, first);
    let (mut body, local) = send(b, Expr::ring(1), place.clone(), id.clone(), 0);
    body.extend(waitsome(array, id));
    body.push(b.use_place(place));
    if b.chance.percent(50) {
        body.extend([quiet(0), store(local)]);
    }
    let last = Cond { cmp: Cmp::Ge, left: Expr::Size, right: constant(1) };
    let barrier = b.collective(Collective::Barrier);
    body.extend(if b.chance.percent(80) { vec![barrier] } else { vec![when(last, vec![barrier], vec![])] });
    out.push(counted(1, steps, body));
    out.push(quiet(0));
    meet(b, out);
}
