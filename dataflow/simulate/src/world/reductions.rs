//! Reduction operations on rows of elements (MPI 4.1, 6.9.2) (theory, 9.4).

use super::datatypes::Datatype;
use super::invocation::Invocation;
use super::{Halt, Machine, Result};
use crate::machine::memory::Copied;
use rma_frontend::api::TypeClass;

/// An operator with the element that it works on.
#[derive(Debug, Clone)]
pub(crate) struct Reduction {
    pub operator: Operator,
    pub size: usize,
    pub class: TypeClass,
    pub is_unsigned: bool,
}

/// The operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Sum,
    Prod,
    Max,
    Min,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
    MaxLoc,
    MinLoc,
    Replace,
    Nothing,
}

impl Operator {
    /// The operator with this name in MPI.
    pub fn named(name: &str) -> Option<Operator> {
        Some(match name.strip_prefix("MPI_").unwrap_or(name) {
            "SUM" => Operator::Sum,
            "PROD" => Operator::Prod,
            "MAX" => Operator::Max,
            "MIN" => Operator::Min,
            "BAND" => Operator::And,
            "BOR" => Operator::Or,
            "BXOR" => Operator::Xor,
            "LAND" => Operator::LogicalAnd,
            "LOR" => Operator::LogicalOr,
            "LXOR" => Operator::LogicalXor,
            "MAXLOC" => Operator::MaxLoc,
            "MINLOC" => Operator::MinLoc,
            "REPLACE" => Operator::Replace,
            "NO_OP" => Operator::Nothing,
            _ => return None,
        })
    }
}

impl Reduction {
    /// The operator among the arguments of a call.
    pub fn of_call(machine: &mut Machine, call: &Invocation, ty: &Datatype) -> Result<Reduction> {
        let bits = call.arg(machine, "op")?.bits;
        let name = Invocation::with_key(machine, bits, rma_frontend::api::Abi::op);
        let operator = name.and_then(Operator::named).ok_or_else(|| Halt::arguments(call))?;
        let (size, class) = ty.element.ok_or_else(|| Halt::arguments(call))?;
        Ok(Reduction { operator, size: size as usize, class, is_unsigned: false })
    }

    /// Folds another row into the first one.
    pub fn apply(&self, sum: &mut Copied, part: &Copied) -> Result<()> {
        let len = sum.bytes.len().min(part.bytes.len());
        for (a, b) in sum.read.iter_mut().zip(&part.read) {
            *a |= *b;
        }
        let step = if self.class == TypeClass::Complex { self.size / 2 } else { self.size };
        if step == 0 || step > 16 {
            return Err(Halt::Value);
        }
        if matches!(self.operator, Operator::MaxLoc | Operator::MinLoc) {
            return self.locate(sum, part, len);
        }
        for at in (0..len).step_by(step) {
            let end = (at + step).min(len);
            let (x, y) = (&sum.bytes[at..end], &part.bytes[at..end]);
            let new = self.element(x, y)?;
            sum.bytes[at..end].copy_from_slice(&new[..end - at]);
        }
        Ok(())
    }

    fn element(&self, x: &[u8], y: &[u8]) -> Result<Vec<u8>> {
        use Operator as O;
        match self.operator {
            O::Replace => return Ok(y.to_vec()),
            O::Nothing => return Ok(x.to_vec()),
            _ => {}
        }
        if matches!(self.class, TypeClass::Float | TypeClass::Complex) {
            return floats(self.operator, x, y);
        }
        let width = x.len().min(8) as u32 * 8;
        let (a, b) = (number(x), number(y));
        let (i, j) = if self.is_unsigned {
            (i128::from(a), i128::from(b))
        } else {
            (i128::from(crate::machine::value::signed(a, width)), i128::from(crate::machine::value::signed(b, width)))
        };
        let out = match self.operator {
            O::Sum => a.wrapping_add(b),
            O::Prod => a.wrapping_mul(b),
            O::Max => {
                if i >= j {
                    a
                } else {
                    b
                }
            }
            O::Min => {
                if i <= j {
                    a
                } else {
                    b
                }
            }
            O::And => a & b,
            O::Or => a | b,
            O::Xor => a ^ b,
            O::LogicalAnd => u64::from(a != 0 && b != 0),
            O::LogicalOr => u64::from(a != 0 || b != 0),
            O::LogicalXor => u64::from((a != 0) != (b != 0)),
            _ => return Err(Halt::Value),
        };
        let mut bytes = out.to_le_bytes().to_vec();
        bytes.resize(x.len(), 0);
        Ok(bytes)
    }

    /// Pairs of a value and an index: the greatest or least value, with the least index of those.
    fn locate(&self, sum: &mut Copied, part: &Copied, len: usize) -> Result<()> {
        // `MPI_2INT` and `MPI_FLOAT_INT` have values of 4 bytes, `MPI_DOUBLE_INT` and `MPI_LONG_INT` of 8.
        let value = match self.size {
            8 => 4,
            12 => 8,
            _ => return Err(Halt::Value),
        };
        for at in (0..len).step_by(self.size) {
            let key = |bytes: &[u8]| {
                let v = number(&bytes[at..at + value]);
                let n = if value == 8 { f64::from_bits(v) } else { f64::from(v as u32 as i32) };
                (n, number(&bytes[at + value..at + value + 4]))
            };
            let (x, y) = (key(&sum.bytes), key(&part.bytes));
            let better = if self.operator == Operator::MaxLoc { y.0 > x.0 } else { y.0 < x.0 };
            if better || y.0 == x.0 && y.1 < x.1 {
                sum.bytes[at..at + self.size].copy_from_slice(&part.bytes[at..at + self.size]);
            }
        }
        Ok(())
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    let len = bytes.len().min(8);
    word[..len].copy_from_slice(&bytes[..len]);
    u64::from_le_bytes(word)
}

fn floats(operator: Operator, x: &[u8], y: &[u8]) -> Result<Vec<u8>> {
    let single = x.len() == 4;
    let value = |bytes: &[u8]| {
        let n = number(bytes);
        if single { f64::from(f32::from_bits(n as u32)) } else { f64::from_bits(n) }
    };
    let (a, b) = (value(x), value(y));
    let out = match operator {
        Operator::Sum => a + b,
        Operator::Prod => a * b,
        Operator::Max => a.max(b),
        Operator::Min => a.min(b),
        _ => return Err(Halt::Value),
    };
    let mut bytes = if single { (out as f32).to_le_bytes().to_vec() } else { out.to_le_bytes().to_vec() };
    bytes.resize(x.len(), 0);
    Ok(bytes)
}
