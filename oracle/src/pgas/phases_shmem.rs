//! Phases of OpenSHMEM programs.

use super::build::{Build, constant, counted, guarded, load, plus, quiet, rank_is, store, wait, when};
use super::lang::{Array, Collective, Kind, Place, Routine, Stmt, Update, Way};
use crate::expression::{BinOp, Cmp, Expr};

/// One phase, in one of the ways.
pub(crate) fn phase(b: &mut Build, out: &mut Vec<Stmt>) {
    match b.chance.below(16) {
        0 | 1 => puts(b, out),
        2 => gets(b, out),
        3 => atomics(b, out),
        4 | 5 => flag_pair(b, out),
        6 => signal_ring(b, out),
        7 => to_root(b, out),
        8 | 9 => handshake(b, out),
        10 => locked(b, out),
        11 => chain(b, out),
        12 => same_origin(b, out),
        13 => one_after_the_other(b, out),
        14 => ping_pong(b, out),
        _ => alternating(b, out),
    }
}

/// All processes synchronise; pending operations are complete before.
fn settle(b: &mut Build, channel: u8, out: &mut Vec<Stmt>) {
    if channel != 0 {
        out.push(quiet(channel));
    }
    match b.chance.below(6) {
        0 => out.extend([quiet(0), b.collective(Collective::Sync)]),
        1 => {
            let op = b.chance.of(&[Collective::Reduce, Collective::Collect, Collective::Alltoall]);
            out.extend([quiet(0), b.collective(op)]);
        }
        _ => out.push(b.collective(Collective::Barrier)),
    }
}

fn meet(b: &mut Build, out: &mut Vec<Stmt>) {
    let op = b.chance.of(&[Collective::Barrier, Collective::Barrier, Collective::Sync, Collective::Reduce]);
    out.push(b.collective(op));
}

fn way(b: &mut Build) -> Way {
    b.chance.of(&[Way::Until, Way::Until, Way::Until, Way::TestLoop, Way::FetchLoop])
}

fn puts(b: &mut Build, out: &mut Vec<Stmt>) {
    let (pattern, array, channel) = (b.pattern(), b.shared(), b.channel());
    let routine = b.chance.of(&[Routine::Put, Routine::Put, Routine::PutNbi, Routine::PutNbi, Routine::P]);
    let mut rma = b.rma(routine, pattern.target.clone(), Place::new(array, pattern.index.clone()));
    rma.channel = channel;
    if matches!(pattern.index, Expr::Const(c) if c < 13) && b.chance.percent(25) && routine != Routine::P {
        rma.count = 2;
    }
    if b.chance.percent(40) {
        b.use_hit(array, &pattern, out);
        meet(b, out);
    }
    if b.chance.percent(50) && pattern.looped.is_none() {
        out.push(store(rma.local.clone()));
    }
    let local = rma.local.clone();
    let mut body = vec![Kind::Rma(Box::new(rma)).stmt()];
    let reuse = b.chance.percent(50) && routine != Routine::P;
    if reuse && routine == Routine::Put {
        body.push(store(local.clone()));
    } else if reuse && b.chance.percent(30) {
        body.extend([quiet(channel), store(local.clone())]);
    }
    out.extend(Build::around(&pattern, body));
    settle(b, channel, out);
    b.use_hit(array, &pattern, out);
    if reuse {
        out.push(store(local));
    }
    meet(b, out);
}

fn gets(b: &mut Build, out: &mut Vec<Stmt>) {
    let (pattern, array, channel) = (b.pattern(), b.shared(), b.channel());
    let routine = b.chance.of(&[Routine::Get, Routine::GetNbi, Routine::GetNbi, Routine::G]);
    let mut rma = b.rma(routine, pattern.target.clone(), Place::new(array, pattern.index.clone()));
    rma.channel = channel;
    if b.chance.percent(60) {
        b.use_hit(array, &pattern, out);
        meet(b, out);
    }
    if pattern.looped.is_some() {
        rma.local.index = Expr::Counter(0);
    }
    let local = rma.local.clone();
    let mut body = vec![Kind::Rma(Box::new(rma)).stmt()];
    let complete = b.chance.percent(50);
    if complete {
        if routine == Routine::GetNbi {
            body.push(quiet(channel));
        }
        if routine != Routine::G {
            body.push(b.use_place(local.clone()));
        }
    }
    out.extend(Build::around(&pattern, body));
    if !complete {
        out.push(quiet(channel));
        if pattern.looped.is_none() && routine != Routine::G {
            out.push(load(local));
        }
    }
    meet(b, out);
    b.use_hit(array, &pattern, out);
    meet(b, out);
}

fn atomics(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, channel) = (b.shared(), b.cell(), b.channel());
    let root = b.chance.below(2) as i64;
    b.need(root + 1);
    let choices = [
        Routine::AtomicAdd,
        Routine::AtomicAdd,
        Routine::AtomicSet,
        Routine::AtomicFetchAdd,
        Routine::AtomicSwap,
        Routine::AtomicCompareSwap,
        Routine::AtomicFetch,
        Routine::AtomicFetchAddNbi,
    ];
    let place = Place::new(array, cell);
    if b.chance.percent(50) {
        out.extend(guarded(Some(rank_is(root)), vec![store(place.clone())]));
        meet(b, out);
    }
    for _ in 0..1 + b.chance.below(2) {
        let routine = b.chance.of(&choices);
        let target = if b.chance.percent(80) { constant(root) } else { Expr::ring(1) };
        let mut rma = b.rma(routine, target, place.clone());
        rma.channel = channel;
        let local = rma.local.clone();
        out.push(Kind::Rma(Box::new(rma)).stmt());
        if routine == Routine::AtomicFetchAddNbi {
            out.extend([quiet(channel), load(local)]);
        }
    }
    settle(b, channel, out);
    let used = b.use_place(place);
    out.extend(guarded(b.chance.percent(70).then(|| rank_is(root)), vec![used]));
    meet(b, out);
}

/// An update of a flag at `target` behind what was sent there before.
fn raise(b: &mut Build, target: Expr, flag: Expr, value: Expr, channel: u8) -> Stmt {
    let routine = b.chance.of(&[Routine::AtomicSet, Routine::AtomicSet, Routine::P, Routine::AtomicSwap]);
    let mut rma = b.rma(routine, target, Place::new(Array::Flag, flag));
    (rma.value, rma.channel) = (value, channel);
    Kind::Rma(Box::new(rma)).stmt()
}

fn order(b: &mut Build, channel: u8) -> Stmt {
    if b.chance.percent(75) { Kind::Fence { channel }.stmt() } else { quiet(channel) }
}

fn put_like(b: &mut Build) -> Routine {
    b.chance.of(&[Routine::Put, Routine::Put, Routine::PutNbi, Routine::P])
}

fn flag_pair(b: &mut Build, out: &mut Vec<Stmt>) {
    let ((from, to), array, cell, channel) = (b.pair(), b.shared(), b.cell(), b.channel());
    let flag = b.words(2);
    let routine = put_like(b);
    let mut rma = b.rma(routine, constant(to), Place::new(array, cell.clone()));
    rma.channel = channel;
    let local = rma.local.clone();
    let mut first = vec![Kind::Rma(Box::new(rma)).stmt(), order(b, channel)];
    first.push(raise(b, constant(to), constant(flag), constant(1), channel));
    let way = way(b);
    let word = Place::at(Array::Flag, flag);
    let cmp = b.chance.of(&[Cmp::Eq, Cmp::Ge, Cmp::Ne]);
    let value = i64::from(cmp != Cmp::Ne);
    let mut second = vec![wait(word.clone(), cmp, constant(value), way)];
    if b.chance.percent(25) {
        second.push(store(word));
    }
    second.push(b.use_place(Place::new(array, cell)));
    if b.chance.percent(40) {
        second.push(raise(b, constant(from), constant(flag + 1), constant(1), 0));
        first.push(wait(Place::at(Array::Flag, flag + 1), Cmp::Eq, constant(1), Way::Until));
        first.push(store(local));
    }
    out.push(when(rank_is(from), first, guarded(Some(rank_is(to)), second)));
    settle(b, channel, out);
}

fn signal_ring(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, distance) = (b.shared(), b.cell(), b.chance.of(&[1, -1]));
    let word = b.words(1);
    let update = b.chance.of(&[Update::Set, Update::Add]);
    let nbi = b.chance.percent(50);
    let routine = if nbi { Routine::PutSignalNbi(update) } else { Routine::PutSignal(update) };
    let mut rma = b.rma(routine, Expr::ring(distance), Place::new(array, cell.clone()));
    rma.word = Place::at(Array::Signal, word);
    rma.count = 1 + b.chance.below(2) as u8;
    let local = rma.local.clone();
    let channel = b.channel();
    rma.channel = channel;
    out.push(Kind::Rma(Box::new(rma)).stmt());
    if !nbi && b.chance.percent(40) {
        out.push(store(local.clone()));
    }
    let way = b.chance.of(&[Way::Until, Way::Until, Way::FetchLoop]);
    out.push(wait(Place::at(Array::Signal, word), Cmp::Ge, constant(1), way));
    out.push(b.use_place(Place::new(array, cell)));
    if nbi && b.chance.percent(50) {
        out.extend([quiet(channel), store(local)]);
    }
    settle(b, channel, out);
}

/// All send a slot to a root that counts, or that has a flag for each.
fn to_root(b: &mut Build, out: &mut Vec<Stmt>) {
    let array = b.shared();
    let each = b.chance.percent(50);
    let flag = b.words(if each { 7 } else { 1 });
    let routine = put_like(b);
    let rma = b.rma(routine, constant(0), Place::new(array, Expr::Rank));
    out.extend([Kind::Rma(Box::new(rma)).stmt(), order(b, 0)]);
    let mut root = Vec::new();
    if each {
        out.push(raise(b, constant(0), plus(Expr::Rank, flag), constant(1), 0));
        let all = b.chance.percent(60);
        let word = Place::at(Array::Flag, flag);
        if all || b.chance.percent(30) {
            let (count, cmp, value) = (Expr::Size, Cmp::Eq, constant(1));
            root.push(Kind::WaitMany { word, count, all: true, cmp, value }.stmt());
            root.push(counted(1, Expr::Size, vec![load(Place::new(array, Expr::Counter(1)))]));
        } else {
            let word = Place::new(Array::Flag, plus(Expr::Counter(1), flag));
            let used = b.use_place(Place::new(array, Expr::Counter(1)));
            let body = vec![wait(word, Cmp::Eq, constant(1), Way::Until), used];
            root.push(counted(1, Expr::Size, body));
        }
    } else {
        let mut update = b.rma(Routine::AtomicAdd, constant(0), Place::at(Array::Flag, flag));
        update.value = constant(1);
        out.push(Kind::Rma(Box::new(update)).stmt());
        let way = way(b);
        let cmp = b.chance.of(&[Cmp::Ge, Cmp::Eq]);
        root.push(wait(Place::at(Array::Flag, flag), cmp, Expr::Size, way));
        let used = b.use_place(Place::new(array, Expr::Counter(1)));
        root.push(counted(1, Expr::Size, vec![used]));
    }
    out.push(when(rank_is(0), root, vec![]));
    settle(b, 0, out);
}

/// A loop of messages with credits.
fn handshake(b: &mut Build, out: &mut Vec<Stmt>) {
    let ((from, to), array, cell) = (b.pair(), b.shared(), b.cell());
    let (flag, credit) = (b.words(1), b.words(1));
    let next = || plus(Expr::Counter(1), 1);
    let routine = put_like(b);
    let rma = b.rma(routine, constant(to), Place::new(array, cell.clone()));
    let local = rma.local.clone();
    let cmp = b.chance.of(&[Cmp::Eq, Cmp::Ge]);
    let way = way(b);
    let mut first = vec![wait(Place::at(Array::Flag, credit), cmp, Expr::Counter(1), Way::Until)];
    if routine != Routine::P && b.chance.percent(50) {
        first.push(store(local));
    }
    first.extend([Kind::Rma(Box::new(rma)).stmt(), order(b, 0)]);
    first.push(raise(b, constant(to), constant(flag), next(), 0));
    let mut second = vec![wait(Place::at(Array::Flag, flag), cmp, next(), way)];
    second.push(b.use_place(Place::new(array, cell)));
    second.push(raise(b, constant(from), constant(credit), next(), 0));
    let bound = constant(2 + b.chance.below(2) as i64);
    let body = vec![when(rank_is(from), first, guarded(Some(rank_is(to)), second))];
    out.push(counted(1, bound, body));
    settle(b, 0, out);
}

fn locked(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, root) = (b.shared(), b.cell(), constant(0));
    let lock = b.chance.below(2) as u8;
    let place = Place::new(array, cell);
    let mut inside = Vec::new();
    for _ in 0..1 + b.chance.below(2) {
        let routine = b.chance.of(&[Routine::Put, Routine::Get, Routine::P, Routine::G, Routine::GetNbi]);
        let rma = b.rma(routine, root.clone(), place.clone());
        inside.push(Kind::Rma(Box::new(rma)).stmt());
        if b.chance.percent(60) || routine == Routine::GetNbi {
            inside.push(quiet(0));
        } else if matches!(routine, Routine::Put | Routine::P) {
            inside.push(order(b, 0));
            // A get is not ordered by a fence.
            inside.push(quiet(0));
        }
    }
    let (take, give) = (Kind::Lock { lock }.stmt(), Kind::Unlock { lock }.stmt());
    let mut body = vec![take.clone()];
    body.append(&mut inside);
    body.push(give.clone());
    if b.chance.percent(40) {
        let used = b.use_place(place.clone());
        let owner = vec![take, used, give];
        out.push(when(rank_is(0), owner, body));
    } else {
        out.extend(body);
    }
    meet(b, out);
    let used = b.use_place(place);
    out.extend(guarded(Some(rank_is(0)), vec![used]));
    meet(b, out);
}

/// Data goes to one process, the news of it through another.
fn chain(b: &mut Build, out: &mut Vec<Stmt>) {
    b.need(3);
    let (array, cell) = (b.shared(), b.cell());
    let (first_flag, second_flag) = (b.words(1), b.words(1));
    let [p, q, r] = b.chance.of(&[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1]]);
    let routine = put_like(b);
    let rma = b.rma(routine, constant(r), Place::new(array, cell.clone()));
    let first =
        vec![Kind::Rma(Box::new(rma)).stmt(), quiet(0), raise(b, constant(q), constant(first_flag), constant(1), 0)];
    let way = way(b);
    let second = vec![
        wait(Place::at(Array::Flag, first_flag), Cmp::Eq, constant(1), way),
        raise(b, constant(r), constant(second_flag), constant(1), 0),
    ];
    let third = vec![
        wait(Place::at(Array::Flag, second_flag), Cmp::Eq, constant(1), Way::Until),
        b.use_place(Place::new(array, cell)),
    ];
    let rest = vec![when(rank_is(q), second, guarded(Some(rank_is(r)), third))];
    out.push(when(rank_is(p), first, rest));
    settle(b, 0, out);
}

/// Operations of one process on one place.
fn same_origin(b: &mut Build, out: &mut Vec<Stmt>) {
    let (pattern, array, channel) = (b.pattern(), b.shared(), b.channel());
    let place = Place::new(array, pattern.index.clone());
    let first = put_like(b);
    let second = b.chance.of(&[Routine::Put, Routine::PutNbi, Routine::Get, Routine::P, Routine::GetNbi]);
    let mut one = b.rma(first, pattern.target.clone(), place.clone());
    let mut two = b.rma(second, pattern.target.clone(), place);
    (one.channel, two.channel) = (channel, channel);
    if pattern.looped.is_some() {
        two.local.index = Expr::Counter(0);
    }
    let between = if matches!(second, Routine::Get | Routine::GetNbi) { quiet(channel) } else { order(b, channel) };
    let body = vec![Kind::Rma(Box::new(one)).stmt(), between, Kind::Rma(Box::new(two)).stmt()];
    out.extend(Build::around(&pattern, body));
    settle(b, channel, out);
    b.use_hit(array, &pattern, out);
    meet(b, out);
}

/// A token goes round; who has it works on the memory of the first.
fn one_after_the_other(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, cell, flag) = (b.shared(), b.cell(), b.words(1));
    let routine = b.chance.of(&[Routine::Put, Routine::P, Routine::PutNbi, Routine::Get]);
    let rma = b.rma(routine, constant(0), Place::new(array, cell.clone()));
    let word = Place::at(Array::Flag, flag);
    let not_first = crate::expression::Cond { cmp: Cmp::Ne, left: Expr::Rank, right: constant(0) };
    out.push(when(not_first, vec![wait(word, Cmp::Eq, constant(1), Way::Until)], vec![]));
    out.extend([Kind::Rma(Box::new(rma)).stmt(), quiet(0)]);
    let next = plus(Expr::Rank, 1);
    let not_last = crate::expression::Cond { cmp: Cmp::Lt, left: next.clone(), right: Expr::Size };
    let pass = raise(b, next, constant(flag), constant(1), 0);
    out.push(when(not_last, vec![pass], vec![]));
    settle(b, 0, out);
    let used = b.use_place(Place::new(array, cell));
    out.extend(guarded(Some(rank_is(0)), vec![used]));
    meet(b, out);
}

/// An answer to a signal says that its data has been read at the source.
fn ping_pong(b: &mut Build, out: &mut Vec<Stmt>) {
    let ((from, to), array, cell) = (b.pair(), b.shared(), b.cell());
    let (ping, pong) = (b.words(1), b.words(1));
    let signal = |b: &mut Build, target: i64, word: i64| {
        let mut rma = b.rma(Routine::Signal(Update::Set), constant(target), Place::at(Array::Shared(0), 0));
        rma.word = Place::at(Array::Signal, word);
        Kind::Rma(Box::new(rma)).stmt()
    };
    let mut rma = b.rma(Routine::PutSignalNbi(Update::Set), constant(to), Place::new(array, cell.clone()));
    rma.word = Place::at(Array::Signal, ping);
    let local = rma.local.clone();
    let mut first = vec![Kind::Rma(Box::new(rma.clone())).stmt()];
    first.push(wait(Place::at(Array::Signal, pong), Cmp::Eq, constant(1), Way::Until));
    first.push(store(local));
    if b.chance.percent(40) {
        first.push(Kind::Rma(Box::new(rma)).stmt());
    }
    let mut second = vec![wait(Place::at(Array::Signal, ping), Cmp::Eq, constant(1), Way::Until)];
    second.push(b.use_place(Place::new(array, cell)));
    second.push(signal(b, from, pong));
    out.push(when(rank_is(from), first, guarded(Some(rank_is(to)), second)));
    settle(b, 0, out);
}

/// Neighbours exchange in a loop; two places by the parity of the step, or a barrier.
fn alternating(b: &mut Build, out: &mut Vec<Stmt>) {
    let (array, word) = (b.shared(), b.words(1));
    let steps = constant(2 + b.chance.below(2) as i64);
    let next = plus(Expr::Counter(1), 1);
    let parity = plus(Expr::Counter(1).bin(BinOp::Mod, constant(2)), 8);
    if b.chance.percent(50) {
        // The signal of a step comes from one neighbour only; the barrier keeps the others from running ahead.
        let mut rma = b.rma(Routine::PutSignal(Update::Set), Expr::ring(1), Place::new(array, parity.clone()));
        (rma.word, rma.value) = (Place::at(Array::Signal, word), next.clone());
        let body = vec![
            Kind::Rma(Box::new(rma)).stmt(),
            wait(Place::at(Array::Signal, word), Cmp::Ge, next, Way::Until),
            b.use_place(Place::new(array, parity)),
            b.collective(Collective::Barrier),
        ];
        out.push(counted(1, steps, body));
    } else {
        let routine = put_like(b);
        let rma = b.rma(routine, Expr::ring(1), Place::new(array, parity.clone()));
        let body = vec![
            Kind::Rma(Box::new(rma)).stmt(),
            b.collective(Collective::Barrier),
            b.use_place(Place::new(array, parity)),
        ];
        // The place of a step is written again two steps later, behind the barrier of the step between.
        out.push(counted(1, steps, body));
    }
    settle(b, 0, out);
}
