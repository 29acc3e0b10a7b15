//! The phases of a skeleton: the usual ways to move data between processes, each without a race.

use super::lang::{Array, Collective, Kind, Place, Promise, Routine, Stmt, Storage, Type};
use super::skeleton::{Build, Pattern, Style, guarded, rank_is};
use crate::expression::{BinOp, Expr};

impl Build<'_> {
    /// One phase on a window, in one of the ways of its style.
    pub(crate) fn phase(&mut self, win: usize, out: &mut Vec<Stmt>) {
        match self.styles[win] {
            Style::Fence => self.fence(win, out),
            Style::Active if self.chance.percent(50) => self.exposure_ring(win, out),
            Style::Active => self.exposure_pair(win, out),
            Style::Passive => match self.chance.below(16) {
                13 | 14 if !self.flagged && matches!(self.storage, Storage::Static | Storage::Heap) => {
                    self.flag_pair(win, out);
                }
                0..=3 => self.lock_all(win, out),
                4 | 5 => self.lock_each(win, out),
                6 => self.exclusive(win, out),
                7 => self.message_pair(win, out),
                8 => self.messages_to_root(win, out),
                9 => self.requests(win, out),
                10 => self.counter_loop(win, out),
                11 => self.neighbours(win, out),
                12 => self.gathered(win, out),
                _ => self.chain(win, out),
            },
        }
    }

    fn fence(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = self.pattern();
        let rma = self.operation(win, &pattern);
        let looped = pattern.loop_over.as_ref();
        if self.chance.percent(40) {
            self.use_hit(win, &pattern, out);
        }
        self.prepare(&rma, looped, out);
        let first = !std::mem::replace(&mut self.fenced[win], true);
        let noprecede = first && self.chance.percent(30);
        let noput = rma.routine == Routine::Get && self.chance.percent(40);
        let promise = Promise { nostore: self.chance.percent(15), noput };
        out.push(Kind::Fence { win: win as u8, noprecede, nosucceed: false, promise }.stmt());
        out.extend(Self::around(&pattern, vec![Kind::Rma(Box::new(rma.clone())).stmt()]));
        if self.chance.percent(25) {
            let spare = Place::new(Array::Window(self.windows[win]), Expr::Const(15));
            out.push(Self::store(spare));
        }
        let promise = Promise { nostore: self.chance.percent(15), noput: false };
        out.push(Kind::Fence { win: win as u8, noprecede: false, nosucceed: false, promise }.stmt());
        self.use_hit(win, &pattern, out);
        self.reuse(&rma, looped, out);
        // Another window over the same memory, or an operation without fences, comes next.
        if self.windows.len() > 1 {
            self.meet(out);
        }
    }

    /// A completion for the operations of the pattern, at the target too.
    fn flush(&mut self, win: usize, pattern: &Pattern) -> Kind {
        let looped = pattern.loop_over == Some(Expr::Size);
        let target = (!looped && self.chance.percent(60)).then(|| pattern.target.clone());
        Kind::Flush { win: win as u8, target, local: false }
    }

    /// Like the function above, in an epoch to all targets; each target may get a call of its own.
    fn flush_any(&mut self, win: usize, pattern: &Pattern) -> Kind {
        if self.chance.percent(80) {
            return self.flush(win, pattern);
        }
        let each = Kind::Flush { win: win as u8, target: Some(Expr::Counter(3)), local: false };
        Kind::For { counter: 3, bound: Expr::Size, body: vec![each.stmt()] }
    }

    fn lock_all(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = self.pattern();
        let rma = self.operation(win, &pattern);
        let looped = pattern.loop_over.as_ref();
        if self.chance.percent(40) {
            self.use_hit(win, &pattern, out);
            self.meet(out);
        }
        self.prepare(&rma, looped, out);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        let operation = Kind::Rma(Box::new(rma.clone())).stmt();
        let late = self.chance.percent(30);
        if self.chance.percent(40) {
            // Local completion first, with its own use of the buffer; then the rest.
            out.extend(Self::around(&pattern, vec![operation]));
            if self.chance.percent(25) {
                let each = Kind::Flush { win: win as u8, target: Some(Expr::Counter(3)), local: true }.stmt();
                out.push(Kind::For { counter: 3, bound: Expr::Size, body: vec![each] }.stmt());
            } else {
                out.push(Kind::Flush { win: win as u8, target: None, local: true }.stmt());
            }
            self.reuse(&rma, looped, out);
            if !late {
                out.push(Kind::Flush { win: win as u8, target: None, local: false }.stmt());
            }
        } else {
            let flush = self.flush_any(win, &pattern);
            let inside = self.chance.percent(60) && pattern.loop_over.is_none();
            let mut body = vec![operation];
            if !late && inside {
                body.push(flush.stmt());
                out.extend(Self::around(&pattern, body));
            } else {
                out.extend(Self::around(&pattern, body));
                if !late {
                    let whole = Pattern { loop_over: Some(Expr::Size), ..self.copy(&pattern) };
                    out.push(self.flush_any(win, &whole).stmt());
                }
            }
        }
        if late {
            out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        }
        self.meet(out);
        if self.chance.percent(20) {
            out.push(Kind::WinSync { win: win as u8 }.stmt());
        }
        self.use_hit(win, &pattern, out);
        self.direct(win, &pattern, out);
        if !late {
            out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        }
        self.reuse(&rma, looped, out);
        self.meet(out);
    }

    /// A process that has operated on shared memory then loads or stores there directly.
    fn direct(&mut self, win: usize, pattern: &Pattern, out: &mut Vec<Stmt>) {
        if self.storage != Storage::Shared || pattern.loop_over.is_some() || self.chance.percent(30) {
            return;
        }
        let place = Place::new(Array::Window(self.windows[win]), pattern.disp.clone());
        let (peer, write) = (pattern.target.clone(), self.chance.percent(40));
        let access = Kind::Direct { win: win as u8, peer, place, write }.stmt();
        out.extend(guarded(pattern.guard.clone(), vec![access]));
    }

    /// One process puts, and sets a flag that the target waits for.
    fn flag_pair(&mut self, win: usize, out: &mut Vec<Stmt>) {
        self.flagged = true;
        self.min_size = self.min_size.max(2);
        let (a, b) = self.chance.of(&[(0, 1), (1, 0)]);
        let cell = 8 + self.chance.below(5) as i64;
        let (to, disp) = (Expr::Const(b), Expr::Const(cell));
        let pattern = Pattern { guard: None, target: to.clone(), disp, loop_over: None, hit: None };
        let mut rma = self.operation(win, &pattern);
        rma.count = 1;
        let flag = Expr::Const(15);
        let mut first = Vec::new();
        self.prepare(&rma, None, &mut first);
        first.push(Kind::Rma(Box::new(rma.clone())).stmt());
        first.push(self.flush(win, &pattern).stmt());
        first.push(Kind::Signal { win: win as u8, target: to.clone(), cell: flag.clone() }.stmt());
        self.reuse(&rma, None, &mut first);
        let place = Self::cell(self.windows[win], cell);
        let mut second = vec![Kind::Await { win: win as u8, target: to, cell: flag }.stmt()];
        second.push(if self.chance.percent(60) { Self::load(place) } else { Self::store(place) });
        let otherwise = guarded(Some(rank_is(b)), second);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        out.push(Kind::If { cond: rank_is(a), then: first, otherwise }.stmt());
        out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        self.meet(out);
    }

    fn lock_each(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = self.pattern();
        let rma = self.operation(win, &pattern);
        let looped = pattern.loop_over.as_ref();
        self.prepare(&rma, looped, out);
        let target = rma.target.clone();
        let exclusive = self.chance.percent(40);
        let mut body = vec![
            Kind::Lock { win: win as u8, target: target.clone(), exclusive }.stmt(),
            Kind::Rma(Box::new(rma.clone())).stmt(),
            Kind::Unlock { win: win as u8, target }.stmt(),
        ];
        if self.chance.percent(30) {
            body.insert(2, self.flush(win, &Pattern { loop_over: None, ..self.copy(&pattern) }).stmt());
            body.extend(Vec::new());
        }
        out.extend(Self::around(&pattern, body));
        self.reuse(&rma, looped, out);
        self.meet(out);
        self.use_hit(win, &pattern, out);
        self.meet(out);
    }

    fn copy(&self, pattern: &Pattern) -> Pattern {
        let Pattern { guard, target, disp, loop_over, hit } = pattern;
        Pattern {
            guard: guard.clone(),
            target: target.clone(),
            disp: disp.clone(),
            loop_over: loop_over.clone(),
            hit: hit.clone(),
        }
    }

    /// All processes use one cell of one process under locks that exclude each other; the owner locks its own rank.
    fn exclusive(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let cell = 8 + self.chance.below(7) as i64;
        let root = self.chance.below(2) as i64;
        self.min_size = self.min_size.max(root + 1);
        let target = Expr::Const(root);
        let pattern =
            Pattern { guard: None, target: target.clone(), disp: Expr::Const(cell), loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let second = self.operation(win, &pattern);
        let lock = Kind::Lock { win: win as u8, target: target.clone(), exclusive: true }.stmt();
        let unlock = Kind::Unlock { win: win as u8, target: target.clone() }.stmt();
        let mut others = vec![lock.clone(), Kind::Rma(Box::new(rma)).stmt()];
        if self.chance.percent(50) {
            others.push(Kind::Flush { win: win as u8, target: Some(target), local: false }.stmt());
            others.push(Kind::Rma(Box::new(second)).stmt());
        }
        others.push(unlock.clone());
        let place = Self::cell(self.windows[win], cell);
        let local = if self.chance.percent(50) { Self::load(place) } else { Self::store(place) };
        let owner = vec![lock, local, unlock];
        if self.chance.percent(60) {
            out.push(Kind::If { cond: rank_is(root), then: owner, otherwise: others }.stmt());
        } else {
            out.extend(others);
            out.extend(guarded(Some(rank_is(root)), owner));
        }
        self.meet(out);
    }

    /// One process puts, and sends the owner a message.
    fn message_pair(&mut self, win: usize, out: &mut Vec<Stmt>) {
        self.min_size = self.min_size.max(2);
        let (a, b) = self.chance.of(&[(0, 1), (1, 0)]);
        let cell = 8 + self.chance.below(7) as i64;
        let pattern =
            Pattern { guard: None, target: Expr::Const(b), disp: Expr::Const(cell), loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let (token, heard) = (self.place(), self.place());
        let to = Expr::Const(b);
        let synchronous = self.chance.percent(30);
        let mut first = Vec::new();
        self.prepare(&rma, None, &mut first);
        first.push(Kind::Lock { win: win as u8, target: to.clone(), exclusive: self.chance.percent(30) }.stmt());
        first.push(Kind::Rma(Box::new(rma.clone())).stmt());
        first.push(Kind::Unlock { win: win as u8, target: to.clone() }.stmt());
        if self.chance.percent(30) {
            let request = self.request();
            let send = Kind::Send { place: token, dest: to, tag: 1, synchronous, request: Some(request) }.stmt();
            self.start(request, send, &mut first);
            self.reuse(&rma, None, &mut first);
            self.wait(request, &mut first);
        } else {
            first.push(Kind::Send { place: token, dest: to, tag: 1, synchronous, request: None }.stmt());
            self.reuse(&rma, None, &mut first);
        }
        let mut second = Vec::new();
        let source = if self.chance.percent(25) { None } else { Some(Expr::Const(a)) };
        if self.chance.percent(30) {
            let request = self.request();
            let recv = Kind::Recv { place: heard, source, tag: 1, request: Some(request) }.stmt();
            self.start(request, recv, &mut second);
            self.wait(request, &mut second);
        } else {
            second.push(Kind::Recv { place: heard, source, tag: 1, request: None }.stmt());
        }
        let place = Self::cell(self.windows[win], cell);
        second.push(if self.chance.percent(60) { Self::load(place) } else { Self::store(place) });
        let otherwise = guarded(Some(rank_is(b)), second);
        out.push(Kind::If { cond: rank_is(a), then: first, otherwise }.stmt());
        self.meet(out);
    }

    /// All processes put a slot into the window of rank 0, and send it a message, which it receives from any source.
    fn messages_to_root(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = Pattern { guard: None, target: Expr::Const(0), disp: Expr::Rank, loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let (token, heard) = (self.place(), self.place());
        let zero = Expr::Const(0);
        let others = vec![
            Kind::Lock { win: win as u8, target: zero.clone(), exclusive: false }.stmt(),
            Kind::Rma(Box::new(rma)).stmt(),
            Kind::Unlock { win: win as u8, target: zero.clone() }.stmt(),
            Kind::Send { place: token, dest: zero, tag: 2, synchronous: false, request: None }.stmt(),
        ];
        let any = self.chance.percent(70);
        let one = Expr::Counter(1).bin(BinOp::Add, Expr::Const(1));
        let source = if any { None } else { Some(one.clone()) };
        let bound = Expr::Size.bin(BinOp::Sub, Expr::Const(1));
        let receive = Kind::Recv { place: heard, source, tag: 2, request: None }.stmt();
        let slot = Place::new(Array::Window(self.windows[win]), one);
        let use_slot = if self.chance.percent(60) { Self::load(slot) } else { Self::store(slot) };
        let root = if !any && self.chance.percent(50) {
            vec![Kind::For { counter: 1, bound, body: vec![receive, use_slot] }.stmt()]
        } else {
            vec![
                Kind::For { counter: 1, bound: bound.clone(), body: vec![receive] }.stmt(),
                Kind::For { counter: 1, bound, body: vec![use_slot] }.stmt(),
            ]
        };
        out.push(Kind::If { cond: rank_is(0), then: root, otherwise: others }.stmt());
        self.meet(out);
    }

    /// All processes use a slot in the window of rank 0, which then takes part in a collective that needs a
    /// contribution of each.
    fn gathered(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = Pattern { guard: None, target: Expr::Const(0), disp: Expr::Rank, loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let (send, recv) = (self.buffer(), self.buffer());
        let (send, recv) = (Place::new(send, Expr::Const(0)), Place::new(recv, Expr::Const(0)));
        let op = self.chance.of(&[Collective::Reduce, Collective::Gather]);
        let (comm, root, request) = (self.base, Expr::Const(0), None);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        out.push(Kind::Rma(Box::new(rma.clone())).stmt());
        out.push(self.flush(win, &pattern).stmt());
        out.push(Kind::Collective { op, comm, root, send, recv, request }.stmt());
        let slot = Place::new(Array::Window(self.windows[win]), Expr::Counter(1));
        let use_slot = if self.chance.percent(60) { Self::load(slot) } else { Self::store(slot) };
        let each = Kind::For { counter: 1, bound: Expr::Size, body: vec![use_slot] }.stmt();
        out.extend(guarded(Some(rank_is(0)), vec![each]));
        out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        self.reuse(&rma, None, out);
        self.meet(out);
    }

    /// Request-based operations, completed one by one.
    fn requests(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = Pattern { loop_over: None, ..self.ring() };
        let mut rma = self.operation(win, &pattern);
        if matches!(rma.routine, Routine::FetchAndOp | Routine::CompareAndSwap) {
            rma.routine = self.chance.of(&[Routine::Put, Routine::Get]);
        }
        let request = self.request();
        rma.request = Some(request);
        self.prepare(&rma, None, out);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        out.push(Kind::Rma(Box::new(rma.clone())).stmt());
        self.wait(request, out);
        self.reuse(&rma, None, out);
        let flush = self.flush_any(win, &pattern);
        if rma.routine != Routine::Get {
            out.push(flush.stmt());
        }
        self.meet(out);
        self.use_hit(win, &pattern, out);
        out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        self.meet(out);
    }

    /// A nonblocking message, or one of a persistent request.
    fn start(&mut self, request: u8, message: Stmt, out: &mut Vec<Stmt>) {
        if self.chance.percent(40) {
            out.push(Kind::Persist { request, message: Box::new(message) }.stmt());
            out.push(Kind::StartRequest { request }.stmt());
        } else {
            out.push(message);
        }
    }

    fn ring(&mut self) -> Pattern {
        let cell = Expr::Const(8 + self.chance.below(7) as i64);
        let distance = self.chance.of(&[1, -1]);
        let hit = Some((None, cell.clone()));
        Pattern { guard: None, target: Expr::ring(distance), disp: cell, loop_over: None, hit }
    }

    /// Each process tells the neighbour whose window it has used, and waits for the one that has used its own
    /// window.
    fn neighbours(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = self.ring();
        let rma = self.operation(win, &pattern);
        let back = if pattern.target == Expr::ring(1) { Expr::ring(-1) } else { Expr::ring(1) };
        self.prepare(&rma, None, out);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        out.push(Kind::Rma(Box::new(rma.clone())).stmt());
        out.push(self.flush(win, &pattern).stmt());
        let (send, recv) = (self.place(), self.place());
        out.push(Kind::SendRecv { send, dest: pattern.target.clone(), recv, source: back, tag: 4 }.stmt());
        self.use_hit(win, &pattern, out);
        self.reuse(&rma, None, out);
        out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        self.meet(out);
    }

    /// A loop of steps, each with its own phase between barriers.
    fn counter_loop(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let mut pattern = self.ring();
        // Two cells in turn need one barrier in each step, one cell needs two.
        let turn = self.chance.percent(50);
        if turn {
            let cell = Expr::Counter(2).bin(BinOp::Mod, Expr::Const(2));
            pattern.disp = cell.clone();
            pattern.hit = Some((None, cell));
        }
        let mut rma = self.operation(win, &pattern);
        rma.count = 1;
        if matches!(rma.ty, Type::Vector | Type::Double) {
            rma.ty = Type::Int;
        }
        let mut body = Vec::new();
        self.prepare(&rma, None, &mut body);
        body.push(Kind::Rma(Box::new(rma.clone())).stmt());
        let flush = self.flush_any(win, &pattern);
        body.push(flush.stmt());
        self.meet(&mut body);
        self.use_hit(win, &pattern, &mut body);
        if !turn {
            self.meet(&mut body);
        }
        self.reuse(&rma, None, &mut body);
        out.push(Kind::LockAll { win: win as u8 }.stmt());
        out.push(Kind::For { counter: 2, bound: Expr::Const(3), body }.stmt());
        out.push(Kind::UnlockAll { win: win as u8 }.stmt());
        self.meet(out);
    }

    /// Rank 0 puts into the window of rank 2, and tells rank 2 by messages through rank 1.
    fn chain(&mut self, win: usize, out: &mut Vec<Stmt>) {
        self.min_size = self.min_size.max(3);
        let cell = 8 + self.chance.below(7) as i64;
        let pattern =
            Pattern { guard: None, target: Expr::Const(2), disp: Expr::Const(cell), loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let mut send = |dest| {
            Kind::Send { place: self.place(), dest: Expr::Const(dest), tag: 3, synchronous: false, request: None }
                .stmt()
        };
        let (on, further) = (send(1), send(2));
        let mut recv = |source| {
            Kind::Recv { place: self.place(), source: Some(Expr::Const(source)), tag: 3, request: None }.stmt()
        };
        let (second, third) = (recv(0), recv(1));
        let two = Expr::Const(2);
        let mut zero = vec![Kind::Lock { win: win as u8, target: two.clone(), exclusive: false }.stmt()];
        zero.push(Kind::Rma(Box::new(rma)).stmt());
        zero.push(Kind::Unlock { win: win as u8, target: two }.stmt());
        zero.push(on);
        let mut middle = vec![second];
        if self.chance.percent(30) {
            let mut other = self.operation(win, &pattern);
            other.count = 1;
            middle.push(Kind::Lock { win: win as u8, target: Expr::Const(2), exclusive: false }.stmt());
            middle.push(Kind::Rma(Box::new(other)).stmt());
            middle.push(Kind::Unlock { win: win as u8, target: Expr::Const(2) }.stmt());
        }
        middle.push(further);
        let last = vec![third, Self::load(Self::cell(self.windows[win], cell))];
        let tail = Kind::If { cond: rank_is(1), then: middle, otherwise: guarded(Some(rank_is(2)), last) }.stmt();
        out.push(Kind::If { cond: rank_is(0), then: zero, otherwise: vec![tail] }.stmt());
        self.meet(out);
    }

    fn exposure_ring(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let pattern = self.ring();
        let rma = self.operation(win, &pattern);
        let back = if pattern.target == Expr::ring(1) { Expr::ring(-1) } else { Expr::ring(1) };
        self.prepare(&rma, None, out);
        if self.chance.percent(40) {
            self.use_hit(win, &pattern, out);
        }
        let noput = rma.routine == Routine::Get && self.chance.percent(40);
        let promise = Promise { nostore: self.chance.percent(15), noput };
        out.push(Kind::Post { win: win as u8, peer: back, promise }.stmt());
        out.push(Kind::Start { win: win as u8, peer: pattern.target.clone() }.stmt());
        out.push(Kind::Rma(Box::new(rma.clone())).stmt());
        out.push(Kind::Complete { win: win as u8 }.stmt());
        self.reuse(&rma, None, out);
        // Complete at their origins, the operations are not at their targets.
        if self.chance.percent(40) {
            self.meet(out);
            // As if they were: a near miss.
            if self.chance.percent(15) {
                self.use_hit(win, &pattern, out);
            }
        }
        out.push(Kind::WinWait { win: win as u8 }.stmt());
        self.use_hit(win, &pattern, out);
        if self.chance.percent(60) || self.windows.len() > 1 {
            self.meet(out);
        }
    }

    fn exposure_pair(&mut self, win: usize, out: &mut Vec<Stmt>) {
        let (a, b) = self.chance.of(&[(0, 1), (1, 0)]);
        self.min_size = self.min_size.max(2);
        let cell = 8 + self.chance.below(7) as i64;
        let disp = Expr::Const(cell);
        let pattern = Pattern { guard: None, target: Expr::Const(b), disp, loop_over: None, hit: None };
        let rma = self.operation(win, &pattern);
        let mut origin = Vec::new();
        self.prepare(&rma, None, &mut origin);
        origin.push(Kind::Start { win: win as u8, peer: Expr::Const(b) }.stmt());
        origin.push(Kind::Rma(Box::new(rma.clone())).stmt());
        origin.push(Kind::Complete { win: win as u8 }.stmt());
        self.reuse(&rma, None, &mut origin);
        let place = Self::cell(self.windows[win], cell);
        let mut target = Vec::new();
        if self.chance.percent(50) {
            target.push(Self::store(place.clone()));
        }
        let promise = Promise { nostore: self.chance.percent(15), noput: false };
        target.push(Kind::Post { win: win as u8, peer: Expr::Const(a), promise }.stmt());
        target.push(Kind::WinWait { win: win as u8 }.stmt());
        target.push(if self.chance.percent(60) { Self::load(place) } else { Self::store(place) });
        let otherwise = guarded(Some(rank_is(b)), target);
        out.push(Kind::If { cond: rank_is(a), then: origin, otherwise }.stmt());
        if self.windows.len() > 1 {
            self.meet(out);
        }
    }
}
