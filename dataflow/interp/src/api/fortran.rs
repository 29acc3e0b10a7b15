//! Calls of Fortran procedures of MPI: their arguments as those of the row (theory, 4.6).

use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Binding, Passing};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::Read;
use rma_skeleton::skeleton::{Actor, Area, Block};
use rma_term::ids::TermId;
use rma_term::object::{ObjKind, TEMPORARY};

impl<'a> Interp<'a> {
    /// The arguments of the row, of those that a Fortran program passes.
    pub(crate) fn fortran_arguments(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        binding: &Binding,
        passed: &[TermId],
        mem: &mut Mem,
    ) -> Vec<TermId> {
        let mut passed = passed.iter().copied();
        let mut args = Vec::with_capacity(binding.passing.len() + 1);
        for (n, passing) in binding.passing.iter().enumerate() {
            let part = Read::Argument(n);
            if *passing == Passing::Absent {
                args.push(self.facts.terms.int(0));
                continue;
            }
            let Some(at) = passed.next() else { break };
            args.push(match passing {
                Passing::Value(size) => {
                    self.reads_argument(frame, v, at, *size);
                    self.load_part(frame, (v, part), mem, at, *size, false)
                }
                Passing::Buffer if binding.descriptors => {
                    let blocks = self.array_blocks(at, mem);
                    if blocks.iter().any(|b| !b.dims.is_empty()) {
                        self.api.sections.insert(n, blocks);
                    }
                    let base = self.load_part(frame, (v, part), mem, at, 8, false);
                    self.sentinel(base).unwrap_or(base)
                }
                Passing::Buffer | Passing::Address => self.sentinel(at).unwrap_or(at),
                Passing::Absent => at,
            });
        }
        // The error code, which `mpi_f08` may leave out.
        args.extend(passed.next());
        args
    }

    /// The call loads a scalar argument: a variable that a pending operation may write to.
    fn reads_argument(&mut self, frame: &Frame<'a>, v: ValueId, at: TermId, size: u64) {
        let len = self.facts.terms.int(size as i64);
        let mut area = self.area(at, Some(len));
        area.places.retain(|p| self.facts.objects[p.obj].name != TEMPORARY);
        if !area.places.is_empty() {
            let yes = self.facts.terms.truth(true);
            let loc = frame.func.insts[v].loc;
            self.emit_access(frame, loc, AccessKind::Read, area, Actor::Instruction("load"), yes);
        }
    }

    /// The bytes of a choice buffer that is a section with gaps: data of `area`, its bytes without gaps, goes element by element into the
    /// section (MPI 4.1, 19.1.12).
    pub(super) fn spread_over(&mut self, section: Vec<Block>, area: &Area) -> Vec<Block> {
        let mut section = section;
        let ([of], [data]) = (&mut section[..], &area.blocks[..]) else { return section };
        // Fewer elements than the section has; of several dimensions with gaps all count.
        if let ([dim], Some(element), Some(len)) = (&mut of.dims[..], of.len, data.len)
            && let (Some(element), Some(len)) = (self.facts.terms.as_const(element), self.facts.terms.as_const(len))
            && data.dims.is_empty()
            && element > 0
            && len % element == 0
        {
            dim.count = self.facts.terms.int(len / element);
        }
        section
    }

    /// The value of the constant of MPI that an address denotes.
    fn sentinel(&mut self, at: TermId) -> Option<TermId> {
        let places = self.facts.places(at).list;
        let [p] = places[..] else { return None };
        let ObjKind::Global(g) = self.facts.objects[p.obj].kind else { return None };
        let offset = self.facts.terms.as_const(p.offset)?;
        let value = self.facts.abi?.sentinel(&self.facts.module.globals[g].name, offset)?;
        Some(self.facts.terms.int(value))
    }
}
