//! `sscanf`, `fscanf`, `scanf`: numbers and words out of a text, or out of the input (theory, 9.4).

use super::stdlib::{integer, real};
use super::{Call, give};
use crate::machine::{Answer, Machine, Result, Value};

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (text, read, first) = match name {
        "sscanf" => {
            let text = machine.memory.text(p, call.bits(0))?;
            let read = !text.is_empty() && machine.memory.is_read(p, call.bits(0), text.len() as u64)?;
            (text, read, 1)
        }
        "fscanf" | "scanf" => {
            let first = usize::from(name == "fscanf");
            let format = machine.memory.text(p, call.bits(first))?;
            let mut text = Vec::new();
            for _ in format.iter().filter(|c| **c == b'%') {
                text.extend(machine.next_line(p).unwrap_or_default());
            }
            (text, machine.input > 0, first)
        }
        _ => return Ok(None),
    };
    let format = machine.memory.text(p, call.bits(first))?;
    let (mut n, mut at, mut next, mut found) = (0, 0, first + 1, 0_i64);
    while n < format.len() {
        let c = format[n];
        n += 1;
        if c.is_ascii_whitespace() {
            at += spaces(&text[at..]);
            continue;
        }
        if c != b'%' || format.get(n) == Some(&b'%') {
            n += usize::from(c == b'%');
            if text.get(at) != Some(&c) {
                break;
            }
            at += 1;
            continue;
        }
        let dropped = format.get(n) == Some(&b'*');
        n += usize::from(dropped);
        let mut width = 0;
        while let Some(digit) = format.get(n).filter(|c| c.is_ascii_digit()) {
            width = width * 10 + usize::from(digit - b'0');
            n += 1;
        }
        let mut size = 4;
        while let Some(c @ (b'l' | b'h' | b'z' | b'j' | b't' | b'L')) = format.get(n) {
            size = if *c == b'h' { size / 2 } else { 8 };
            n += 1;
        }
        let Some(kind) = format.get(n).copied() else { break };
        n += 1;
        let mut set = Vec::new();
        if kind == b'[' {
            while let Some(c) = format.get(n).filter(|c| **c != b']' || set.is_empty()) {
                set.push(*c);
                n += 1;
            }
            n += 1;
        } else if !matches!(kind, b'c' | b'n') {
            at += spaces(&text[at..]);
        }
        let most = if width == 0 { usize::MAX } else { width };
        let rest = &text[at..text.len().min(at.saturating_add(most))];
        let place = call.bits(next);
        let (len, value) = match kind {
            b'n' => {
                machine.memory.set_number(p, place, 4, at as u64, false)?;
                next += 1;
                continue;
            }
            b'd' | b'u' | b'i' | b'x' | b'X' | b'o' => {
                let base = match kind {
                    b'i' => 0,
                    b'x' | b'X' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let (value, len) = integer(rest, base);
                (len, (value as u64).to_le_bytes()[..size].to_vec())
            }
            b'f' | b'e' | b'g' | b'a' => {
                let (value, len) = real(rest);
                let bytes =
                    if size == 8 { value.to_le_bytes().to_vec() } else { (value as f32).to_le_bytes().to_vec() };
                (len, bytes)
            }
            b's' | b'[' => {
                let takes = |c: &u8| if kind == b's' { !c.is_ascii_whitespace() } else { in_set(&set, *c) };
                let len = rest.iter().take_while(|c| takes(c)).count();
                let mut word = rest[..len].to_vec();
                word.push(0);
                (len, word)
            }
            b'c' => {
                let len = width.max(1).min(rest.len());
                (len, rest[..len].to_vec())
            }
            _ => break,
        };
        if len == 0 {
            break;
        }
        at += len;
        if !dropped {
            machine.touch(p, call.loc, crate::log::Kind::Write, place, value.len() as u64, false);
            machine.memory.write(p, place, &value, read)?;
            next += 1;
            found += 1;
        }
    }
    let empty = found == 0 && text.iter().all(u8::is_ascii_whitespace);
    give(Value::new(if empty { u64::from(u32::MAX) } else { found as u64 }).tied(read))
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|c| c.is_ascii_whitespace()).count()
}

/// Whether a character is in `a-z` or not in `^a-z`.
fn in_set(set: &[u8], c: u8) -> bool {
    let (negated, set) = match set.split_first() {
        Some((b'^', rest)) => (true, rest),
        _ => (false, set),
    };
    let mut n = 0;
    let mut inside = false;
    while n < set.len() {
        if n + 2 < set.len() && set[n + 1] == b'-' {
            inside |= (set[n]..=set[n + 2]).contains(&c);
            n += 3;
        } else {
            inside |= set[n] == c;
            n += 1;
        }
    }
    inside != negated
}
