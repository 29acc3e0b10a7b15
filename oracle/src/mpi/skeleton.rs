//! Programs in phases that are free of races by construction: what [`super::mutate`] changes by a token.
//!
//! A phase moves data in one of the usual ways. Cells that all processes use in the same way stand in the upper half of
//! an array, slots for each rank in the lower half. Behind a phase all processes meet.

use super::lang::{
    Array, Collective, Comm, Kind, Place, Program, Promise, Reduction, Rma, Routine, Stmt, Storage, Type,
};
use crate::chance::Chance;
use crate::expression::{BinOp, Cmp, Cond, Expr};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Fence,
    Passive,
    Active,
}

pub(crate) struct Build<'a> {
    pub(crate) chance: &'a mut Chance,
    pub(crate) windows: Vec<u8>,
    pub(crate) styles: Vec<Style>,
    pub(crate) fenced: Vec<bool>,
    pub(crate) min_size: i64,
    pub(crate) buffers: u8,
    pub(crate) requests: u8,
    pub(crate) base: Comm,
    pub(crate) storage: Storage,
    /// A phase has used the flag.
    pub(crate) flagged: bool,
}

/// The processes that operate, their targets and displacements: no two write the same bytes.
pub(crate) struct Pattern {
    pub(crate) guard: Option<Cond>,
    pub(crate) target: Expr,
    pub(crate) disp: Expr,
    pub(crate) loop_over: Option<Expr>,
    /// The process whose memory is accessed may load or store there afterwards; this is its own expression of the
    /// place.
    pub(crate) hit: Option<(Option<Cond>, Expr)>,
}

/// A program free of races.
pub fn skeleton(chance: &mut Chance) -> Program {
    let windows: Vec<u8> = if chance.percent(25) { vec![0, u8::from(!chance.percent(25))] } else { vec![0] };
    let shared = windows == [0, 0];
    let choices = [Style::Fence, Style::Passive, Style::Passive, Style::Passive, Style::Active];
    let styles: Vec<Style> = windows.iter().map(|_| chance.of(&choices)).collect();
    let storages: &[Storage] = if shared {
        &[Storage::Static, Storage::Local, Storage::Heap, Storage::Dynamic]
    } else {
        &[
            Storage::Static,
            Storage::Static,
            Storage::Local,
            Storage::Heap,
            Storage::Allocate,
            Storage::Shared,
            Storage::Dynamic,
        ]
    };
    let storage = chance.of(storages);
    let fenced = vec![false; windows.len()];
    let base = chance.of(&[Comm::World, Comm::World, Comm::World, Comm::World, Comm::World, Comm::Parity]);
    let base = if chance.percent(5) { Comm::Pair } else { base };
    let (min_size, buffers, requests, flagged) = (1, 0, 0, false);
    let mut build = Build { chance, windows, styles, fenced, min_size, buffers, requests, base, storage, flagged };
    let mut main = Vec::new();
    let phases = 1 + build.chance.below(3);
    for _ in 0..phases {
        let win = build.chance.below(build.windows.len());
        build.phase(win, &mut main);
    }
    let (mut before, mut after) = (vec![], vec![]);
    if !matches!(storage, Storage::Allocate | Storage::Shared) {
        let cell = |build: &mut Build| Build::cell(build.windows[0], 8 + build.chance.below(8) as i64);
        if build.chance.percent(30) {
            before.push(Kind::Store { place: cell(&mut build), count: 1 }.stmt());
        }
        if build.chance.percent(30) {
            after.push(Kind::Load { place: cell(&mut build), count: 1 }.stmt());
        }
    }
    for (win, style) in build.styles.iter().enumerate() {
        // The last fence closes what the phases left open.
        if *style == Style::Fence && build.fenced[win] {
            let nosucceed = build.chance.percent(50);
            let promise = Promise { nostore: false, noput: build.chance.percent(20) };
            main.push(Kind::Fence { win: win as u8, noprecede: false, nosucceed, promise }.stmt());
        }
    }
    let (windows, min_size) = (build.windows, build.min_size);
    let mut program = Program { windows, storage, base, min_size, before, main, after, helpers: vec![] };
    if chance.percent(35) {
        outline(chance, &mut program);
    }
    program
}

/// Moves consecutive statements, or one operation with its target as the argument, into a helper function.
fn outline(chance: &mut Chance, program: &mut Program) {
    let total = program.main.len();
    if total == 0 {
        return;
    }
    let from = chance.below(total);
    let to = from + 1 + chance.below((total - from).min(4));
    let mut body: Vec<Stmt> = program.main.drain(from..to).collect();
    let mut arg = Expr::Const(0);
    if let [Stmt { kind: Kind::Rma(rma), .. }] = &mut body[..] {
        arg = std::mem::replace(&mut rma.target, Expr::Arg);
    }
    program.main.insert(from, Kind::Call { helper: 0, arg }.stmt());
    program.helpers.push(body);
}

fn compare(cmp: Cmp, left: Expr, right: Expr) -> Cond {
    Cond { cmp, left, right }
}

pub(crate) fn rank_is(rank: i64) -> Cond {
    compare(Cmp::Eq, Expr::Rank, Expr::Const(rank))
}

pub(crate) fn guarded(cond: Option<Cond>, then: Vec<Stmt>) -> Vec<Stmt> {
    match cond {
        Some(cond) => vec![Kind::If { cond, then, otherwise: vec![] }.stmt()],
        None => then,
    }
}

impl Build<'_> {
    pub(crate) fn cell(array: u8, index: i64) -> Place {
        Place::new(Array::Window(array), Expr::Const(index))
    }

    pub(crate) fn buffer(&mut self) -> Array {
        self.buffers = (self.buffers + 1) % 6;
        Array::Buffer(self.buffers)
    }

    pub(crate) fn place(&mut self) -> Place {
        let index = Expr::Const(self.chance.below(8) as i64);
        Place::new(self.buffer(), index)
    }

    pub(crate) fn pattern(&mut self) -> Pattern {
        let cell = Expr::Const(8 + self.chance.below(7) as i64);
        match self.chance.below(9) {
            0 | 1 => {
                let distance = self.chance.of(&[1, 1, -1]);
                let hit = Some((None, cell.clone()));
                Pattern { guard: None, target: Expr::ring(distance), disp: cell, loop_over: None, hit }
            }
            2 => {
                let root = self.chance.below(2) as i64;
                self.min_size = self.min_size.max(root + 1);
                let hit = Some((Some(rank_is(root)), Expr::Const(self.chance.below(2) as i64)));
                Pattern { guard: None, target: Expr::Const(root), disp: Expr::Rank, loop_over: None, hit }
            }
            3 => {
                let hit = Some((None, Expr::Rank));
                let target = Expr::Counter(0);
                Pattern { guard: None, target, disp: Expr::Rank, loop_over: Some(Expr::Size), hit }
            }
            4 => {
                let (a, b) = self.chance.of(&[(0, 1), (1, 0), (0, 2), (1, 2), (2, 0)]);
                self.min_size = self.min_size.max(a.max(b) + 1);
                let hit = Some((Some(rank_is(b)), cell.clone()));
                Pattern { guard: Some(rank_is(a)), target: Expr::Const(b), disp: cell, loop_over: None, hit }
            }
            5 => {
                // Every target in turn, each process from its own place on.
                let target = Expr::Rank.bin(BinOp::Add, Expr::Counter(0)).bin(BinOp::Mod, Expr::Size);
                let hit = Some((None, Expr::Rank));
                Pattern { guard: None, target, disp: Expr::Rank, loop_over: Some(Expr::Size), hit }
            }
            6 => {
                let guard = compare(Cmp::Eq, Expr::Rank.bin(BinOp::Mod, Expr::Const(2)), Expr::Const(0));
                let hit = Some((None, cell.clone()));
                Pattern { guard: Some(guard), target: Expr::ring(1), disp: cell, loop_over: None, hit }
            }
            7 => {
                let partner = Expr::Rank.bin(BinOp::Xor, Expr::Const(1));
                let guard = compare(Cmp::Lt, partner.clone(), Expr::Size);
                let hit = Some((None, cell.clone()));
                Pattern { guard: Some(guard), target: partner, disp: cell, loop_over: None, hit }
            }
            _ => {
                let disp = Expr::Counter(0);
                let hit = Some((None, Expr::Const(self.chance.below(3) as i64)));
                let loop_over = Some(Expr::Const(2 + self.chance.below(2) as i64));
                Pattern { guard: None, target: Expr::ring(1), disp, loop_over, hit }
            }
        }
    }

    pub(crate) fn routine(&mut self) -> (Routine, Reduction, Type) {
        let routine = self.chance.of(&[
            Routine::Put,
            Routine::Put,
            Routine::Put,
            Routine::Get,
            Routine::Get,
            Routine::Accumulate,
            Routine::Accumulate,
            Routine::GetAccumulate,
            Routine::FetchAndOp,
            Routine::CompareAndSwap,
        ]);
        let reductions = match routine {
            Routine::GetAccumulate | Routine::FetchAndOp => {
                vec![Reduction::Sum, Reduction::Sum, Reduction::NoOp, Reduction::Replace]
            }
            Routine::Accumulate => vec![Reduction::Sum, Reduction::Sum, Reduction::Max, Reduction::Replace],
            _ => vec![Reduction::Sum],
        };
        let ty = match routine {
            Routine::CompareAndSwap => Type::Int,
            Routine::FetchAndOp => self.chance.of(&[Type::Int, Type::Int, Type::Float]),
            _ => self.chance.of(&[Type::Int, Type::Int, Type::Int, Type::Int, Type::Float]),
        };
        (routine, self.chance.of(&reductions), ty)
    }

    pub(crate) fn operation(&mut self, win: usize, pattern: &Pattern) -> Rma {
        let (routine, reduction, ty) = self.routine();
        let (origin, compare, result) = (self.place(), self.place(), self.place());
        let (target, disp) = (pattern.target.clone(), pattern.disp.clone());
        let (mut count, mut ty) = (1, ty);
        // More than one element where the next cell is free.
        let wide = matches!(pattern.disp, Expr::Const(c) if c < 12) && pattern.loop_over.is_none();
        if wide && !matches!(routine, Routine::FetchAndOp | Routine::CompareAndSwap) {
            match self.chance.below(8) {
                0 => count = 2,
                1 => ty = Type::Vector,
                2 => ty = Type::Double,
                _ => {}
            }
        }
        let mut rma =
            Rma { routine, win: win as u8, target, disp, count, ty, reduction, origin, compare, result, request: None };
        if let Some(bound) = &pattern.loop_over {
            // One element of the buffer for each iteration, or the same with completion in between: by the caller.
            if *bound != Expr::Size || self.chance.percent(50) {
                for place in [&mut rma.origin, &mut rma.compare, &mut rma.result] {
                    place.index = Expr::Counter(0);
                }
            } else {
                // Several results in one place would race; a source may be read by many.
                rma.result.index = Expr::Counter(0);
            }
        }
        rma
    }

    pub(crate) fn store(place: Place) -> Stmt {
        Kind::Store { place, count: 1 }.stmt()
    }

    pub(crate) fn load(place: Place) -> Stmt {
        Kind::Load { place, count: 1 }.stmt()
    }

    /// All processes wait for each other, in one of several ways.
    pub(crate) fn meet(&mut self, out: &mut Vec<Stmt>) {
        let (send, recv) = (self.place(), Place::new(self.buffer(), Expr::Const(0)));
        let send = Place::new(send.array, Expr::Const(0));
        let root = Expr::Const(0);
        let comm = if self.chance.percent(50) { self.base } else { Comm::World };
        let collective = |op, root: &Expr, request| {
            let (send, recv, root) = (send.clone(), recv.clone(), root.clone());
            Kind::Collective { op, comm, root, send, recv, request }.stmt()
        };
        match self.chance.below(12) {
            0 => out.push(collective(Collective::Allreduce, &root, None)),
            1 => out.push(collective(Collective::Alltoall, &root, None)),
            2 => {
                let first = self.chance.of(&[Collective::Reduce, Collective::Gather]);
                out.push(collective(first, &root, None));
                out.push(collective(Collective::Bcast, &root, None));
            }
            3 => {
                let request = self.request();
                out.push(collective(Collective::Barrier, &root, Some(request)));
                self.wait(request, out);
            }
            _ => out.push(collective(Collective::Barrier, &root, None)),
        }
    }

    /// Waits for a request, in one of several ways.
    pub(crate) fn wait(&mut self, request: u8, out: &mut Vec<Stmt>) {
        if self.chance.percent(10) {
            out.push(Kind::Test { request }.stmt());
        }
        let polled = self.chance.percent(30);
        out.push(Kind::Wait { request, polled }.stmt());
    }

    pub(crate) fn request(&mut self) -> u8 {
        self.requests = (self.requests + 1) % 6;
        self.requests
    }

    /// The buffers that the operation reads, each with an initial value.
    pub(crate) fn prepare(&mut self, rma: &Rma, looped: Option<&Expr>, out: &mut Vec<Stmt>) {
        if rma.routine != Routine::Get && self.chance.percent(60) {
            let body = vec![Self::store(rma.origin.clone())];
            match looped {
                Some(bound) => out.push(Kind::For { counter: 0, bound: bound.clone(), body }.stmt()),
                None => out.extend(body),
            }
        }
    }

    /// The buffers used again, behind the completion.
    pub(crate) fn reuse(&mut self, rma: &Rma, looped: Option<&Expr>, out: &mut Vec<Stmt>) {
        let mut body = Vec::new();
        if !matches!(rma.routine, Routine::Put | Routine::Accumulate) && self.chance.percent(60) {
            body.push(Self::load(rma.result.clone()));
        }
        if rma.routine != Routine::Get && self.chance.percent(50) {
            body.push(Self::store(rma.origin.clone()));
        }
        match looped {
            _ if body.is_empty() => {}
            Some(bound) => out.push(Kind::For { counter: 0, bound: bound.clone(), body }.stmt()),
            None => out.extend(body),
        }
    }

    /// The accesses of the target to the place of the operation, after all processes have synchronised.
    pub(crate) fn use_hit(&mut self, win: usize, pattern: &Pattern, out: &mut Vec<Stmt>) {
        if let Some((guard, index)) = &pattern.hit
            && self.chance.percent(75)
        {
            let place = Place::new(Array::Window(self.windows[win]), index.clone());
            let stmt = if self.chance.percent(60) { Self::load(place) } else { Self::store(place) };
            out.extend(guarded(guard.clone(), vec![stmt]));
        }
    }

    pub(crate) fn around(pattern: &Pattern, body: Vec<Stmt>) -> Vec<Stmt> {
        let body = match &pattern.loop_over {
            Some(bound) => vec![Kind::For { counter: 0, bound: bound.clone(), body }.stmt()],
            None => body,
        };
        guarded(pattern.guard.clone(), body)
    }
}
