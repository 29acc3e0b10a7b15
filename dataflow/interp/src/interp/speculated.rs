//! Loads that the optimiser has moved ahead of the branch that guards them in the source: `if (done) s += x[0]` becomes a load and a select
//! that drops its value. The source program reads only where it uses the value (theory, 1.2).

use super::{Frame, Interp};
use rma_frontend::api::AccessKind;
use rma_frontend::ir::{BlockId, CastOp, Function, InstKind, LocId, MemOrder, Operand, TypeKind, ValueId};
use rma_skeleton::skeleton::Actor;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where each value of a function is used.
pub(crate) type Uses = FxHashMap<ValueId, Vec<ValueId>>;

/// A load whose uses are examined; if it has several parts, the number of the part.
struct SpeculatedRead {
    load: ValueId,
    lane: Option<u32>,
    uses: Rc<Uses>,
}

impl<'a> Interp<'a> {
    /// Records the access of a load. If the program drops the value unless a condition holds, the access gets this condition; lanes
    /// of a vector get conditions of their own.
    pub(super) fn read(&mut self, frame: &Frame<'a>, load: ValueId, ptr: TermId) {
        let ty = frame.func.insts[load].ty;
        let size = self.store_size(ty);
        let lanes =
            matches!(self.facts.module.types[ty].kind, TypeKind::Vector { .. }).then(|| self.lanes_of(ty)).flatten();
        let yes = self.facts.terms.truth(true);
        let parts: Vec<Option<u32>> = match lanes {
            Some(n) if n > 0 && size.is_multiple_of(u64::from(n)) => (0..n).map(Some).collect(),
            _ => vec![None],
        };
        let conds: Vec<TermId> = parts.iter().map(|lane| self.used_when(frame, load, *lane)).collect();
        let alike = conds.iter().all(|c| *c == conds[0]);
        if alike && (lanes.is_none() || conds[0] == yes) {
            return self.read_part(frame, load, ptr, size, conds[0]);
        }
        let width = size / parts.len() as u64;
        for (n, cond) in conds.into_iter().enumerate() {
            let at = self.facts.terms.add_int(ptr, n as i64 * width as i64);
            self.read_part(frame, load, at, width, cond);
        }
    }

    fn read_part(&mut self, frame: &Frame<'a>, load: ValueId, ptr: TermId, size: u64, cond: TermId) {
        let len = self.facts.terms.int(size as i64);
        let area = self.area(ptr, Some(len));
        let loc = frame.func.insts[load].loc;
        let atomic =
            matches!(frame.func.insts[load].kind, InstKind::Load { order, .. } if order != MemOrder::NotAtomic);
        let what = Actor::Instruction(if atomic { "atomic load" } else { "load" });
        self.emit_access(frame, loc, AccessKind::Read, area, what, cond);
    }

    /// The uses of each value of the function.
    pub(super) fn uses_in(&mut self, frame: &Frame<'a>) -> Rc<Uses> {
        self.uses.entry(frame.fid).or_insert_with(|| Rc::new(uses_of(frame.func))).clone()
    }

    /// The condition under which the program uses the value of a load; true if that cannot be told at the load.
    fn used_when(&mut self, frame: &Frame<'a>, load: ValueId, lane: Option<u32>) -> TermId {
        let yes = self.facts.terms.truth(true);
        let InstKind::Load { volatile: false, order: MemOrder::NotAtomic, .. } = frame.func.insts[load].kind else {
            return yes;
        };
        if !self.optimised {
            return yes;
        }
        let uses = self.uses_in(frame);
        if let Some(lane) = lane
            && self.is_dropped(frame, &uses, load, lane)
        {
            return self.facts.terms.truth(false);
        }
        let demanded = self.demanded(
            frame,
            &SpeculatedRead { load, lane, uses },
            load,
            self.facts.terms.limits.get(Limit::LoadDepth),
        );
        if self.facts.is_light(demanded, Limit::LoadCondition) { demanded } else { yes }
    }

    /// The condition under which the program uses `v`, a value that is computed from the loaded one.
    fn demanded(&mut self, frame: &Frame<'a>, read: &SpeculatedRead, v: ValueId, depth: u32) -> TermId {
        let yes = self.facts.terms.truth(true);
        let Some(users) = read.uses.get(&v).filter(|all| self.facts.terms.limits.allows(Limit::LoadUses, all.len()))
        else {
            return yes;
        };
        if depth == 0 {
            self.facts.terms.limits.reached(Limit::LoadDepth);
            return yes;
        }
        let mut paths = Vec::new();
        for &user in users {
            let path = self.used_by(frame, read, v, user, depth);
            if path == yes {
                return yes;
            }
            paths.push(path);
        }
        self.facts.terms.any(&paths)
    }

    /// The condition under which `user`, which has `v` as an operand, uses it.
    fn used_by(&mut self, frame: &Frame<'a>, read: &SpeculatedRead, v: ValueId, user: ValueId, depth: u32) -> TermId {
        let yes = self.facts.terms.truth(true);
        let is = |op: Operand| matches!(op, Operand::Value(x) if x == v);
        match &frame.func.insts[user].kind {
            InstKind::Select { cond, then, otherwise } => {
                let further = self.demanded(frame, read, user, depth - 1);
                if is(*cond) || is(*then) == is(*otherwise) || !self.guarded(frame, read, *cond, user) {
                    return further;
                }
                let Some(chosen) = self.known_before(frame, read, *cond) else { return further };
                let chosen = if is(*then) { chosen } else { self.facts.terms.not(chosen) };
                self.facts.terms.all(&[chosen, further])
            }
            InstKind::Phi { incoming } => {
                let Some(to) = block_of(frame.func, user) else { return yes };
                let mut paths = Vec::new();
                for (from, _) in incoming.iter().filter(|(_, op)| is(*op)) {
                    let end = frame.func.blocks[*from].end - 1;
                    let InstKind::CondBr { cond, then, otherwise } = frame.func.insts[end].kind else { return yes };
                    if (then == to) == (otherwise == to) || !self.guarded(frame, read, cond, end) {
                        return yes;
                    }
                    let Some(taken) = self.known_before(frame, read, cond) else { return yes };
                    paths.push(if then == to { taken } else { self.facts.terms.not(taken) });
                }
                self.facts.terms.any(&paths)
            }
            InstKind::ShuffleVector { .. } | InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } => {
                match read.lane.and_then(|lane| self.takes_lane(frame, v, user, lane)) {
                    Some(false) => self.facts.terms.truth(false),
                    _ => yes,
                }
            }
            InstKind::Cast { op: CastOp::BitCast, .. } if read.lane.is_some() => yes,
            InstKind::Binary { .. }
            | InstKind::FNeg { .. }
            | InstKind::Cmp { .. }
            | InstKind::Cast { .. }
            | InstKind::Freeze { .. } => self.demanded(frame, read, user, depth - 1),
            _ => yes,
        }
    }

    /// Whether the program drops a lane of a loaded vector: all instructions that follow work lane by lane, and shuffles at the end do not
    /// select this lane. Examples are sums of wide loads of which one shuffle takes every other lane.
    fn is_dropped(&mut self, frame: &Frame<'a>, uses: &Uses, v: ValueId, lane: u32) -> bool {
        let mut seen = FxHashSet::from_iter([(v, lane)]);
        let mut work = vec![(v, lane)];
        while let Some((v, lane)) = work.pop() {
            for &user in uses.get(&v).map_or(&[][..], Vec::as_slice) {
                let Some(next) = self.lanes_made_of(frame, v, user, lane) else { return false };
                work.extend(next.into_iter().map(|lane| (user, lane)).filter(|made| seen.insert(*made)));
            }
        }
        true
    }

    /// The lanes of a vector that an instruction computes from a lane of its operand `v`; `None`: it uses the lane otherwise.
    fn lanes_made_of(&mut self, frame: &Frame<'a>, v: ValueId, user: ValueId, lane: u32) -> Option<Vec<u32>> {
        let is = |op: Operand| matches!(op, Operand::Value(x) if x == v);
        let inst = &frame.func.insts[user];
        match &inst.kind {
            InstKind::Binary { .. } | InstKind::FNeg { .. } | InstKind::Freeze { .. } | InstKind::Phi { .. } => {
                Some(vec![lane])
            }
            InstKind::Cast { op, .. } if *op != CastOp::BitCast => Some(vec![lane]),
            InstKind::Select { .. } | InstKind::Cmp { .. } => self.lanes_of(inst.ty).map(|_| vec![lane]),
            InstKind::ShuffleVector { lhs, rhs, mask } => {
                let behind = self.operand_lanes(frame, *lhs)? + lane;
                let takes = |from: u32| is(*lhs) && from == lane || is(*rhs) && from == behind;
                Some((0..).zip(mask).filter(|(_, from)| from.is_some_and(takes)).map(|(to, _)| to).collect())
            }
            InstKind::ExtractElement { .. } => {
                self.takes_lane(frame, v, user, lane).filter(|takes| !takes).map(|_| Vec::new())
            }
            InstKind::InsertElement { .. } => {
                self.takes_lane(frame, v, user, lane).map(|takes| if takes { vec![lane] } else { Vec::new() })
            }
            _ => None,
        }
    }

    /// Whether an instruction that moves lanes takes this one of `v`: the compiler loads more than it uses where it puts scalars together.
    fn takes_lane(&mut self, frame: &Frame<'a>, v: ValueId, user: ValueId, lane: u32) -> Option<bool> {
        let is = |op: Operand| matches!(op, Operand::Value(x) if x == v);
        match &frame.func.insts[user].kind {
            InstKind::ShuffleVector { lhs, rhs, mask } => {
                let behind = self.operand_lanes(frame, *lhs)? + lane;
                Some(is(*lhs) && mask.contains(&Some(lane)) || is(*rhs) && mask.contains(&Some(behind)))
            }
            InstKind::ExtractElement { index, .. } => {
                let at = self.operand(frame, *index);
                self.facts.terms.as_const(at).map(|at| at == i64::from(lane))
            }
            InstKind::InsertElement { vector, value, index } if is(*vector) && !is(*value) => {
                let at = self.operand(frame, *index);
                self.facts.terms.as_const(at).map(|at| at != i64::from(lane))
            }
            _ => None,
        }
    }

    /// A condition that has been computed when control reaches the load.
    fn known_before(&mut self, frame: &Frame<'a>, read: &SpeculatedRead, cond: Operand) -> Option<TermId> {
        if let Operand::Value(c) = cond {
            let (of_cond, of_load) = (block_of(frame.func, c)?, block_of(frame.func, read.load)?);
            let before = if of_cond == of_load { c < read.load } else { frame.graph.dominates(of_cond, of_load) };
            if !before {
                return None;
            }
        }
        let c = self.lane_operand(frame, cond, read.lane);
        Some(self.facts.terms.ne0(c))
    }

    /// Whether the source has the load after the branch. A load that was moved has no position, or the position of the branch,
    /// which is also that of the select (`at`) or of a part of the condition. A load with another position is executed on every
    /// path of the source. Only vectorised loops keep the positions of loads for lanes that the source skips.
    fn guarded(&self, frame: &Frame<'a>, read: &SpeculatedRead, cond: Operand, at: ValueId) -> bool {
        let insts = &frame.func.insts;
        let Some(mine) = insts[read.load].loc.filter(|l| self.facts.module.locs[*l].col != 0) else { return true };
        read.lane.is_some()
            || self.same_place(mine, insts[at].loc)
            || self.in_condition(frame, mine, cond, self.facts.terms.limits.get(Limit::ConditionDepth))
    }

    fn in_condition(&self, frame: &Frame<'a>, place: LocId, cond: Operand, depth: u32) -> bool {
        let Operand::Value(c) = cond else { return false };
        let inst = &frame.func.insts[c];
        let mut found = self.same_place(place, inst.loc);
        if matches!(inst.kind, InstKind::Phi { .. }) {
            return found;
        }
        inst.kind.for_each_operand(|op| {
            if depth > 0 {
                found = found || self.in_condition(frame, place, op, depth - 1);
            } else if !found && matches!(op, Operand::Value(_)) {
                self.facts.terms.limits.reached(Limit::ConditionDepth);
            }
        });
        found
    }

    fn same_place(&self, a: LocId, b: Option<LocId>) -> bool {
        let place = |l: LocId| {
            let l = self.facts.module.locs[l];
            (l.line, l.col, l.inlined_at)
        };
        b.is_some_and(|b| place(a) == place(b))
    }
}

pub(super) fn block_of(func: &Function, v: ValueId) -> Option<BlockId> {
    let i = func.blocks.raw.partition_point(|b| b.end <= v);
    (i < func.blocks.len()).then(|| BlockId::from_usize(i))
}

/// The uses of what a load may reach through operators.
fn uses_of(func: &Function) -> Uses {
    let mut uses = Uses::default();
    for (u, inst) in func.insts.iter_enumerated() {
        inst.kind.for_each_operand(|op| {
            if let Operand::Value(v) = op {
                uses.entry(v).or_default().push(u);
            }
        });
    }
    uses
}
