//! LLVM's intrinsics, by the part of their names after `llvm.` (theory, 9.4).

use super::{Call, copy, give};
use crate::log::Kind;
use crate::machine::operate::by_lane;
use crate::machine::value::{cut, signed};
use crate::machine::{Answer, Machine, Result, Value};

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let (stem, suffix) = name.split_once('.').unwrap_or((name, ""));
    let width: u32 = suffix.rsplit(['.', 'i']).next().and_then(|w| w.parse().ok()).unwrap_or(64);
    let (a, b) = (call.arg(0), call.arg(1));
    let two = |f: &dyn Fn(u64, u64) -> u64| {
        by_lane(&[&a, &b], &mut |x| Ok(cut(f(x[0], x[1]), width))).map(|v| Some(Answer::Value(v)))
    };
    let one = |f: &dyn Fn(u64) -> u64| by_lane(&[&a], &mut |x| Ok(cut(f(x[0]), width))).map(|v| Some(Answer::Value(v)));
    match stem {
        "dbg" | "lifetime" | "assume" | "invariant" | "experimental" | "prefetch" | "donothing" | "sideeffect"
        | "var" | "annotation" => give(Value::default()),
        "memcpy" | "memmove" => {
            copy(machine, call.process, call.loc, &a, &b, call.bits(2))?;
            give(Value::default())
        }
        "memset" => {
            machine.touch(call.process, call.loc, Kind::Write, a.bits, call.bits(2), a.read);
            machine.memory.fill(call.process, a.bits, call.bits(2), b.bits as u8, b.read)?;
            give(Value::default())
        }
        "va_start" => {
            start_arguments(machine, call.process, a.bits)?;
            give(Value::default())
        }
        "va_copy" => {
            let copied = machine.memory.copy_out(call.process, b.bits, 24)?;
            machine.memory.copy_in(call.process, a.bits, &copied)?;
            give(Value::default())
        }
        "threadlocal" => give(Value::new(super::threads::local(machine, call.process, a.bits)?)),
        // The same number for the same type, as in a landing pad.
        "eh" => give(Value::new(Machine::type_number(a.bits))),
        "init" if suffix == "trampoline" => {
            machine.memory.set_number(call.process, a.bits, 8, b.bits, false)?;
            machine.memory.set_number(call.process, a.bits + 8, 8, call.bits(2), false)?;
            give(Value::default())
        }
        "adjust" if suffix == "trampoline" => give(a),
        "va_end" => give(Value::default()),
        "stacksave" => give(Value::default()),
        "stackrestore" => give(Value::default()),
        "expect" | "launder" | "strip" | "ssa" | "ptr" | "is"
            if stem == "expect" || stem == "launder" || stem == "strip" =>
        {
            give(a)
        }
        "is" => give(Value::default()),
        "objectsize" => give(Value::new(u64::MAX)),
        "trap" | "ubsantrap" | "debugtrap" => Err(crate::machine::Halt::Abort),
        "smax" => two(&|x, y| if signed(x, width) > signed(y, width) { x } else { y }),
        "smin" => two(&|x, y| if signed(x, width) < signed(y, width) { x } else { y }),
        "umax" => two(&|x, y| x.max(y)),
        "umin" => two(&|x, y| x.min(y)),
        "abs" => one(&|x| signed(x, width).unsigned_abs()),
        "ctpop" => one(&|x| u64::from(x.count_ones())),
        "ctlz" => one(&|x| u64::from(x.leading_zeros()) - u64::from(64 - width.min(64))),
        "cttz" => one(&|x| if x == 0 { u64::from(width) } else { u64::from(x.trailing_zeros()) }),
        "bswap" => one(&|x| x.swap_bytes() >> (64 - width.min(64))),
        "fshl" | "fshr" => {
            let c = call.arg(2);
            let value = by_lane(&[&a, &b, &c], &mut |x| {
                let (w, n) = (u128::from(width.max(1)), u128::from(x[2]) % u128::from(width.max(1)));
                let both = (u128::from(x[0]) << w) | u128::from(x[1]);
                let shifted = if stem == "fshl" { (both << n) >> w } else { both >> n };
                Ok(cut(shifted as u64, width))
            })?;
            give(value)
        }
        "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" => checked(stem, suffix, width, &a, &b),
        "vector" => reduce(suffix, width, &a),
        // Rounding and the like, on one number or by lane.
        _ => super::math::intrinsic(stem, suffix, call.args),
    }
}

/// `with.overflow` and saturating forms.
fn checked(stem: &str, suffix: &str, width: u32, a: &Value, b: &Value) -> Result<Option<Answer>> {
    let is_signed = stem.starts_with('s');
    let wide = |x: u64| if is_signed { i128::from(signed(x, width)) } else { i128::from(x) };
    let (x, y) = (wide(a.bits), wide(b.bits));
    let exact = match &stem[1..] {
        "add" => x + y,
        "sub" => x - y,
        _ => x * y,
    };
    let (least, most) =
        if is_signed { (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1) } else { (0, (1_i128 << width) - 1) };
    let read = a.read || b.read;
    if suffix.starts_with("with") {
        let bits = cut(exact as u64, width);
        let over = u64::from(!(least..=most).contains(&exact));
        return give(Value::of(vec![Value::new(bits).tied(read), Value::new(over).tied(read)]));
    }
    give(Value::new(cut(exact.clamp(least, most) as u64, width)).tied(read))
}

/// Reductions of the lanes of a vector of integers.
fn reduce(suffix: &str, width: u32, vector: &Value) -> Result<Option<Answer>> {
    let Some(parts) = &vector.parts else { return Ok(None) };
    let lanes = parts.iter().map(|p| p.bits);
    let by_sign = |x: &u64| signed(*x, width);
    let bits = match suffix.strip_prefix("reduce.").and_then(|s| s.split('.').next()) {
        Some("add") => lanes.fold(0, u64::wrapping_add),
        Some("mul") => lanes.fold(1, u64::wrapping_mul),
        Some("and") => lanes.fold(u64::MAX, |a, b| a & b),
        Some("or") => lanes.fold(0, |a, b| a | b),
        Some("xor") => lanes.fold(0, |a, b| a ^ b),
        Some("umax") => lanes.max().unwrap_or_default(),
        Some("umin") => lanes.min().unwrap_or_default(),
        Some("smax") => lanes.max_by_key(by_sign).unwrap_or_default(),
        Some("smin") => lanes.min_by_key(by_sign).unwrap_or_default(),
        _ => return Ok(None),
    };
    give(Value::new(cut(bits, width)).tied(vector.read))
}

/// Fills a `va_list` (System V ABI, AMD64, 3.5.7): all registers count as used, so every argument is taken from memory.
fn start_arguments(machine: &mut Machine, process: usize, list: u64) -> Result<()> {
    let more = machine.processes[process].frames.last().map(|f| f.more.clone()).unwrap_or_default();
    let place = machine.memory.take(process, crate::machine::memory::STACK, 8 * more.len() as u64, 16)?;
    for (n, value) in more.iter().enumerate() {
        machine.memory.set_number(process, place + 8 * n as u64, 8, value.bits, value.read)?;
    }
    machine.memory.set_number(process, list, 4, 48, false)?;
    machine.memory.set_number(process, list + 4, 4, 304, false)?;
    machine.memory.set_number(process, list + 8, 8, place, false)?;
    machine.memory.set_number(process, list + 16, 8, 0, false)
}
