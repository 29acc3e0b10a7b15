//! Arithmetic, comparisons and conversions (theory, 9.4).

use super::constants::width;
use super::value::{cut, signed};
use super::{Halt, Result, Value};
use rma_frontend::ir::{BinaryOp, CastOp, CmpPred, FloatKind, Type, TypeKind};
use std::rc::Rc;

/// Applies a function of at most [`OPERANDS`] numbers, or lane by lane to vectors.
pub(crate) fn by_lane(values: &[&Value], f: &mut dyn FnMut(&[u64]) -> Result<u64>) -> Result<Value> {
    let read = values.iter().any(|v| v.read);
    let lanes = values.iter().filter_map(|v| v.parts.as_ref()).map(|p| p.len()).min();
    let mut bits = [0; OPERANDS];
    let bits = bits.get_mut(..values.len()).ok_or(Halt::Value)?;
    bits.iter_mut().zip(values).for_each(|(bits, value)| *bits = value.bits);
    let Some(lanes) = lanes else {
        return Ok(Value { bits: f(bits)?, read, parts: None });
    };
    let mut out: Rc<[Value]> = std::iter::repeat_n(Value::read(0), lanes).map(|v| Value { read, ..v }).collect();
    for (n, lane) in Rc::get_mut(&mut out).ok_or(Halt::Value)?.iter_mut().enumerate() {
        for (bits, value) in bits.iter_mut().zip(values) {
            if let Some(parts) = &value.parts {
                *bits = parts[n].bits;
            }
        }
        lane.bits = f(bits)?;
    }
    Ok(Value { bits: 0, read, parts: Some(out) })
}

/// Operands of an instruction or intrinsic that works lane by lane, at most.
const OPERANDS: usize = 3;

/// A floating-point number from its bits.
pub(crate) fn float(ty: &Type, bits: u64) -> Result<f64> {
    match ty.kind {
        TypeKind::Float(FloatKind::Float) => Ok(f64::from(f32::from_bits(bits as u32))),
        TypeKind::Float(FloatKind::Double | FloatKind::X86Fp80 | FloatKind::Fp128) => Ok(f64::from_bits(bits)),
        _ => Err(Halt::Value),
    }
}

/// The bits of a floating-point number.
pub(crate) fn bits_of(ty: &Type, x: f64) -> Result<u64> {
    match ty.kind {
        TypeKind::Float(FloatKind::Float) => Ok(u64::from((x as f32).to_bits())),
        TypeKind::Float(FloatKind::Double | FloatKind::X86Fp80 | FloatKind::Fp128) => Ok(x.to_bits()),
        _ => Err(Halt::Value),
    }
}

pub(crate) fn binary(op: BinaryOp, ty: &Type, a: u64, b: u64) -> Result<u64> {
    use BinaryOp as B;
    if matches!(op, B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem) {
        let (x, y) = (float(ty, a)?, float(ty, b)?);
        return bits_of(
            ty,
            match op {
                B::FAdd => x + y,
                B::FSub => x - y,
                B::FMul => x * y,
                B::FDiv => x / y,
                _ => x % y,
            },
        );
    }
    integer(op, width(ty).ok_or(Halt::Value)?, a, b)
}

/// An operation on integers of `w` bits.
#[inline(always)]
pub(crate) fn integer(op: BinaryOp, w: u32, a: u64, b: u64) -> Result<u64> {
    use BinaryOp as B;
    let (x, y) = (signed(a, w), signed(b, w));
    let out = match op {
        B::Add => a.wrapping_add(b),
        B::Sub => a.wrapping_sub(b),
        B::Mul => a.wrapping_mul(b),
        B::UDiv => a.checked_div(b).ok_or(Halt::Division)?,
        B::URem => a.checked_rem(b).ok_or(Halt::Division)?,
        B::SDiv => x.checked_div(y).ok_or(Halt::Division)? as u64,
        B::SRem => x.checked_rem(y).ok_or(Halt::Division)? as u64,
        B::Shl => a.checked_shl(b as u32).unwrap_or(0),
        B::LShr => a.checked_shr(b as u32).unwrap_or(0),
        B::AShr => (x >> b.min(63)) as u64,
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        _ => return Err(Halt::Value),
    };
    Ok(cut(out, w))
}

pub(crate) fn compare(pred: CmpPred, ty: &Type, a: u64, b: u64) -> Result<bool> {
    use CmpPred as P;
    if let TypeKind::Float(_) = ty.kind {
        let (x, y) = (float(ty, a)?, float(ty, b)?);
        return Ok(match pred {
            P::FEq => x == y,
            P::FNe => x != y,
            P::FGt => x > y,
            P::FGe => x >= y,
            P::FLt => x < y,
            P::FLe => x <= y,
            P::FOrd => !x.is_nan() && !y.is_nan(),
            P::FUno => x.is_nan() || y.is_nan(),
            P::FTrue => true,
            P::FFalse => false,
            _ => return Err(Halt::Value),
        });
    }
    compare_integers(pred, width(ty).ok_or(Halt::Value)?, a, b)
}

/// Compares integers or addresses of `w` bits.
#[inline(always)]
pub(crate) fn compare_integers(pred: CmpPred, w: u32, a: u64, b: u64) -> Result<bool> {
    use CmpPred as P;
    let (x, y) = (signed(a, w), signed(b, w));
    Ok(match pred {
        P::Eq => a == b,
        P::Ne => a != b,
        P::Ugt => a > b,
        P::Uge => a >= b,
        P::Ult => a < b,
        P::Ule => a <= b,
        P::Sgt => x > y,
        P::Sge => x >= y,
        P::Slt => x < y,
        P::Sle => x <= y,
        _ => return Err(Halt::Value),
    })
}

pub(crate) fn cast(op: CastOp, from: &Type, to: &Type, bits: u64) -> Result<u64> {
    use CastOp as C;
    let (w, v) = (width(from).ok_or(Halt::Value)?, width(to).ok_or(Halt::Value)?);
    Ok(match op {
        C::Trunc | C::ZExt | C::PtrToInt | C::IntToPtr | C::AddrSpaceCast | C::BitCast => cut(bits, v),
        C::SExt => cut(signed(bits, w) as u64, v),
        C::FPToUI => cut(float(from, bits)? as u64, v),
        C::FPToSI => cut(float(from, bits)? as i64 as u64, v),
        C::UIToFP => bits_of(to, bits as f64)?,
        C::SIToFP => bits_of(to, signed(bits, w) as f64)?,
        C::FPTrunc | C::FPExt => bits_of(to, float(from, bits)?)?,
    })
}
