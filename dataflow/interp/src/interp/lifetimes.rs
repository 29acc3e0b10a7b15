//! Lifetimes of stack cells: they end with a scope or a function instance (theory, 4.3).

use super::{Frame, Interp, ObjKey, Record, Step};
use crate::interp::Made;
use rma_frontend::ir::{InstKind, LocId, Operand, ScopeId, ScopeKind, ValueId};
use rma_skeleton::options::Caller;
use rma_skeleton::skeleton::{Death, Event, Item};
use rma_term::ids::ObjId;
use std::rc::Rc;

impl<'a> Interp<'a> {
    /// Between an instruction and the return of its block nothing is called or accessed.
    pub(super) fn nothing_follows(&self, frame: &Frame<'a>, v: ValueId) -> bool {
        let after = frame.func.block_values(frame.block).filter(|x| *x > v);
        matches!(frame.func.terminator(frame.block).kind, InstKind::Ret { .. })
            && after.into_iter().all(|x| {
                matches!(
                    frame.func.insts[x].kind,
                    InstKind::Lifetime { .. } | InstKind::Ret { .. } | InstKind::Cast { .. } | InstKind::Gep { .. }
                )
            })
    }

    pub(super) fn in_function_scope(&self, obj: ObjId) -> bool {
        self.facts.objects[obj]
            .scope
            .is_none_or(|s| matches!(self.facts.module.scopes[s].kind, ScopeKind::Function { .. }))
    }

    /// The end of an instance: its stack cells die. Those of the function that the launcher calls live as long
    /// as the program.
    pub(super) fn end_of_frame(&mut self, frame: &Frame<'a>, b: rma_frontend::ir::BlockId, record: &mut Record) {
        if self.facts.contexts.all[frame.ctx].caller.is_none() && self.facts.options.caller == Caller::Launcher {
            return;
        }
        let loc = frame.func.terminator(b).loc;
        record.steps.extend(self.deaths_of_frame(frame, loc, false).into_iter().map(Step::Item));
    }

    /// The stack cells that die at the end of an instance. `all`: including those whose ends optimised code marks itself,
    /// except cells of dynamic size. An exception that leaves a function without a landing pad passes no mark.
    pub(super) fn deaths_of_frame(&mut self, frame: &Frame<'a>, loc: Option<LocId>, all: bool) -> Vec<Item> {
        if self.facts.contexts.all[frame.ctx].caller.is_none() && self.facts.options.caller == Caller::Launcher {
            return Vec::new();
        }
        let marked: Vec<ValueId> = frame
            .func
            .insts
            .iter()
            .filter_map(|i| match i.kind {
                InstKind::Lifetime { ptr: Operand::Value(a), .. } if !all => Some(a),
                _ => None,
            })
            .collect();
        let yes = self.facts.terms.truth(true);
        let zero = self.facts.terms.int(0);
        let own = self.own_instance();
        let mut places = Vec::new();
        for (v, inst) in frame.func.insts.iter_enumerated() {
            if matches!(inst.kind, InstKind::Alloca { .. })
                && !marked.contains(&v)
                && let Some(&obj) = self.objects.ids.get(&ObjKey::Site(frame.ctx, v, Made::Value))
            {
                places.push(rma_skeleton::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero });
            }
        }
        for (n, param) in frame.func.params.iter().enumerate() {
            if param.byval.is_some()
                && let Some(arg) = frame.args.get(n).copied()
            {
                for obj in self.facts.objects_in(arg) {
                    places.push(rma_skeleton::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero });
                }
            }
        }
        let death = |p| Item {
            event: Event::Death { places: vec![p], unknown: false, how: Death::Return },
            loc,
            ctx: frame.ctx,
            inst: None,
        };
        places.into_iter().map(death).collect()
    }

    /// Unoptimised code has no life-time markers: a stack cell of a lexical block dies where control first is at an
    /// instruction of a scope outside the block.
    pub(super) fn leave_scopes(&mut self, frame: &Frame<'a>, v: ValueId, at: &mut Option<ScopeId>) {
        if self.optimised {
            return;
        }
        let Some(loc) = frame.func.insts[v].loc else { return };
        // A landing pad is at the end of the function; the code after it leaves the scopes.
        let is_phi = |x: ValueId| matches!(frame.func.insts[x].kind, InstKind::Phi { .. });
        let first = frame.func.block_values(frame.block).find(|x| !is_phi(*x)).map(|x| &frame.func.insts[x]);
        if first.is_some_and(|i| matches!(i.kind, InstKind::LandingPad { .. }) && i.loc == Some(loc)) {
            return;
        }
        let loc_data = self.facts.module.locs[loc];
        if loc_data.line == 0 || loc_data.inlined_at.is_some() || *at == Some(loc_data.scope) {
            return;
        }
        // At a closing brace destructors are called one after another, with a position outside the block.
        if self.destroys(frame, v, loc_data.scope) {
            return;
        }
        *at = Some(loc_data.scope);
        for (a, scope) in self.temporaries_of(frame).iter() {
            if !self.scope_within(loc_data.scope, *scope) {
                self.ends_with_block(frame, loc, *a);
            }
        }
        for (a, inst) in frame.func.insts.iter_enumerated() {
            // Allocas are in the entry block at this level.
            if !matches!(inst.kind, InstKind::Alloca { .. }) {
                if a.index() > 512 {
                    break;
                }
                continue;
            }
            let Some(scope) = inst.var.map(|x| self.facts.module.vars[x].scope) else { continue };
            if matches!(self.facts.module.scopes[scope].kind, ScopeKind::Function { .. })
                || self.scope_within(loc_data.scope, scope)
            {
                continue;
            }
            self.ends_with_block(frame, loc, a);
        }
    }

    fn temporaries_of(&mut self, frame: &Frame<'a>) -> Rc<[(ValueId, ScopeId)]> {
        if let Some(known) = self.temporaries.get(&frame.fid) {
            return Rc::clone(known);
        }
        let found: Rc<[(ValueId, ScopeId)]> = self.temporaries(frame.func).into();
        self.temporaries.insert(frame.fid, Rc::clone(&found));
        found
    }

    /// A stack cell whose lexical block control has left.
    fn ends_with_block(&mut self, frame: &Frame<'a>, loc: LocId, cell: ValueId) {
        let yes = self.facts.terms.truth(true);
        let zero = self.facts.terms.int(0);
        let own = self.own_instance();
        if let Some(&obj) = self.objects.ids.get(&ObjKey::Site(frame.ctx, cell, Made::Value)) {
            let p = rma_skeleton::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero };
            self.emit(frame, Some(loc), Event::Death { places: vec![p], unknown: false, how: Death::Block });
        }
    }

    /// A call on a stack cell of a lexical block, from outside the block.
    fn destroys(&self, frame: &Frame<'a>, v: ValueId, scope: ScopeId) -> bool {
        let Some((_, args)) = frame.func.insts[v].kind.as_call() else { return false };
        args.iter().any(|arg| {
            let Operand::Value(a) = *arg else { return false };
            let inst = &frame.func.insts[a];
            matches!(inst.kind, InstKind::Alloca { .. })
                && inst.var.is_some_and(|x| !self.scope_within(scope, self.facts.module.vars[x].scope))
        })
    }

    fn scope_within(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(s) = at {
            if s == outer {
                return true;
            }
            at = self.facts.module.scopes[s].parent;
        }
        false
    }
}

impl<'a> Frame<'a> {
    /// The instance is the program's entry.
    pub(super) fn outer_is_entry(&self, interp: &Interp<'a>) -> bool {
        interp.facts.contexts.all[self.ctx].caller.is_none()
    }
}
