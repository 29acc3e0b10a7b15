//! Start and end, error handlers, info objects, clocks (MPI 4.1, chapters 9 to 11) (theory, 9.4).

use super::invocation::Invocation;
use super::{Answer, Halt, Machine, Result, Value, done};
use crate::log::Kind;
use rma_frontend::api::HandleKind;

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.name() {
        "Init" => {
            machine.processes[p].cells.insert("initialized", 1);
            done()
        }
        "Init_thread" => {
            machine.processes[p].cells.insert("initialized", 1);
            let level = call.int(machine, "required")?;
            call.set_int(machine, "provided", level)?;
            done()
        }
        "Initialized" => {
            let flag = machine.processes[p].cells.contains_key("initialized");
            call.set_int(machine, "flag", i64::from(flag))?;
            done()
        }
        "Finalized" => {
            call.set_int(machine, "flag", 0)?;
            done()
        }
        "Query_thread" => {
            call.set_int(machine, "provided", 3)?;
            done()
        }
        "Is_thread_main" => {
            call.set_int(machine, "flag", 1)?;
            done()
        }
        "Finalize" => {
            let Some(key) = super::collectives::meet(machine, call, 0, |_, _| Ok(()))? else {
                return Ok(Some(Answer::Wait));
            };
            super::collectives::leave(machine, call, key, true)?;
            done()
        }
        "Abort" => Err(Halt::Abort),
        "Wtime" | "Wtick" => {
            machine.processes[p].ticks += 1;
            let now = machine.processes[p].ticks as f64 * 1e-6;
            Ok(Some(Answer::Value(Value::f64(now).tied(true))))
        }
        "Get_processor_name" => {
            let at = call.arg(machine, "name")?.bits;
            machine.memory.write(p, at, b"node\0", false)?;
            call.set_int(machine, "resultlen", 4)?;
            done()
        }
        "Error_string" => {
            let at = call.arg(machine, "string")?.bits;
            machine.memory.write(p, at, b"error\0", false)?;
            call.set_int(machine, "resultlen", 5)?;
            done()
        }
        "Error_class" => {
            let code = call.int(machine, "errorcode")?;
            call.set_int(machine, "errorclass", code)?;
            done()
        }
        "Get_version" => {
            call.set_int(machine, "version", 4)?;
            call.set_int(machine, "subversion", 0)?;
            done()
        }
        "Alloc_mem" => {
            let size = call.long(machine, "size")?.max(0) as u64;
            let at = crate::library::allocate(machine, p, size, 16)?;
            call.set(machine, "baseptr", 8, at as i64, false)?;
            done()
        }
        "Free_mem" | "Pcontrol" | "Errhandler_free" => done(),
        "Info_create" | "Info_dup" => {
            let name = if call.has("newinfo") { "newinfo" } else { "info" };
            call.set_handle(machine, name, HandleKind::Info, Some(1))?;
            done()
        }
        "Info_free" => {
            call.set_handle(machine, "info", HandleKind::Info, None)?;
            done()
        }
        "Info_set" | "Info_delete" => done(),
        "Reduce_local" => {
            call.touch_own(machine, Kind::Read, 1, true)?;
            let bits = call.arg(machine, "datatype")?.bits;
            let ty = super::datatypes::of(machine, call, bits)?;
            let count = call.int(machine, "count")?.max(0) as u64;
            let operator = super::reductions::Reduction::of_call(machine, call, &ty)?;
            let (from, into) = (call.arg(machine, "inbuf")?.bits, call.arg(machine, "inoutbuf")?.bits);
            let part = super::datatypes::gather(machine, p, &ty.spans(from, count))?;
            let spans = ty.spans(into, count);
            let mut sum = super::datatypes::gather(machine, p, &spans)?;
            operator.apply(&mut sum, &part)?;
            super::datatypes::scatter(machine, p, &spans, &sum)?;
            call.touch_own(machine, Kind::Write, 1, true)?;
            done()
        }
        _ => Ok(None),
    }
}
