//! Output streams of libstdc++: output to a terminal is discarded, output into a string stream is kept. Input streams and files
//! are not known (theory, 9.4).
//!
//! Objects have the layout of libstdc++, because inline functions of its headers use it: the table of virtual functions contains,
//! at the offset -24, the offset of the base `std::ios`.

use super::cxx_string::{content, make};
use super::{Call, allocate, give};
use crate::machine::{Answer, Machine, Result, Value};

/// Members of `std::ios_base` and `std::ios`, from the begin of the base on.
const PRECISION: u64 = 8;
const WIDTH: u64 = 16;
const FLAGS: u64 = 24;
const FILL: u64 = 224;
const FACET: u64 = 240;

/// Flags of a format.
const BOOLALPHA: u64 = 1 << 0;
const FIXED: u64 = 1 << 2;
const HEX: u64 = 1 << 3;
const LEFT: u64 = 1 << 5;
const OCT: u64 = 1 << 6;
const SCIENTIFIC: u64 = 1 << 8;

/// Streams that the library has from the beginning.
const GLOBALS: [(&str, u64); 3] = [("_ZSt4cout", 8), ("_ZSt4cerr", 8), ("_ZSt4clog", 8)];

/// Fills the library's own streams, when the process begins.
pub(crate) fn prepare(machine: &mut Machine, process: usize) -> Result<()> {
    for (name, base) in GLOBALS {
        let global = machine.module.globals.position(|g| g.name == name && g.init.is_none());
        if let Some(global) = global {
            let at = machine.addresses.of_global(global);
            open(machine, process, at, base)?;
        }
    }
    Ok(())
}

/// An object of a stream, with the base at an offset.
fn open(machine: &mut Machine, p: usize, at: u64, base: u64) -> Result<()> {
    let table = allocate(machine, p, 64, 16)? + 32;
    machine.memory.set_number(p, table - 24, 8, base, false)?;
    machine.memory.set_number(p, at, 8, table, false)?;
    let facet = match machine.processes[p].cells.get("facet") {
        Some(facet) => *facet,
        None => {
            // Letters are what they are.
            let facet = allocate(machine, p, 576, 16)?;
            machine.memory.set_number(p, facet + 56, 1, 1, false)?;
            let all: Vec<u8> = (0..=255).collect();
            machine.memory.write(p, facet + 57, &all, false)?;
            machine.processes[p].cells.insert("facet", facet);
            facet
        }
    };
    let ios = at + base;
    machine.memory.set_number(p, ios, 8, table, false)?;
    machine.memory.set_number(p, ios + PRECISION, 8, 6, false)?;
    machine.memory.set_number(p, ios + WIDTH, 8, 0, false)?;
    machine.memory.set_number(p, ios + FLAGS, 4, 0x1002, false)?;
    machine.memory.set_number(p, ios + 28, 8, 0, false)?;
    machine.memory.set_number(p, ios + FILL, 2, 0x0120, false)?;
    machine.memory.set_number(p, ios + FACET, 8, facet, false)
}

/// How the next number is written.
struct Form {
    precision: usize,
    width: usize,
    flags: u64,
    fill: u8,
}

/// The form that a stream has, and back to no width; a stream without a layout has the usual one.
fn form(machine: &mut Machine, p: usize, at: u64) -> Result<Form> {
    let Ok((table, _)) = machine.memory.number(p, at, 8) else { return Ok(usual()) };
    let Ok((base, _)) = machine.memory.number(p, table.wrapping_sub(24), 8) else { return Ok(usual()) };
    let ios = at.wrapping_add(base);
    let of = |machine: &mut Machine, offset, size| machine.memory.number(p, ios + offset, size).map(|n| n.0);
    let found = Form {
        precision: (of(machine, PRECISION, 8)? as usize).min(64),
        width: (of(machine, WIDTH, 8)? as usize).min(1 << 16),
        flags: of(machine, FLAGS, 4)?,
        fill: of(machine, FILL, 1)? as u8,
    };
    machine.memory.set_number(p, ios + WIDTH, 8, 0, false)?;
    Ok(found)
}

fn usual() -> Form {
    Form { precision: 6, width: 0, flags: 2, fill: b' ' }
}

/// Writes into a stream whose text the program may read.
fn put(machine: &mut Machine, p: usize, at: u64, f: &dyn Fn(&Form) -> Vec<u8>, read: bool) -> Result<()> {
    if !machine.processes[p].texts.contains_key(&at) {
        return Ok(());
    }
    let form = form(machine, p, at)?;
    let body = f(&form);
    let fill = vec![form.fill; form.width.saturating_sub(body.len())];
    let marked = machine.processes[p].texts_read.contains(&at);
    if read && !marked {
        machine.processes[p].texts_read.insert(at);
    }
    if let Some(text) = machine.processes[p].texts.get_mut(&at) {
        if form.flags & LEFT == 0 {
            text.extend(&fill);
        }
        text.extend(&body);
        if form.flags & LEFT != 0 {
            text.extend(&fill);
        }
    }
    Ok(())
}

fn whole(form: &Form, signed: i64, unsigned: u64) -> Vec<u8> {
    if form.flags & HEX != 0 {
        format!("{unsigned:x}")
    } else if form.flags & OCT != 0 {
        format!("{unsigned:o}")
    } else {
        format!("{signed}")
    }
    .into_bytes()
}

fn real(form: &Form, x: f64) -> Vec<u8> {
    if form.flags & FIXED != 0 {
        format!("{:.*}", form.precision, x)
    } else if form.flags & SCIENTIFIC != 0 {
        format!("{:.*e}", form.precision, x)
    } else {
        super::format::shortest(x, form.precision)
    }
    .into_bytes()
}

/// The begin of the part of a stream of text that is written to, and of its base `std::ios`, from the name of its constructor.
fn text_stream(name: &str) -> Option<(u64, u64, &str)> {
    let rest = name.strip_prefix("_ZNSt7__cxx11")?;
    let class = [("19basic_ostringstream", 0, 112), ("18basic_stringstream", 16, 128)];
    class.iter().find_map(|(class, part, base)| {
        let member = rest.strip_prefix(class)?.strip_prefix("IcSt11char_traitsIcESaIcEE")?;
        Some((*part, *base, member))
    })
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let (p, at) = (call.process, call.bits(0));
    let b = call.arg(1);
    if let Some((part, base, member)) = text_stream(name) {
        return text_member(machine, call, part, base, member);
    }
    if let Some(rest) = name.strip_prefix("_ZNKSt7__cxx11")
        && rest.ends_with("IcSt11char_traitsIcESaIcEE3strEv")
    {
        let part = if rest.contains("ostringstream") { 0 } else { 16 };
        let key = b.bits + part;
        let text = machine.processes[p].texts.get(&key).cloned();
        let Some(text) = text else { return Ok(None) };
        let read = machine.processes[p].texts_read.contains(&key);
        make(machine, p, at, &text, read)?;
        return give(Value::default());
    }
    let number = match name.strip_prefix("_ZNSolsE").or_else(|| name.strip_prefix("_ZNSo9_M_insertI")) {
        Some(ty) => Some(ty.strip_suffix("EERSoT_").unwrap_or(ty)),
        None => None,
    };
    if let Some(ty) = number {
        let int = b.int();
        match ty {
            "i" => put(machine, p, at, &|f| whole(f, int, u64::from(int as u32)), b.read)?,
            "s" => put(machine, p, at, &|f| whole(f, i64::from(int as i16), u64::from(int as u16)), b.read)?,
            "l" | "x" => put(machine, p, at, &|f| whole(f, b.long(), b.bits), b.read)?,
            "j" | "t" => {
                let bits = if ty == "j" { b.bits & 0xffff_ffff } else { b.bits & 0xffff };
                put(machine, p, at, &|f| whole(f, bits as i64, bits), b.read)?;
            }
            "m" | "y" => put(
                machine,
                p,
                at,
                &|f| if f.flags & (HEX | OCT) == 0 { b.bits.to_string().into_bytes() } else { whole(f, 0, b.bits) },
                b.read,
            )?,
            "b" => {
                let word = |f: &Form| match (f.flags & BOOLALPHA != 0, b.bits & 1 == 1) {
                    (true, true) => b"true".to_vec(),
                    (true, false) => b"false".to_vec(),
                    (false, is) => vec![b'0' + u8::from(is)],
                };
                put(machine, p, at, &word, b.read)?;
            }
            "d" => put(machine, p, at, &|f| real(f, b.as_f64()), b.read)?,
            "f" => put(machine, p, at, &|f| real(f, f64::from(f32::from_bits(b.bits as u32))), b.read)?,
            "PKv" => put(machine, p, at, &|_| format!("{:#x}", b.bits).into_bytes(), b.read)?,
            // A function that changes the stream: one of the program's is called.
            _ if ty.starts_with("PF") => {
                return Ok(match crate::machine::constants::function_at(machine.module, b.bits) {
                    Some(function) => {
                        let argument = if ty.contains("ios") && !ty.starts_with("PFRSoS_E") {
                            let (table, _) = machine.memory.number(p, at, 8)?;
                            let (base, _) = machine.memory.number(p, table.wrapping_sub(24), 8)?;
                            at.wrapping_add(base)
                        } else {
                            at
                        };
                        Some(Answer::Instead(function, vec![Value::new(argument)], call.arg(0)))
                    }
                    None => Some(Answer::Value(call.arg(0))),
                });
            }
            _ => return Ok(None),
        }
        return give(call.arg(0));
    }
    if let Some(manipulator) = name.strip_prefix("_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St") {
        let (member, size) = match manipulator {
            "5_Setw" => (WIDTH, 8),
            "13_Setprecision" => (PRECISION, 8),
            "8_SetfillIS3_E" => (FILL, 1),
            _ => return Ok(None),
        };
        let (table, _) = machine.memory.number(p, at, 8)?;
        let (base, _) = machine.memory.number(p, table.wrapping_sub(24), 8)?;
        let value = b.bits & 0xffff_ffff;
        machine.memory.set_number(p, at.wrapping_add(base) + member, size, value, b.read)?;
        return give(call.arg(0));
    }
    match name {
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc" => {
            let text = if b.bits == 0 { Vec::new() } else { machine.memory.text(p, b.bits)? };
            put(machine, p, at, &|_| text.clone(), false)?;
        }
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c"
        | "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_S3_"
        | "_ZNSo3putEc" => put(machine, p, at, &|_| vec![b.bits as u8], b.read)?,
        "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE" => {
            let (text, read) = content(machine, p, b.bits)?;
            put(machine, p, at, &|_| text.clone(), read)?;
        }
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l" | "_ZNSo5writeEPKcl" => {
            let len = call.bits(2);
            let text = if len == 0 { Vec::new() } else { machine.memory.bytes(p, b.bits, len)?.to_vec() };
            put(machine, p, at, &|_| text.clone(), false)?;
        }
        "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_" => {
            put(machine, p, at, &|_| b"\n".to_vec(), false)?;
        }
        "_ZNSo5flushEv" | "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_" => {}
        "_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate"
        | "_ZNKSt5ctypeIcE13_M_widen_initEv"
        | "_ZNSt8ios_base15sync_with_stdioEb" => {
            return give(Value::default());
        }
        "_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv"
        | "_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv"
        | "_ZNKSt9basic_iosIcSt11char_traitsIcEE3badEv" => return give(Value::default()),
        "_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv" | "_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv" => {
            return give(Value::new(1));
        }
        _ => return Ok(None),
    }
    give(call.arg(0))
}

fn text_member(machine: &mut Machine, call: &Call, part: u64, base: u64, member: &str) -> Result<Option<Answer>> {
    let (p, at) = (call.process, call.bits(0));
    match member {
        "C1Ev" | "C2Ev" | "C1ESt13_Ios_Openmode" => {
            open(machine, p, at, base)?;
            if part > 0 {
                open(machine, p, at + part, base - part)?;
            }
            machine.processes[p].texts.insert(at + part, Vec::new());
            give(Value::default())
        }
        "D1Ev" | "D2Ev" => {
            machine.processes[p].texts.remove(&(at + part));
            machine.processes[p].texts_read.remove(&(at + part));
            give(Value::default())
        }
        _ if member.starts_with("3strERKNSt") || member.starts_with("3strERKS4_") => {
            let (text, _) = content(machine, p, call.bits(1))?;
            machine.processes[p].texts.insert(at + part, text);
            give(Value::default())
        }
        _ => Ok(None),
    }
}
