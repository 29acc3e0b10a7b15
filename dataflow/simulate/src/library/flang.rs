//! Flang's runtime: begin and end of the program, its arguments, time, characters, and input and output. Output is discarded; a
//! unit that is read is at its end. `flang/Runtime/*.h` of flang 19 (theory, 9.4).

use super::stdlib::{integer, real};
use super::{Call, allocate, give};
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// `IOSTAT_END`.
const END: u64 = 0xffff_ffff;

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    if let Some(entry) = name.strip_prefix("_FortranAio") {
        return io(machine, call, entry);
    }
    let Some(entry) = name.strip_prefix("_FortranA") else { return Ok(None) };
    let p = call.process;
    let a = call.arg(0);
    match entry {
        "ProgramStart"
        | "ProgramEndStatement"
        | "RandomInit"
        | "RandomSeed"
        | "RandomSeedPut"
        | "RandomSeedDefaultPut"
        | "RandomSeedSize"
        | "PauseStatement"
        | "Sleep" => give(Value::default()),
        "StopStatement" | "StopStatementText" | "Exit" => {
            let is_error = entry != "Exit" && call.bits(if entry == "StopStatement" { 1 } else { 2 }) & 1 == 1;
            if is_error { Err(Halt::Abort) } else { Ok(Some(Answer::Exit)) }
        }
        "FailImageStatement" | "Abort" | "ReportFatalUserError" => Err(Halt::Abort),
        "ArgumentCount" => give(Value::new(machine.arguments.len() as u64 - 1)),
        "GetCommandArgument" => {
            let text = usize::try_from(a.int()).ok().and_then(|n| machine.arguments.get(n).cloned());
            if call.bits(1) != 0 {
                pad(machine, p, call.bits(1), text.as_deref().unwrap_or_default().as_bytes())?;
            }
            length(machine, p, call.bits(2), text.as_deref().map_or(0, str::len))?;
            give(Value::new(u64::from(text.is_none())))
        }
        "GetEnvVariable" => {
            if call.bits(1) != 0 {
                pad(machine, p, call.bits(1), b"")?;
            }
            length(machine, p, call.bits(2), 0)?;
            give(Value::new(1))
        }
        "CpuTime" => {
            machine.processes[p].ticks += 1;
            give(Value::f64(machine.processes[p].ticks as f64 * 1e-6).tied(true))
        }
        "SystemClockCount" => {
            machine.processes[p].ticks += 1;
            give(Value::read(machine.processes[p].ticks))
        }
        "SystemClockCountRate" => give(Value::new(1_000_000)),
        "SystemClockCountMax" => give(Value::new(0x7fff_ffff)),
        "DateAndTime" => give(Value::default()),
        "CharacterCompareScalar1" => {
            let (x, y) = (bytes(machine, p, a.bits, call.bits(2))?, bytes(machine, p, call.bits(1), call.bits(3))?);
            let len = x.0.len().max(y.0.len());
            let padded = |mut text: Vec<u8>| {
                text.resize(len, b' ');
                text
            };
            let order = padded(x.0).cmp(&padded(y.0)) as i32;
            give(Value::new(u64::from(order as u32)).tied(x.1 || y.1))
        }
        "LenTrim1" => {
            let (text, read) = bytes(machine, p, a.bits, call.bits(1))?;
            let len = text.iter().rposition(|c| *c != b' ').map_or(0, |n| n + 1);
            give(Value::new(len as u64).tied(read))
        }
        "Index1" => {
            let ((text, r1), (wanted, r2)) =
                (bytes(machine, p, a.bits, call.bits(1))?, bytes(machine, p, call.bits(2), call.bits(3))?);
            let mut places = (0..=text.len().saturating_sub(wanted.len())).filter(|n| text[*n..].starts_with(&wanted));
            let found = if call.bits(4) & 1 == 1 { places.next_back() } else { places.next() };
            give(Value::new(found.map_or(0, |n| n as u64 + 1)).tied(r1 || r2))
        }
        "Trim" | "Adjustl" | "Adjustr" => {
            let (base, len) =
                (machine.memory.number(p, call.bits(1), 8)?.0, machine.memory.number(p, call.bits(1) + 8, 8)?.0);
            let (text, read) = bytes(machine, p, base, len)?;
            let body: Vec<u8> = match entry {
                "Trim" => text[..text.iter().rposition(|c| *c != b' ').map_or(0, |n| n + 1)].to_vec(),
                "Adjustl" => {
                    let skip = text.iter().take_while(|c| **c == b' ').count();
                    [&text[skip..], &text[..skip]].concat()
                }
                _ => {
                    let keep = text.iter().rposition(|c| *c != b' ').map_or(0, |n| n + 1);
                    [&text[keep..], &text[..keep]].concat()
                }
            };
            let at = allocate(machine, p, body.len().max(1) as u64, 16)?;
            machine.memory.write(p, at, &body, read)?;
            machine.memory.set_number(p, a.bits, 8, at, false)?;
            machine.memory.set_number(p, a.bits + 8, 8, body.len() as u64, read)?;
            give(Value::default())
        }
        _ => arithmetic(call, entry),
    }
}

/// Functions of numbers that flang does not inline.
fn arithmetic(call: &Call, entry: &str) -> Result<Option<Answer>> {
    let (a, b) = (call.arg(0), call.arg(1));
    let read = a.read || b.read;
    let single = |bits: u64| f64::from(f32::from_bits(bits as u32));
    match entry {
        "ModReal8" | "ModuloReal8" => {
            let (x, y) = (a.as_f64(), b.as_f64());
            give(Value::f64(if entry.starts_with("Modulo") { x - (x / y).floor() * y } else { x % y }).tied(read))
        }
        "ModReal4" | "ModuloReal4" => {
            let (x, y) = (single(a.bits), single(b.bits));
            let z = if entry.starts_with("Modulo") { x - (x / y).floor() * y } else { x % y };
            give(Value::new(u64::from((z as f32).to_bits())).tied(read))
        }
        "ModuloInteger4" | "ModInteger4" | "ModuloInteger8" | "ModInteger8" => {
            let of = |v: &Value| if entry.ends_with('4') { v.int() } else { v.long() };
            let (x, y) = (of(&a), of(&b));
            if y == 0 {
                return Err(Halt::Division);
            }
            let rest = x.wrapping_rem(y);
            let rest = if entry.starts_with("Modulo") && rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest };
            give(Value::new(if entry.ends_with('4') { u64::from(rest as u32) } else { rest as u64 }).tied(read))
        }
        "FPow8i" => give(Value::f64(a.as_f64().powi(b.int() as i32)).tied(read)),
        "FPow4i" => give(Value::new(u64::from((single(a.bits).powi(b.int() as i32) as f32).to_bits())).tied(read)),
        "IPow4i" | "FIPow4i" => {
            give(Value::new(u64::from((a.int().wrapping_pow(b.int().max(0) as u32)) as u32)).tied(read))
        }
        "Nearest8" | "Spacing8" | "Fraction8" => Ok(None),
        _ => Ok(None),
    }
}

/// Bytes of a text, and whether any of them was read.
fn bytes(machine: &mut Machine, p: usize, at: u64, len: u64) -> Result<(Vec<u8>, bool)> {
    if len == 0 {
        return Ok((Vec::new(), false));
    }
    Ok((machine.memory.bytes(p, at, len)?.to_vec(), machine.memory.is_read(p, at, len)?))
}

/// Fills a character variable with a text and blanks.
fn pad(machine: &mut Machine, p: usize, descriptor: u64, text: &[u8]) -> Result<()> {
    let (at, _) = machine.memory.number(p, descriptor, 8)?;
    let (len, _) = machine.memory.number(p, descriptor + 8, 8)?;
    let mut body = text.to_vec();
    body.resize(len as usize, b' ');
    machine.memory.write(p, at, &body, false)
}

/// Stores a length into the variable of a descriptor, where there is one.
fn length(machine: &mut Machine, p: usize, descriptor: u64, len: usize) -> Result<()> {
    if descriptor == 0 {
        return Ok(());
    }
    let (at, _) = machine.memory.number(p, descriptor, 8)?;
    let (size, _) = machine.memory.number(p, descriptor + 8, 8)?;
    machine.memory.set_number(p, at, size, len as u64, false)
}

/// A statement of input or output: its cookie holds its state.
fn io(machine: &mut Machine, call: &Call, entry: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let cookie = call.bits(0);
    if let Some(form) = entry.strip_prefix("Begin") {
        if form.starts_with("Internal") && form.ends_with("Output") {
            // The text is seen by the program.
            return Ok(None);
        }
        let cookie = allocate(machine, p, 16, 16)?;
        let text = if form.starts_with("InternalListInput")
            || form.starts_with("Internal") && form.ends_with("Input") && !form.contains("Array")
        {
            bytes(machine, p, call.bits(0), call.bits(1))?
        } else {
            (Vec::new(), false)
        };
        if text.1 {
            machine.processes[p].texts_read.insert(cookie);
        }
        machine.processes[p].texts.insert(cookie, text.0);
        return give(Value::new(cookie));
    }
    match entry {
        "EndIoStatement" => {
            let (state, _) = machine.memory.number(p, cookie, 4)?;
            let (handled, _) = machine.memory.number(p, cookie + 4, 4)?;
            machine.processes[p].texts.remove(&cookie);
            machine.processes[p].texts_read.remove(&cookie);
            if state != 0 && handled == 0 { Err(Halt::Abort) } else { give(Value::new(state)) }
        }
        "EnableHandlers" => {
            machine.memory.set_number(p, cookie + 4, 4, 1, false)?;
            give(Value::default())
        }
        "OutputDescriptor" => {
            super::flang_array::read_all(machine, call, call.bits(1))?;
            give(Value::new(1))
        }
        "OutputAscii" => {
            machine.touch(p, call.loc, crate::log::Kind::Read, call.bits(1), call.bits(2), false);
            give(Value::new(1))
        }
        _ if entry.starts_with("Output") || entry.starts_with("Set") => give(Value::new(1)),
        "InputInteger" | "InputReal64" | "InputReal32" | "InputLogical" | "InputAscii" => {
            let text = machine.processes[p].texts.get(&cookie).cloned().unwrap_or_default();
            let read = machine.processes[p].texts_read.contains(&cookie);
            let place = call.bits(1);
            let start = text.iter().take_while(|c| c.is_ascii_whitespace() || **c == b',').count();
            let rest = &text[start..];
            let len = match entry {
                "InputInteger" => {
                    let (value, len) = integer(rest, 10);
                    if len > 0 {
                        machine.memory.set_number(p, place, call.bits(2), value as u64, read)?;
                    }
                    len
                }
                "InputReal64" | "InputReal32" => {
                    let (value, len) = real(rest);
                    if len > 0 && entry == "InputReal64" {
                        machine.memory.set_number(p, place, 8, value.to_bits(), read)?;
                    } else if len > 0 {
                        machine.memory.set_number(p, place, 4, u64::from((value as f32).to_bits()), read)?;
                    }
                    len
                }
                "InputLogical" => return Ok(None),
                _ => {
                    let len = rest.iter().take_while(|c| !c.is_ascii_whitespace()).count();
                    let mut word = rest[..len].to_vec();
                    word.resize(call.bits(2) as usize, b' ');
                    if len > 0 {
                        machine.memory.write(p, place, &word, read)?;
                    }
                    len
                }
            };
            if len == 0 {
                // The end, or no number there.
                let state = if rest.is_empty() { END } else { 1 };
                machine.memory.set_number(p, cookie, 4, state, false)?;
                return give(Value::default());
            }
            let left = text[start + len..].to_vec();
            machine.processes[p].texts.insert(cookie, left);
            give(Value::new(1))
        }
        _ if entry.starts_with("Input") => {
            machine.memory.set_number(p, cookie, 4, END, false)?;
            give(Value::default())
        }
        _ => Ok(None),
    }
}
