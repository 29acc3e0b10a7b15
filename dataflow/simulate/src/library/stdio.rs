//! Input and output: output is discarded, and input is empty. `stdio.h` (theory, 9.4).

use super::format::{Source, text};
use super::{Call, give};
use crate::log::Kind;
use crate::machine::{Answer, Machine, Result, Value};

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
        "fgets" | "fread" | "getline" | "feof" => give(match name {
            "getline" => Value::new(u64::MAX),
            "feof" => Value::new(1),
            _ => Value::default(),
        }),
        "getchar" | "getc" | "fgetc" | "scanf" | "fscanf" => give(Value::new(u64::from(u32::MAX))),
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
