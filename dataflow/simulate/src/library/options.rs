//! `getopt` and `getopt_long` (theory, 9.4).

use super::{Call, give};
use crate::machine::{Answer, Machine, Result, Value};

/// The library's variables, as globals of the program.
fn variable(machine: &Machine, name: &str) -> Option<u64> {
    let global = machine.module.globals.position(|g| g.name == name)?;
    Some(machine.addresses.of_global(global))
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    match name {
        "getopt" | "getopt_long" | "getopt_long_only" => {
            let answer = next(machine, call, name != "getopt")?;
            give(Value::new(u64::from(answer as u32)))
        }
        _ => Ok(None),
    }
}

fn set(machine: &mut Machine, process: usize, name: &str, size: u64, value: u64) -> Result<()> {
    match variable(machine, name) {
        Some(at) => machine.memory.set_number(process, at, size, value, false),
        None => Ok(()),
    }
}

/// The options of the program.
fn learn(machine: &mut Machine, call: &Call, known: &[u8], long: bool) -> Result<()> {
    for (n, c) in known.iter().enumerate().filter(|(_, c)| c.is_ascii_alphanumeric()) {
        let value = known.get(n + 1) == Some(&b':') && known.get(n + 2) != Some(&b':');
        machine.learned.options.insert((format!("-{}", char::from(*c)), value));
    }
    for row in (0..64).map(|n| call.bits(3) + 32 * n).take_while(|_| long) {
        let (name, _) = machine.memory.number(call.process, row, 8)?;
        if name == 0 {
            break;
        }
        let (has_value, _) = machine.memory.number(call.process, row + 8, 4)?;
        let (short, _) = machine.memory.number(call.process, row + 24, 4)?;
        // Most long options have a short form, which is known already.
        if !u8::try_from(short).is_ok_and(|c| known.contains(&c)) {
            let name = machine.memory.text(call.process, name)?;
            machine.learned.options.insert((format!("--{}", String::from_utf8_lossy(&name)), has_value == 1));
        }
    }
    Ok(())
}

/// The next option, or -1. Arguments that are no options end the search.
fn next(machine: &mut Machine, call: &Call, long: bool) -> Result<i32> {
    let p = call.process;
    let (argc, argv) = (call.arg(0).int(), call.bits(1));
    let mut index = match variable(machine, "optind") {
        Some(at) => machine.memory.number(p, at, 4)?.0 as i64,
        None => machine.processes[p].cells.get("optind").copied().unwrap_or_default() as i64,
    }
    .max(1);
    let inside = machine.processes[p].option_place;
    let word = |machine: &mut Machine, index: i64| -> Result<Option<(u64, Vec<u8>)>> {
        if index >= argc {
            return Ok(None);
        }
        let (at, _) = machine.memory.number(p, argv + 8 * index as u64, 8)?;
        Ok(Some((at, machine.memory.text(p, at)?)))
    };
    let known = machine.memory.text(p, call.bits(2))?;
    learn(machine, call, &known, long)?;
    let answer = 'found: {
        let Some((at, text)) = word(machine, index)? else { break 'found -1 };
        if inside == 0 && (text.len() < 2 || text[0] != b'-') {
            break 'found -1;
        }
        if inside == 0 && text == b"--" {
            index += 1;
            break 'found -1;
        }
        if long && inside == 0 && text.starts_with(b"--") {
            index += 1;
            break 'found long_option(machine, call, &mut index, at, &text[2..])?;
        }
        let place = (inside as usize).max(1);
        let c = text[place];
        let Some(n) = known.iter().position(|k| *k == c && c != b':') else {
            index += 1;
            machine.processes[p].option_place = 0;
            break 'found i32::from(b'?');
        };
        if known.get(n + 1) == Some(&b':') {
            let value = if text.len() > place + 1 {
                Some(at + place as u64 + 1)
            } else if known.get(n + 2) == Some(&b':') {
                None
            } else {
                index += 1;
                word(machine, index)?.map(|w| w.0)
            };
            set(machine, p, "optarg", 8, value.unwrap_or(0))?;
            index += 1;
            machine.processes[p].option_place = 0;
            break 'found if value.is_none() && known.get(n + 2) != Some(&b':') {
                i32::from(b'?')
            } else {
                i32::from(c)
            };
        }
        if place + 1 < text.len() {
            machine.processes[p].option_place = place as u64 + 1;
        } else {
            machine.processes[p].option_place = 0;
            index += 1;
        }
        i32::from(c)
    };
    machine.processes[p].cells.insert("optind", index as u64);
    set(machine, p, "optind", 4, index as u64)?;
    Ok(answer)
}

/// `--name`, `--name value` or `--name=value`, by the table of `struct option`.
fn long_option(machine: &mut Machine, call: &Call, index: &mut i64, at: u64, text: &[u8]) -> Result<i32> {
    let p = call.process;
    let end = text.iter().position(|c| *c == b'=').unwrap_or(text.len());
    for n in 0.. {
        let row = call.bits(3) + 32 * n;
        let (name, _) = machine.memory.number(p, row, 8)?;
        if name == 0 {
            break;
        }
        if machine.memory.text(p, name)? != text[..end] {
            continue;
        }
        let (has_value, _) = machine.memory.number(p, row + 8, 4)?;
        let (flag, _) = machine.memory.number(p, row + 16, 8)?;
        let (value, _) = machine.memory.number(p, row + 24, 4)?;
        if call.bits(4) != 0 {
            machine.memory.set_number(p, call.bits(4), 4, n, false)?;
        }
        let argument = if end < text.len() {
            at + 2 + end as u64 + 1
        } else if has_value == 1 {
            *index += 1;
            machine.memory.number(p, call.bits(1) + 8 * (*index as u64 - 1), 8)?.0
        } else {
            0
        };
        set(machine, p, "optarg", 8, argument)?;
        if flag != 0 {
            machine.memory.set_number(p, flag, 4, value, false)?;
            return Ok(0);
        }
        return Ok(value as i32);
    }
    Ok(i32::from(b'?'))
}
