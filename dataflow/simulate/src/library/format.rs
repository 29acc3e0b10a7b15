//! Text made by a format of `printf` (theory, 9.4).

use super::Call;
use crate::machine::{Machine, Result, Value};

/// Arguments of a format: those of a call, or those of a `va_list`.
pub(super) enum Source<'a> {
    Values(std::slice::Iter<'a, Value>),
    List(u64),
}

impl Source<'_> {
    fn next(&mut self, machine: &mut Machine, process: usize) -> Result<Value> {
        match self {
            Source::Values(values) => Ok(values.next().cloned().unwrap_or_default()),
            Source::List(list) => {
                let (area, _) = machine.memory.number(process, *list + 8, 8)?;
                let (bits, read) = machine.memory.number(process, area, 8)?;
                machine.memory.set_number(process, *list + 8, 8, area + 8, false)?;
                Ok(Value::new(bits).tied(read))
            }
        }
    }
}

/// The text, and whether it contains any value read at run time.
pub(super) fn text(machine: &mut Machine, call: &Call, format: u64, mut source: Source) -> Result<(Vec<u8>, bool)> {
    let format = machine.memory.text(call.process, format)?;
    let (mut out, mut read) = (Vec::new(), false);
    let mut n = 0;
    while n < format.len() {
        let c = format[n];
        n += 1;
        if c != b'%' {
            out.push(c);
            continue;
        }
        let mut spec = Spec::default();
        while let Some(flag @ (b'-' | b'+' | b' ' | b'#' | b'0')) = format.get(n) {
            spec.left |= *flag == b'-';
            spec.zeros |= *flag == b'0';
            spec.plus |= *flag == b'+';
            n += 1;
        }
        for part in [&mut spec.width, &mut spec.precision] {
            if format.get(n) == Some(&b'*') {
                *part = Some(source.next(machine, call.process)?.int().max(0) as usize);
                n += 1;
            } else {
                while let Some(digit) = format.get(n).filter(|c| c.is_ascii_digit()) {
                    *part = Some(part.unwrap_or(0) * 10 + usize::from(digit - b'0'));
                    n += 1;
                }
            }
            if format.get(n) != Some(&b'.') {
                break;
            }
            n += 1;
        }
        if spec.precision.is_none() && n > 0 && format[n - 1] == b'.' {
            spec.precision = Some(0);
        }
        let mut long = false;
        while let Some(size @ (b'l' | b'h' | b'z' | b'j' | b't' | b'L' | b'q')) = format.get(n) {
            long |= *size != b'h';
            n += 1;
        }
        let Some(kind) = format.get(n).copied() else { break };
        n += 1;
        if kind == b'%' {
            out.push(b'%');
            continue;
        }
        let value = source.next(machine, call.process)?;
        read |= value.read;
        let body = match kind {
            b'd' | b'i' => {
                let number = if long { value.long() } else { value.int() };
                let sign = if spec.plus && number >= 0 { "+" } else { "" };
                format!("{sign}{number}").into_bytes()
            }
            b'u' => format!("{}", unsigned(&value, long)).into_bytes(),
            b'x' => format!("{:x}", unsigned(&value, long)).into_bytes(),
            b'X' => format!("{:X}", unsigned(&value, long)).into_bytes(),
            b'o' => format!("{:o}", unsigned(&value, long)).into_bytes(),
            b'p' => format!("{:#x}", value.bits).into_bytes(),
            b'c' => vec![value.bits as u8],
            b's' => {
                let mut text =
                    if value.bits == 0 { b"(null)".to_vec() } else { machine.memory.text(call.process, value.bits)? };
                text.truncate(spec.precision.unwrap_or(usize::MAX));
                text
            }
            b'e' | b'E' => format!("{:.*e}", spec.precision.unwrap_or(6), value.as_f64()).into_bytes(),
            b'f' | b'F' => format!("{:.*}", spec.precision.unwrap_or(6), value.as_f64()).into_bytes(),
            b'g' | b'G' => shortest(value.as_f64(), spec.precision.unwrap_or(6)).into_bytes(),
            _ => Vec::new(),
        };
        spec.pad(&mut out, body, kind);
    }
    Ok((out, read))
}

/// A number as `%g` writes it: with this many significant digits, and no trailing zeros.
pub(super) fn shortest(x: f64, precision: usize) -> String {
    let digits = precision.max(1);
    if x == 0.0 || !x.is_finite() {
        return if x == 0.0 { "0".to_owned() } else { x.to_string().to_lowercase() };
    }
    let scientific = format!("{:.*e}", digits - 1, x);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim =
        |s: &str| if s.contains('.') { s.trim_end_matches('0').trim_end_matches('.').to_owned() } else { s.to_owned() };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(mantissa), exponent.abs());
    }
    trim(&format!("{:.*}", (digits as i32 - 1 - exponent).max(0) as usize, x))
}

fn unsigned(value: &Value, long: bool) -> u64 {
    if long { value.bits } else { value.bits & 0xffff_ffff }
}

/// A conversion.
#[derive(Default)]
struct Spec {
    left: bool,
    zeros: bool,
    plus: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

impl Spec {
    fn pad(&self, out: &mut Vec<u8>, body: Vec<u8>, kind: u8) {
        let fill = self.width.unwrap_or(0).saturating_sub(body.len());
        let zeros = self.zeros && !self.left && !matches!(kind, b's' | b'c');
        if !self.left {
            out.extend(std::iter::repeat_n(if zeros { b'0' } else { b' ' }, fill));
        }
        out.extend(body);
        if self.left {
            out.extend(std::iter::repeat_n(b' ', fill));
        }
    }
}
