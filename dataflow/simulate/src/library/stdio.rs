//! Input and output: output is discarded; input is empty, or consists of lines with one small number. `stdio.h` (theory, 9.4).

use super::format::{Source, text};
use super::{Call, give};
use crate::log::Kind;
use crate::machine::{Answer, Machine, Result, Value};

/// A line of input: the number that most programs take for a size, a number of steps or the like.
const LINE: &[u8] = b"8\n";
/// Where a process counts the lines that it has read.
const LINES_READ: &str = "lines of input";
/// The most bytes that are read at once.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let (p, a) = (call.process, call.arg(0));
    match name {
        "printf" | "fprintf" | "vprintf" | "vfprintf" | "dprintf" | "puts" | "fputs" | "putchar" | "putc" | "fputc"
        | "perror" | "fflush" | "fclose" | "fwrite" | "syslog" | "fsync" | "close" | "ferror" => give(Value::default()),
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" => {
            // The checked forms have a flag, and a size of the buffer, before the format.
            let bounded = name.ends_with("nprintf");
            let checked = call_is_checked(machine, call);
            let format = 1 + usize::from(bounded) + if checked { 2 } else { 0 };
            let source = if name.starts_with('v') {
                Source::List(call.bits(format + 1))
            } else {
                Source::Values(call.args.get(format + 1..).unwrap_or_default().iter())
            };
            let (mut body, read) = text(machine, call, call.bits(format), source)?;
            let len = body.len() as u64;
            if bounded {
                body.truncate((call.bits(1) as usize).saturating_sub(1));
            }
            if !bounded || call.bits(1) > 0 {
                body.push(0);
                machine.touch(p, call.loc, Kind::Write, a.bits, body.len() as u64, false);
                machine.memory.write(p, a.bits, &body, read)?;
            }
            give(Value::new(len).tied(read))
        }
        "fopen" | "fdopen" | "freopen" | "open" if name != "open" => {
            let at = machine.memory.take(p, crate::machine::memory::HEAP, 256, 16)?;
            give(Value::new(at))
        }
        "fgets" => {
            let Some(mut line) = machine.next_line(p) else { return give(Value::default()) };
            line.truncate((call.bits(1) as usize).saturating_sub(1));
            line.push(0);
            machine.touch(p, call.loc, Kind::Write, a.bits, line.len() as u64, true);
            machine.memory.write(p, a.bits, &line, true)?;
            give(Value::new(a.bits).tied(true))
        }
        "fread" => {
            let (size, count) = (call.bits(1), call.bits(2));
            let bytes = size.saturating_mul(count);
            if bytes > MOST_BYTES || machine.next_line(p).is_none() {
                return give(Value::default());
            }
            machine.touch(p, call.loc, Kind::Write, a.bits, bytes, true);
            machine.memory.write(p, a.bits, &vec![0; bytes as usize], true)?;
            give(Value::new(count).tied(true))
        }
        "feof" => give(Value::new(u64::from(machine.has_read_all(p))).tied(machine.input > 0)),
        "getline" => give(Value::new(u64::MAX)),
        "getchar" | "getc" | "fgetc" => give(Value::new(u64::from(u32::MAX))),
        _ => Ok(None),
    }
}

/// Whether a `sprintf` is the form that headers make of it for checks (`__sprintf_chk`), by the address of its format.
fn call_is_checked(machine: &mut Machine, call: &Call) -> bool {
    let Some(frame) = machine.processes[call.process].frames.last() else { return false };
    let f = &machine.module.functions[frame.function];
    let Some((rma_frontend::ir::Callee::Direct(callee), _)) = f.insts[frame.next].kind.as_call() else { return false };
    machine.module.functions[callee].name.ends_with("_chk")
}

impl Machine<'_> {
    /// The next line of input of a process; none: its input has ended.
    pub(super) fn next_line(&mut self, p: usize) -> Option<Vec<u8>> {
        self.reads_input = true;
        if self.has_read_all(p) {
            return None;
        }
        *self.processes[p].cells.entry(LINES_READ).or_default() += 1;
        Some(LINE.to_vec())
    }

    fn has_read_all(&self, p: usize) -> bool {
        self.processes[p].cells.get(LINES_READ).copied().unwrap_or_default() >= u64::from(self.input)
    }
}
