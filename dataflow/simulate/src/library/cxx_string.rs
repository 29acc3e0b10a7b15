//! `std::string` of libstdc++ on its own layout: the address of the bytes, their number, and 16 bytes that hold short texts or the
//! capacity of long ones (theory, 9.4).

use super::{Call, allocate, give};
use crate::log::Kind;
use crate::machine::{Answer, Halt, Machine, Result, Value};

const MEMBER: &str = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
const CONSTANT: &str = "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";

/// Bytes of a short text.
const SHORT: u64 = 15;

/// The bytes of a string, and whether any of them was read.
pub(super) fn content(machine: &mut Machine, p: usize, at: u64) -> Result<(Vec<u8>, bool)> {
    let (data, _) = machine.memory.number(p, at, 8)?;
    let (len, marked) = machine.memory.number(p, at + 8, 8)?;
    if len == 0 {
        return Ok((Vec::new(), marked));
    }
    let bytes = machine.memory.bytes(p, data, len)?.to_vec();
    Ok((bytes, marked || machine.memory.is_read(p, data, len)?))
}

/// Makes a new string of some bytes.
pub(super) fn make(machine: &mut Machine, p: usize, at: u64, text: &[u8], read: bool) -> Result<()> {
    machine.memory.set_number(p, at, 8, at + 16, false)?;
    set(machine, p, at, text, read, None)
}

/// Gives a string another content; its buffer stays where it suffices.
fn set(
    machine: &mut Machine,
    p: usize,
    at: u64,
    text: &[u8],
    read: bool,
    loc: Option<rma_frontend::ir::LocId>,
) -> Result<()> {
    let (mut data, _) = machine.memory.number(p, at, 8)?;
    let room = if data == at + 16 { SHORT } else { machine.memory.number(p, at + 16, 8)?.0 };
    let len = text.len() as u64;
    if len > room {
        let more = len.max(2 * room);
        data = allocate(machine, p, more + 1, 16)?;
        machine.memory.set_number(p, at, 8, data, false)?;
        machine.memory.set_number(p, at + 16, 8, more, false)?;
    }
    machine.memory.set_number(p, at + 8, 8, len, read)?;
    machine.touch(p, loc, Kind::Write, data, len + 1, false);
    machine.memory.write(p, data, text, read)?;
    machine.memory.set_number(p, data + len, 1, 0, read)
}

/// What the parameters after the object are: `P` bytes, `S` a string, `m` a number, `c` a character.
fn kinds(signature: &str) -> Option<String> {
    let mut rest = signature;
    let mut out = String::new();
    while !rest.is_empty() {
        let table = [
            ("PKc", "P"),
            ("RKS4_", "S"),
            ("OS4_", "M"),
            ("RKS3_", ""),
            ("Pc", "P"),
            ("RS4_", "M"),
            ("m", "m"),
            ("c", "c"),
            ("v", ""),
            ("Rm", "R"),
        ];
        let (spelled, kind) = table.iter().find(|(spelled, _)| rest.starts_with(spelled))?;
        out.push_str(kind);
        rest = &rest[spelled.len()..];
    }
    Some(out)
}

/// The text that the parameters from `first` on describe.
fn source(machine: &mut Machine, call: &Call, kinds: &str, first: usize) -> Result<Option<(Vec<u8>, bool)>> {
    let p = call.process;
    let (a, m, n) = (call.bits(first), call.bits(first + 1), call.bits(first + 2));
    Ok(Some(match kinds {
        "P" => {
            let text = machine.memory.text(p, a)?;
            let read = !text.is_empty() && machine.memory.is_read(p, a, text.len() as u64)?;
            machine.touch(p, call.loc, Kind::Read, a, text.len() as u64 + 1, false);
            (text, read)
        }
        "Pm" if m == 0 => (Vec::new(), false),
        "Pm" => {
            machine.touch(p, call.loc, Kind::Read, a, m, false);
            (machine.memory.bytes(p, a, m)?.to_vec(), machine.memory.is_read(p, a, m)?)
        }
        "S" | "M" => content(machine, p, a)?,
        "Sm" | "Smm" => {
            let (text, read) = content(machine, p, a)?;
            let from = (m as usize).min(text.len());
            let len = if kinds == "Sm" { usize::MAX } else { n as usize };
            (text[from..].iter().copied().take(len).collect(), read)
        }
        "mc" => (vec![m as u8; usize::try_from(a).ok().filter(|n| *n < 1 << 24).ok_or(Halt::Memory)?], false),
        "c" => (vec![a as u8], call.arg(first).read),
        "" => (Vec::new(), false),
        _ => return Ok(None),
    }))
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    if let Some(rest) = name.strip_prefix(MEMBER) {
        return member(machine, call, rest);
    }
    if let Some(rest) = name.strip_prefix(CONSTANT) {
        return constant(machine, call, rest);
    }
    Ok(None)
}

/// `6appendEPKc`: the name and the parameters; constructors and operators have no length in front.
fn split(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = if digits == 0 {
        text.split_at_checked(2)?
    } else {
        text[digits..].split_at_checked(text[..digits].parse().ok()?)?
    };
    // `C2IS3_EEPKcRKS3_`: a template by its allocator.
    let rest = rest.strip_prefix("IS3_E").unwrap_or(rest);
    Some((name, rest.strip_prefix('E')?))
}

fn member(machine: &mut Machine, call: &Call, rest: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let at = call.bits(0);
    if rest.starts_with("12_Alloc_hiderC") {
        machine.memory.set_number(p, at, 8, call.bits(1), false)?;
        return give(Value::default());
    }
    let Some((name, signature)) = split(rest) else { return Ok(None) };
    match name {
        "D1" | "D2" | "D0" | "_M_dispose" | "_M_destroy" => return give(Value::default()),
        "_M_data" => {
            machine.memory.set_number(p, at, 8, call.bits(1), false)?;
            return give(Value::default());
        }
        "_M_capacity" => {
            machine.memory.set_number(p, at + 16, 8, call.bits(1), false)?;
            return give(Value::default());
        }
        "_M_local_data" => return give(Value::new(at + 16)),
        "_M_set_length" => {
            let (data, _) = machine.memory.number(p, at, 8)?;
            let len = call.arg(1);
            machine.memory.set_number(p, at + 8, 8, len.bits, len.read)?;
            machine.memory.set_number(p, data + len.bits, 1, 0, false)?;
            return give(Value::default());
        }
        "_S_copy_chars" => {
            let len = call.bits(2).wrapping_sub(call.bits(1));
            super::copy(machine, p, call.loc, &call.arg(0), &call.arg(1), len)?;
            return give(Value::default());
        }
        "_S_copy" | "_S_move" => {
            super::copy(machine, p, call.loc, &call.arg(0), &call.arg(1), call.bits(2))?;
            return give(Value::default());
        }
        "_M_construct" if signature == "mc" => {
            let Some((text, read)) = source(machine, call, "mc", 1)? else { return Ok(None) };
            make(machine, p, at, &text, read)?;
            return give(Value::default());
        }
        "_M_create" => {
            let (wanted, _) = machine.memory.number(p, call.bits(1), 8)?;
            let old = call.bits(2);
            let room = if wanted > old && wanted < 2 * old { 2 * old } else { wanted };
            machine.memory.set_number(p, call.bits(1), 8, room, false)?;
            return give(Value::new(allocate(machine, p, room.checked_add(1).ok_or(Halt::Memory)?, 16)?));
        }
        "ix" => {
            let (data, read) = machine.memory.number(p, at, 8)?;
            return give(Value::new(data.wrapping_add(call.bits(1))).tied(read));
        }
        "at" | "data" | "c_str" | "begin" | "end" | "front" | "back" => return constant(machine, call, rest),
        _ => {}
    }
    let Some(kinds) = kinds(signature) else { return Ok(None) };
    if matches!(name, "C1" | "C2") {
        let Some((text, read)) = source(machine, call, &kinds, 1)? else { return Ok(None) };
        make(machine, p, at, &text, read)?;
        if kinds == "M" {
            take_from(machine, p, call.bits(1))?;
        }
        return give(Value::default());
    }
    let (old, marked) = content(machine, p, at)?;
    let len = old.len();
    let cut = |pos: u64, n: u64| {
        let from = (pos as usize).min(len);
        (from, from.saturating_add(usize::try_from(n).unwrap_or(usize::MAX)).min(len))
    };
    // What a range of the old text becomes.
    let (range, new) = match name {
        "append" | "_M_append" | "push_back" | "pL" => ((len, len), source(machine, call, &kinds, 1)?),
        "assign" | "_M_assign" | "aS" => ((0, len), source(machine, call, &kinds, 1)?),
        "clear" => ((0, len), Some((Vec::new(), false))),
        "pop_back" => ((len.saturating_sub(1), len), Some((Vec::new(), false))),
        "erase" | "_M_erase" if kinds == "mm" => (cut(call.bits(1), call.bits(2)), Some((Vec::new(), false))),
        "insert" if kinds.starts_with('m') => (cut(call.bits(1), 0), source(machine, call, &kinds[1..], 2)?),
        "replace" | "_M_replace" if kinds.starts_with("mm") => {
            (cut(call.bits(1), call.bits(2)), source(machine, call, &kinds[2..], 3)?)
        }
        "_M_replace_aux" => (cut(call.bits(1), call.bits(2)), source(machine, call, "mc", 3)?),
        "_M_mutate" => {
            let new = if call.bits(3) == 0 {
                vec![0; call.bits(4) as usize]
            } else {
                source(machine, call, "Pm", 3)?.unwrap_or_default().0
            };
            (cut(call.bits(1), call.bits(2)), Some((new, false)))
        }
        "resize" => {
            let wanted = usize::try_from(call.bits(1)).ok().filter(|n| *n < 1 << 24).ok_or(Halt::Memory)?;
            let fill = if kinds == "mc" { call.bits(2) as u8 } else { 0 };
            ((wanted.min(len), len), Some((vec![fill; wanted.saturating_sub(len)], call.arg(1).read)))
        }
        "reserve" => {
            let (data, _) = machine.memory.number(p, at, 8)?;
            let room = if data == at + 16 { SHORT } else { machine.memory.number(p, at + 16, 8)?.0 };
            let wanted = call.bits(1);
            if kinds == "m" && wanted > room {
                let data = allocate(machine, p, wanted.checked_add(1).ok_or(Halt::Memory)?, 16)?;
                machine.memory.set_number(p, at, 8, data, false)?;
                machine.memory.set_number(p, at + 16, 8, wanted, false)?;
                machine.memory.write(p, data, &old, marked)?;
            }
            return give(Value::default());
        }
        "shrink_to_fit" => return give(Value::default()),
        "swap" => {
            let (other, read) = content(machine, p, call.bits(1))?;
            set(machine, p, call.bits(1), &old, marked, call.loc)?;
            set(machine, p, at, &other, read, call.loc)?;
            return give(Value::default());
        }
        _ => return Ok(None),
    };
    let Some((new, read)) = new else { return Ok(None) };
    let mut text = old[..range.0].to_vec();
    text.extend(&new);
    text.extend(&old[range.1..]);
    set(machine, p, at, &text, marked || read, call.loc)?;
    if kinds == "M" && name == "aS" {
        take_from(machine, p, call.bits(1))?;
    }
    give(call.arg(0))
}

/// A string whose content was moved away is empty.
fn take_from(machine: &mut Machine, p: usize, at: u64) -> Result<()> {
    set(machine, p, at, b"", false, None)
}

fn constant(machine: &mut Machine, call: &Call, rest: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let Some((name, signature)) = split(rest) else { return Ok(None) };
    let at = call.bits(0);
    // Its result is an empty object.
    if name == "get_allocator" {
        return give(Value::default());
    }
    if name == "substr" {
        let (text, read) = content(machine, p, call.bits(1))?;
        let from = (call.bits(2) as usize).min(text.len());
        let part: Vec<u8> =
            text[from..].iter().copied().take(usize::try_from(call.bits(3)).unwrap_or(usize::MAX)).collect();
        make(machine, p, at, &part, read)?;
        return give(Value::default());
    }
    let (data, marked) = machine.memory.number(p, at, 8)?;
    let (len, by_len) = machine.memory.number(p, at + 8, 8)?;
    let simple = match name {
        "c_str" | "data" | "_M_data" | "begin" | "front" => Some(Value::new(data).tied(marked)),
        "end" => Some(Value::new(data + len).tied(by_len)),
        "back" => Some(Value::new((data + len).wrapping_sub(1)).tied(by_len)),
        "size" | "length" => Some(Value::new(len).tied(by_len)),
        "max_size" => Some(Value::new(i64::MAX as u64)),
        "capacity" => Some(Value::new(if data == at + 16 { SHORT } else { machine.memory.number(p, at + 16, 8)?.0 })),
        "empty" => Some(Value::new(u64::from(len == 0)).tied(by_len)),
        "_M_is_local" => Some(Value::new(u64::from(data == at + 16))),
        "_M_local_data" => Some(Value::new(at + 16)),
        "ix" => Some(Value::new(data.wrapping_add(call.bits(1)))),
        "at" if call.bits(1) < len => Some(Value::new(data + call.bits(1))),
        "_M_check" => Some(call.arg(1)),
        "_M_limit" => Some(Value::new(call.bits(2).min(len.saturating_sub(call.bits(1))))),
        "_M_check_length" => Some(Value::default()),
        _ => None,
    };
    if let Some(value) = simple {
        return give(value);
    }
    let Some(kinds) = kinds(signature) else { return Ok(None) };
    let (text, read) = content(machine, p, at)?;
    if name == "compare" {
        let (range, kinds, first) = match kinds.strip_prefix("mm") {
            Some(rest) => {
                let from = (call.bits(1) as usize).min(text.len());
                let to = from.saturating_add(usize::try_from(call.bits(2)).unwrap_or(usize::MAX)).min(text.len());
                (from..to, rest, 3)
            }
            None => (0..text.len(), kinds.as_str(), 1),
        };
        let Some((other, also)) = source(machine, call, kinds, first)? else { return Ok(None) };
        super::strings::note(machine, &text, &other);
        let order = text[range].cmp(&other) as i32;
        return give(Value::new(u64::from(order as u32)).tied(read || also));
    }
    // The text to search for, and the start of the search.
    let (wanted, from) = match kinds.as_str() {
        "Pmm" if call.bits(3) == 0 => (Vec::new(), call.bits(2)),
        "Pmm" => (machine.memory.bytes(p, call.bits(1), call.bits(3))?.to_vec(), call.bits(2)),
        "Pm" => (machine.memory.text(p, call.bits(1))?, call.bits(2)),
        "Sm" => (content(machine, p, call.bits(1))?.0, call.bits(2)),
        "cm" => (vec![call.bits(1) as u8], call.bits(2)),
        _ => return Ok(None),
    };
    let from = usize::try_from(from).unwrap_or(usize::MAX).min(text.len());
    let forward = |f: &dyn Fn(usize) -> bool| (from..text.len().max(from)).find(|n| f(*n));
    let backward = |f: &dyn Fn(usize) -> bool| (0..=from).rev().filter(|n| *n < text.len()).find(|n| f(*n));
    let found = match name {
        "find" if wanted.is_empty() => Some(from),
        "find" => forward(&|n| text[n..].starts_with(&wanted)),
        "rfind" => (0..=from).rev().find(|n| text[*n..].starts_with(&wanted)),
        "find_first_of" => forward(&|n| wanted.contains(&text[n])),
        "find_first_not_of" => forward(&|n| !wanted.contains(&text[n])),
        "find_last_of" => backward(&|n| wanted.contains(&text[n])),
        "find_last_not_of" => backward(&|n| !wanted.contains(&text[n])),
        _ => return Ok(None),
    };
    give(Value::new(found.map_or(u64::MAX, |n| n as u64)).tied(read))
}
