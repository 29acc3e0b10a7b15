//! Operands and constants as terms (theory, 4.1).

use super::speculated::block_of;
use super::{Frame, Interp, ObjKey};
use rma_frontend::ir::{Const, ConstId, FuncId, GlobalId, Operand, TypeId, TypeKind};
use rma_skeleton::facts::Role;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::Substitution;

impl<'a> Interp<'a> {
    /// The value of an operand at the current block.
    pub(crate) fn operand(&mut self, frame: &Frame<'a>, op: Operand) -> TermId {
        match op {
            Operand::Value(v) => match frame.vals[v] {
                Some(t) => self.after_loops(frame, v, t),
                // Reached only around loops before their first pass.
                None => self.lost(frame, v, Role::Value),
            },
            Operand::Param(p) => match frame.args.get(p as usize) {
                Some(t) => *t,
                None => self.unknown_argument(frame, p),
            },
            Operand::Const(c) => self.constant(c),
            Operand::Other => self.facts.terms.int(0),
        }
    }

    fn unknown_argument(&mut self, frame: &Frame<'a>, p: u32) -> TermId {
        let last = frame.func.insts.last_idx();
        self.lost(frame, last, Role::Argument(p))
    }

    /// A value of a loop, used after the loop: the counter has its final value if that is known.
    fn after_loops(&mut self, frame: &Frame<'a>, v: rma_frontend::ir::ValueId, t: TermId) -> TermId {
        if self.facts.terms.as_const(t).is_some() {
            return t;
        }
        let Some(from) = block_of(frame.func, v) else { return t };
        let left = self.loops_left(frame, from, frame.block);
        self.with_final_counters(t, &left)
    }

    /// Replaces the counters of finished loops by their number of trips, and other values by their last, where known.
    pub(crate) fn with_final_counters(&mut self, t: TermId, left: &[rma_term::ids::LoopId]) -> TermId {
        let mut t = t;
        for l in left {
            let mut s = self.finals_of(*l);
            t = self.facts.terms.subst(t, &mut s);
        }
        t
    }

    /// The values of a loop's symbols after the loop, as far as they are known.
    pub(super) fn finals_of(&self, l: rma_term::ids::LoopId) -> Substitution {
        let data = &self.facts.loops[l];
        let mut s = Substitution::new();
        if let Some(trips) = data.trips {
            s.insert(data.counter, trips);
        }
        data.finals.iter().for_each(|(from, to)| s.insert(*from, *to));
        s
    }

    /// A constant as a term.
    pub(crate) fn constant(&mut self, c: ConstId) -> TermId {
        if let Some(value) = self.constant_of_parts(c) {
            return value;
        }
        match &self.facts.module.consts[c] {
            Const::Int { value, .. } => self.facts.terms.int(*value),
            Const::Null(_) | Const::Zero(_) | Const::Undef(_) => self.facts.terms.int(0),
            Const::Float { bits, .. } => self.float_const(*bits),
            // Calls that make no object, or free one, store zero.
            Const::Global { global, offset: 0 } if self.is_null_handle(*global) => self.facts.terms.int(0),
            Const::Global { global, offset } => {
                let obj = self.global(*global);
                let base = self.facts.terms.addr(obj);
                self.facts.terms.add_int(base, *offset)
            }
            Const::Func(f) => {
                let obj = self.function(*f);
                self.facts.terms.addr(obj)
            }
            Const::Reinterpret { of, .. } => self.constant(*of),
            Const::Opaque(_) | Const::Aggregate { .. } | Const::Data { .. } => {
                self.facts.terms.apply(&format!("constant {}", c.raw()), &[])
            }
        }
    }

    /// Whether a global variable of the MPI library stands for no object.
    fn is_null_handle(&self, g: GlobalId) -> bool {
        let name = &self.facts.module.globals[g].name;
        self.facts.abi.is_some_and(|abi| abi.is_null_symbol(name))
    }

    /// A floating-point constant: a separate uninterpreted value.
    pub(crate) fn float_const(&mut self, bits: u64) -> TermId {
        self.facts.terms.apply(&format!("{:?}", f64::from_bits(bits)), &[])
    }

    /// The object of a global variable.
    pub(crate) fn global(&mut self, g: GlobalId) -> ObjId {
        let global = &self.facts.module.globals[g];
        let size = self.facts.module.types[global.ty].size;
        let size = (size > 0).then(|| self.facts.terms.int(size as i64));
        self.object(ObjKey::Global(g), || Object {
            kind: ObjKind::Global(g),
            name: global.source_name.clone().unwrap_or_else(|| global.name.clone()),
            size,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        })
    }

    /// The object of a function.
    pub(crate) fn function(&mut self, f: FuncId) -> ObjId {
        let name = self.facts.module.functions[f].display_name().to_owned();
        self.object(ObjKey::Function(f), || Object {
            kind: ObjKind::Function(f),
            name,
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        })
    }

    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        match self.facts.module.types[ty].kind {
            TypeKind::Float(_) => true,
            TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => self.is_float(elem),
            _ => false,
        }
    }

    pub(crate) fn size_of(&self, ty: TypeId) -> u64 {
        self.facts.module.types[ty].size
    }
}
