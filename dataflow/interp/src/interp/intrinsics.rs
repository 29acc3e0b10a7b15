//! Intrinsics of LLVM that work on vectors or return several values (theory, 4.1).

use super::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::catalog;
use rma_frontend::ir::{BinaryOp, Callee, Operand, ValueId};
use rma_term::ids::TermId;

/// Families of intrinsics in which a lane of the result depends on more than the same lane of the arguments.
const ACROSS_LANES: [&str; 6] =
    ["llvm.vector.", "llvm.x86.", "llvm.experimental.", "llvm.masked.", "llvm.get.", "llvm.stepvector"];

impl<'a> Interp<'a> {
    /// The value of a call of an intrinsic on vectors or with several results; `None` for all other calls.
    pub(super) fn vector_intrinsic(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        callee: Callee,
        args: &[Operand],
        mem: &mut Mem,
    ) -> Option<TermId> {
        let Callee::Direct(f) = callee else { return None };
        let name = self.facts.module.functions[f].name.as_str();
        let rest = name.strip_prefix("llvm.")?;
        if let Some(operator) = rest.strip_prefix("vector.reduce.") {
            let operator = operator.split('.').next().unwrap_or_default();
            return self.reduction(frame, v, operator, args, mem);
        }
        if let Some((operator, _)) = rest.split_once(".with.overflow") {
            return self.checked_arithmetic(frame, v, operator, args);
        }
        let count = self.lanes_of(frame.func.insts[v].ty)?;
        let routine = catalog().lookup(name)?;
        if !routine.effects.is_empty() || ACROSS_LANES.iter().any(|family| name.starts_with(family)) {
            return None;
        }
        let mut lanes = Vec::with_capacity(count as usize);
        for n in 0..count {
            let args: Vec<TermId> = args.iter().map(|a| self.lane_operand(frame, *a, Some(n))).collect();
            self.call_routine(frame, v, routine, &args, mem);
            lanes.push(frame.vals[v]?);
        }
        Some(self.facts.terms.vector(&lanes))
    }

    /// `llvm.vector.reduce.*`: the lanes from the first to the last; sums and products of floating-point numbers have a
    /// start value before them.
    fn reduction(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        operator: &str,
        args: &[Operand],
        mem: &mut Mem,
    ) -> Option<TermId> {
        let vector = *args.last()?;
        let ty = self.operand_type(frame, vector)?;
        let count = self.lanes_of(ty)?;
        let whole = self.operand(frame, vector);
        let mut rest: Vec<TermId> = (0..count as usize).map(|n| self.facts.terms.lane(whole, n)).collect();
        let binary = match operator {
            "add" => Some(BinaryOp::Add),
            "mul" => Some(BinaryOp::Mul),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            "fadd" => Some(BinaryOp::FAdd),
            "fmul" => Some(BinaryOp::FMul),
            _ => None,
        };
        if let Some(binary) = binary {
            if args.len() > 1 {
                let start = self.operand(frame, args[0]);
                rest.insert(0, start);
            }
            return rest.into_iter().reduce(|a, b| self.binary(binary, a, b));
        }
        let scalar = match operator {
            "smax" | "smin" | "umax" | "umin" => format!("llvm.{operator}"),
            "fmax" => "llvm.maxnum".to_owned(),
            "fmin" => "llvm.minnum".to_owned(),
            "fmaximum" => "llvm.maximum".to_owned(),
            "fminimum" => "llvm.minimum".to_owned(),
            _ => return None,
        };
        let routine = catalog().lookup(&scalar)?;
        let mut rest = rest.into_iter();
        let mut least = rest.next()?;
        for lane in rest {
            self.call_routine(frame, v, routine, &[least, lane], mem);
            least = frame.vals[v]?;
        }
        Some(least)
    }

    /// `llvm.sadd.with.overflow` and its kin: the result, and that nothing overflows (assumption 2).
    fn checked_arithmetic(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        operator: &str,
        args: &[Operand],
    ) -> Option<TermId> {
        let binary = match operator {
            "sadd" | "uadd" => BinaryOp::Add,
            "ssub" | "usub" => BinaryOp::Sub,
            "smul" | "umul" => BinaryOp::Mul,
            _ => return None,
        };
        let [(_, value), _] = self.members(frame.func.insts[v].ty)?[..] else { return None };
        let [lhs, rhs] = args else { return None };
        if self.lanes_of(value).is_some() {
            return None;
        }
        let (a, b) = (self.operand(frame, *lhs), self.operand(frame, *rhs));
        let (value, overflows) = (self.binary(binary, a, b), self.facts.terms.truth(false));
        Some(self.facts.terms.vector(&[value, overflows]))
    }
}
