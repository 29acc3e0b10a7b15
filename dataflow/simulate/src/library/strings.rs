//! Memory and strings: `string.h`, `ctype.h` (theory, 9.4).

use super::{Call, copy, give};
use crate::log::Kind;
use crate::machine::memory::HEAP;
use crate::machine::{Answer, Machine, Result, Value};

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (a, b) = (call.arg(0), call.arg(1));
    match name {
        "memcpy" | "memmove" | "mempcpy" => {
            let len = call.bits(2);
            copy(machine, p, call.loc, &a, &b, len)?;
            give(if name == "mempcpy" { Value::new(a.bits + len) } else { a })
        }
        "memset" | "bzero" | "explicit_bzero" => {
            let (byte, len) = if name == "memset" { (b.clone(), call.bits(2)) } else { (Value::default(), b.bits) };
            machine.touch(p, call.loc, Kind::Write, a.bits, len, a.read);
            machine.memory.fill(p, a.bits, len, byte.bits as u8, byte.read)?;
            give(a)
        }
        "memcmp" | "bcmp" => {
            let len = call.bits(2);
            machine.touch(p, call.loc, Kind::Read, a.bits, len, a.read);
            machine.touch(p, call.loc, Kind::Read, b.bits, len, b.read);
            let read =
                len > 0 && (machine.memory.is_read(p, a.bits, len)? || machine.memory.is_read(p, b.bits, len)?);
            let order = if len == 0 {
                std::cmp::Ordering::Equal
            } else {
                let x = machine.memory.bytes(p, a.bits, len)?.to_vec();
                x.as_slice().cmp(machine.memory.bytes(p, b.bits, len)?)
            };
            give(sign(order).tied(read))
        }
        "strlen" | "strnlen" => {
            let text = machine.memory.text(p, a.bits)?;
            let len = if name == "strnlen" { (text.len() as u64).min(b.bits) } else { text.len() as u64 };
            give(Value::new(len))
        }
        "strcmp" | "strcoll" | "strcasecmp" => {
            let (mut x, mut y) = (machine.memory.text(p, a.bits)?, machine.memory.text(p, b.bits)?);
            note(machine, &x, &y);
            if name == "strcasecmp" {
                x.make_ascii_lowercase();
                y.make_ascii_lowercase();
            }
            give(sign(x.cmp(&y)))
        }
        "strncmp" | "strncasecmp" => {
            let (mut x, mut y) = (machine.memory.text(p, a.bits)?, machine.memory.text(p, b.bits)?);
            note(machine, &x, &y);
            if name == "strncasecmp" {
                x.make_ascii_lowercase();
                y.make_ascii_lowercase();
            }
            let n = call.bits(2) as usize;
            x.truncate(n);
            y.truncate(n);
            give(sign(x.cmp(&y)))
        }
        "strcpy" | "strncpy" | "stpcpy" | "strcat" | "strncat" => {
            let mut text = machine.memory.text(p, b.bits)?;
            let mut at = a.bits;
            if name.ends_with("cat") {
                at += machine.memory.text(p, a.bits)?.len() as u64;
            }
            if name.starts_with("strn") {
                text.truncate(call.bits(2) as usize);
            }
            if name == "strncpy" {
                text.resize(call.bits(2) as usize, 0);
            } else {
                text.push(0);
            }
            machine.touch(p, call.loc, Kind::Write, at, text.len() as u64, false);
            machine.memory.write(p, at, &text, false)?;
            give(if name == "stpcpy" { Value::new(at + text.len() as u64 - 1) } else { a })
        }
        "strdup" | "strndup" => {
            let mut text = machine.memory.text(p, a.bits)?;
            if name == "strndup" {
                text.truncate(b.bits as usize);
            }
            text.push(0);
            let at = machine.memory.take(p, HEAP, text.len() as u64, 16)?;
            machine.memory.write(p, at, &text, false)?;
            give(Value::new(at))
        }
        "strchr" | "strrchr" | "index" | "rindex" => {
            let text = machine.memory.text(p, a.bits)?;
            let byte = b.bits as u8;
            let found = if byte == 0 {
                Some(text.len())
            } else if name.contains('r') && name != "strchr" {
                text.iter().rposition(|c| *c == byte)
            } else {
                text.iter().position(|c| *c == byte)
            };
            give(Value::new(found.map_or(0, |n| a.bits + n as u64)))
        }
        "strstr" => {
            let (x, y) = (machine.memory.text(p, a.bits)?, machine.memory.text(p, b.bits)?);
            let found = (0..=x.len()).find(|n| x[*n..].starts_with(&y));
            give(Value::new(found.map_or(0, |n| a.bits + n as u64)))
        }
        "strspn" | "strcspn" => {
            let (x, y) = (machine.memory.text(p, a.bits)?, machine.memory.text(p, b.bits)?);
            let wanted = name == "strspn";
            let n = x.iter().take_while(|c| y.contains(c) == wanted).count();
            give(Value::new(n as u64))
        }
        "strtok" | "strtok_r" => token(machine, call, name == "strtok_r"),
        "strerror" => {
            let at = machine.memory.take(p, HEAP, 8, 16)?;
            machine.memory.write(p, at, b"error\0", false)?;
            give(Value::new(at))
        }
        "toupper" => give(Value::new(u64::from((a.bits as u8).to_ascii_uppercase())).tied(a.read)),
        "tolower" => give(Value::new(u64::from((a.bits as u8).to_ascii_lowercase())).tied(a.read)),
        _ => class(name, a.bits).map_or(Ok(None), |is| give(Value::new(u64::from(is)).tied(a.read))),
    }
}

/// An argument of the command line is compared with a text that the program knows.
pub(super) fn note(machine: &mut Machine, x: &[u8], y: &[u8]) {
    for (argument, text) in [(x, y), (y, x)] {
        let position = machine.arguments.iter().skip(1).position(|a| a.as_bytes() == argument);
        if let Some(position) = position
            && (1..=24).contains(&text.len())
            && let Ok(text) = std::str::from_utf8(text)
        {
            machine.learned.compared.insert((position + 1, text.to_owned()));
        }
    }
}

fn class(name: &str, c: u64) -> Option<bool> {
    let c = u8::try_from(c & 0xff).ok()?;
    Some(match name {
        "isdigit" => c.is_ascii_digit(),
        "isalpha" => c.is_ascii_alphabetic(),
        "isalnum" => c.is_ascii_alphanumeric(),
        "isspace" => c.is_ascii_whitespace() || c == 0x0b,
        "isupper" => c.is_ascii_uppercase(),
        "islower" => c.is_ascii_lowercase(),
        "ispunct" => c.is_ascii_punctuation(),
        "isprint" => c.is_ascii_graphic() || c == b' ',
        "isxdigit" => c.is_ascii_hexdigit(),
        _ => return None,
    })
}

fn sign(order: std::cmp::Ordering) -> Value {
    Value::new(u64::from(order as i32 as u32))
}

fn token(machine: &mut Machine, call: &Call, reentrant: bool) -> Result<Option<Answer>> {
    let p = call.process;
    let mut at = call.bits(0);
    if at == 0 {
        at = if reentrant {
            machine.memory.number(p, call.bits(2), 8)?.0
        } else {
            machine.processes[p].cells.get("strtok").copied().unwrap_or_default()
        };
    }
    let stops = machine.memory.text(p, call.bits(1))?;
    let (mut answer, mut rest) = (0, 0);
    if at != 0 {
        let text = machine.memory.text(p, at)?;
        let from = text.iter().position(|c| !stops.contains(c));
        if let Some(from) = from {
            answer = at + from as u64;
            if let Some(len) = text[from..].iter().position(|c| stops.contains(c)) {
                machine.memory.write(p, answer + len as u64, &[0], false)?;
                rest = answer + len as u64 + 1;
            }
        }
    }
    if reentrant {
        machine.memory.set_number(p, call.bits(2), 8, rest, false)?;
    } else {
        machine.processes[p].cells.insert("strtok", rest);
    }
    give(Value::new(answer))
}
