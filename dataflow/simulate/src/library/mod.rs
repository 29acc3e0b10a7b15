//! Routines of the C library and LLVM's intrinsics (theory, 9.4).
//!
//! A routine that is not here ends the run, because the state after it is not known.

mod cxx;
mod cxx_stream;
mod cxx_string;
mod cxx_tree;
mod flang;
mod flang_array;
mod flang_type;
mod format;
mod intrinsics;
mod math;
mod openmp;
mod options;
mod posix;
mod scan;
mod stdio;
mod stdlib;
mod strings;
mod threads;

pub(crate) use cxx::{fill_exception, method_at};
pub(crate) use cxx_stream::prepare;
pub(crate) use math::OfNumbers;
pub(crate) use stdlib::allocate;

use crate::log::Kind;
use crate::machine::{Answer, Machine, Result, Value};
use rma_frontend::ir::LocId;

/// A call of a routine; the argument list is that of the call.
pub(crate) struct Call<'a> {
    pub process: usize,
    pub args: &'a [Value],
    pub loc: Option<LocId>,
}

impl Call<'_> {
    /// An argument; zero where there is none.
    pub fn arg(&self, n: usize) -> Value {
        self.args.get(n).cloned().unwrap_or_default()
    }

    pub fn bits(&self, n: usize) -> u64 {
        self.args.get(n).map_or(0, |v| v.bits)
    }
}

/// A group of routines: by the name without what headers add.
type Family = fn(&mut Machine, &Call, &str) -> Result<Option<Answer>>;

/// `None`: the routine is not known.
pub(crate) fn call(
    machine: &mut Machine,
    process: usize,
    name: &str,
    args: &[Value],
    loc: Option<LocId>,
) -> Result<Option<Answer>> {
    let name = name.strip_prefix('\u{1}').unwrap_or(name);
    let call = Call { process, args, loc };
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        return intrinsics::call(machine, &call, intrinsic);
    }
    let families: &[Family] = if ["_Z", "__cxa", "_Unwind", "__dynamic", "__clang"].iter().any(|p| name.starts_with(p))
    {
        &[cxx_string::call, cxx_stream::call, cxx_tree::call, threads::call, cxx::call, stdlib::call]
    } else if name.starts_with("_Fortran") || name.starts_with("_QMmpi_f08_types") {
        &[flang::call, flang_array::call]
    } else {
        &[
            strings::call,
            stdlib::call,
            math::call,
            stdio::call,
            scan::call,
            options::call,
            threads::call,
            openmp::call,
            posix::call,
        ]
    };
    for family in families {
        if let Some(answer) = family(machine, &call, plain(name))? {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// The name of a routine without what headers and compilers add for checks and standards.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
    match name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")) {
        Some(checked) => checked,
        None => name,
    }
}

pub(super) fn give(value: Value) -> Result<Option<Answer>> {
    Ok(Some(Answer::Value(value)))
}

/// Copies bytes with their marks, as an access of the process.
pub(crate) fn copy(
    machine: &mut Machine,
    process: usize,
    loc: Option<LocId>,
    dst: &Value,
    src: &Value,
    len: u64,
) -> Result<()> {
    if len == 0 {
        return Ok(());
    }
    crate::world::observe_plainly(machine, process, src.bits, len, false);
    machine.touch(process, loc, Kind::Read, src.bits, len, src.read);
    machine.touch(process, loc, Kind::Write, dst.bits, len, dst.read);
    let copied = machine.memory.copy_out(process, src.bits, len)?;
    machine.memory.copy_in(process, dst.bits, &copied)
}
