//! The C++ runtime: exceptions, static objects, casts, and small parts of libstdc++ that are not in headers (theory, 9.4).
//! Itanium C++ ABI 2.4 to 2.9, 3.3.3.

use super::{Call, allocate, give};
use crate::machine::constants::function_at;
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// Virtual functions of exceptions of the library; their addresses are those of no function of the program.
const METHODS: [&str; 3] = ["_ZNSt9exceptionD1Ev", "_ZNSt9exceptionD0Ev", "_ZNKSt9exception4whatEv"];
const METHODS_AT: u64 = 0x0000_7800_0000_0000;

/// Which of them is at an address.
pub(crate) fn method_at(address: u64) -> Option<&'static str> {
    let n = address.checked_sub(METHODS_AT)? / 16;
    METHODS.get(usize::try_from(n).ok()?).copied()
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (a, b) = (call.arg(0), call.arg(1));
    match name {
        "__cxa_allocate_exception" => give(Value::new(allocate(machine, p, a.bits, 16)?)),
        "__cxa_free_exception" => give(Value::default()),
        "__cxa_throw" => {
            machine.thrown(p, a.bits, b.bits, call.bits(2));
            Ok(Some(Answer::Throw(a.bits)))
        }
        "__cxa_begin_catch" | "__cxa_get_exception_ptr" => {
            let thrown = machine.processes[p].thrown.get_mut(&a.bits).ok_or(Halt::Abort)?;
            let adjusted = thrown.adjusted;
            if name == "__cxa_begin_catch" {
                thrown.handlers += 1;
                thrown.again = false;
                machine.processes[p].caught.push(a.bits);
            }
            give(Value::new(adjusted))
        }
        "__cxa_end_catch" => {
            let of = &mut machine.processes[p];
            let object = of.caught.pop().ok_or(Halt::Abort)?;
            let thrown = of.thrown.get_mut(&object).ok_or(Halt::Abort)?;
            thrown.handlers -= 1;
            if thrown.handlers > 0 || thrown.again {
                return give(Value::default());
            }
            let destructor = thrown.destructor;
            of.thrown.remove(&object);
            match function_at(machine.module, destructor) {
                Some(destructor) => Ok(Some(Answer::Instead(destructor, vec![Value::new(object)], Value::default()))),
                None => give(Value::default()),
            }
        }
        "__cxa_rethrow" => {
            let of = &mut machine.processes[p];
            let object = *of.caught.last().ok_or(Halt::Abort)?;
            if let Some(thrown) = of.thrown.get_mut(&object) {
                thrown.again = true;
            }
            Ok(Some(Answer::Throw(object)))
        }
        "_Unwind_Resume" => Ok(Some(Answer::Throw(a.bits))),
        "__cxa_guard_acquire" => {
            let (done, _) = machine.memory.number(p, a.bits, 1)?;
            give(Value::new(u64::from(done == 0)))
        }
        "__cxa_guard_release" => {
            machine.memory.set_number(p, a.bits, 1, 1, false)?;
            give(Value::default())
        }
        "__cxa_guard_abort" => give(Value::default()),
        "__cxa_atexit" | "__cxa_thread_atexit" => {
            if let Some(function) = function_at(machine.module, a.bits) {
                machine.processes[p].at_exit.push((function, b));
            }
            give(Value::default())
        }
        "__dynamic_cast" => {
            let found = if a.bits == 0 { 0 } else { machine.dynamic_cast(p, a.bits, call.bits(2))? };
            give(Value::new(found).tied(a.read))
        }
        "_ZSt18uncaught_exceptionv" | "_ZSt19uncaught_exceptionsv" => {
            let on_the_way = machine.processes[p].thrown.values().filter(|t| t.handlers == 0 || t.again).count() as u64;
            give(Value::new(if name.ends_with("sv") { on_the_way } else { on_the_way.min(1) }))
        }
        "__cxa_pure_virtual" | "__cxa_deleted_virtual" | "_ZSt9terminatev" | "__clang_call_terminate" => {
            Err(Halt::Abort)
        }
        // A class without an own type in the program cannot be caught by its name.
        _ if thrown_by_library(name).is_some() => {
            let class = thrown_by_library(name).unwrap_or_default();
            match machine.library_exception(p, class)? {
                Some(object) => Ok(Some(Answer::Throw(object))),
                None => Err(Halt::Abort),
            }
        }
        "_ZNSt8ios_base4InitC1Ev"
        | "_ZNSt8ios_base4InitD1Ev"
        | "_ZNSaIcEC1Ev"
        | "_ZNSaIcEC2Ev"
        | "_ZNSaIcED1Ev"
        | "_ZNSaIcED2Ev"
        | "_ZNSaIcEC1ERKS_"
        | "_ZNSaIcEC2ERKS_" => give(Value::default()),
        "_ZNSt6chrono3_V212system_clock3nowEv" | "_ZNSt6chrono3_V212steady_clock3nowEv" => {
            machine.processes[p].ticks += 1000;
            give(Value::read(machine.processes[p].ticks))
        }
        "_ZSt11_Hash_bytesPKvmm" => {
            let bytes = if b.bits == 0 { Vec::new() } else { machine.memory.bytes(p, a.bits, b.bits)?.to_vec() };
            let read = b.bits > 0 && machine.memory.is_read(p, a.bits, b.bits)?;
            let start = 0xcbf2_9ce4_8422_2325 ^ call.bits(2);
            let hash = bytes.iter().fold(start, |h: u64, c| (h ^ u64::from(*c)).wrapping_mul(0x0100_0000_01b3));
            give(Value::new(hash).tied(read))
        }
        "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
        | "_ZNSt13random_device7_M_finiEv" => give(Value::default()),
        "_ZNSt13random_device9_M_getvalEv" => {
            machine.processes[p].random =
                machine.processes[p].random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1 + p as u64);
            give(Value::read(machine.processes[p].random >> 33))
        }
        _ => exception(machine, call, name),
    }
}

/// `std::__throw_out_of_range` and the like: the type that they throw.
fn thrown_by_library(name: &str) -> Option<&'static str> {
    if name == "__cxa_throw_bad_array_new_length" {
        return Some("_ZTISt20bad_array_new_length");
    }
    if matches!(name, "__cxa_bad_cast") {
        return Some("_ZTISt8bad_cast");
    }
    let rest = name.strip_prefix("_ZSt")?.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix("__throw_")?;
    Some(match rest.trim_end_matches(|c: char| !c.is_ascii_lowercase()) {
        s if s.starts_with("out_of_range") => "_ZTISt12out_of_range",
        s if s.starts_with("invalid_argument") => "_ZTISt16invalid_argument",
        s if s.starts_with("length_error") => "_ZTISt12length_error",
        s if s.starts_with("logic_error") => "_ZTISt11logic_error",
        s if s.starts_with("runtime_error") => "_ZTISt13runtime_error",
        s if s.starts_with("bad_alloc") => "_ZTISt9bad_alloc",
        s if s.starts_with("bad_array_new_length") => "_ZTISt20bad_array_new_length",
        s if s.starts_with("bad_cast") => "_ZTISt8bad_cast",
        s if s.starts_with("bad_function_call") => "_ZTISt17bad_function_call",
        s if s.starts_with("overflow_error") => "_ZTISt14overflow_error",
        s if s.starts_with("bad_optional_access") => "_ZTISt19bad_optional_access",
        s if s.starts_with("system_error") => "_ZTISt12system_error",
        _ => "_ZTISt9exception",
    })
}

/// The table of virtual functions of an exception of the library, and its text.
pub(crate) fn fill_exception(machine: &mut Machine, p: usize, object: u64, text: u64) -> Result<()> {
    let table = match machine.processes[p].cells.get("exception") {
        Some(at) => *at,
        None => {
            let at = allocate(machine, p, 40, 16)?;
            for n in 0..METHODS.len() as u64 {
                machine.memory.set_number(p, at + 16 + 8 * n, 8, METHODS_AT + 16 * n, false)?;
            }
            machine.processes[p].cells.insert("exception", at);
            at
        }
    };
    machine.memory.set_number(p, object, 8, table + 16, false)?;
    machine.memory.set_number(p, object + 8, 8, text, false)
}

/// Members of the classes of exceptions: the object holds the address of its text after the table of virtual functions.
fn exception(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let constant = name.strip_prefix("_ZNKSt");
    let Some(rest) = constant.or_else(|| name.strip_prefix("_ZNSt")) else { return Ok(None) };
    let Some((class, member)) = split_class(rest) else { return Ok(None) };
    if !(class.ends_with("error")
        || class.starts_with("bad_")
        || matches!(class, "exception" | "invalid_argument" | "out_of_range"))
    {
        return Ok(None);
    }
    match member {
        "4whatEv" => {
            let (mut text, read) = if matches!(class, "exception") || class.starts_with("bad_") {
                (machine.memory.number(p, call.bits(0) + 8, 8).map_or(0, |n| n.0), false)
            } else {
                machine.memory.number(p, call.bits(0) + 8, 8)?
            };
            if machine.memory.text(p, text).is_err() {
                text = machine.memory.take(p, crate::machine::memory::HEAP, 16, 16)?;
                machine.memory.write(p, text, b"std::exception\0", false)?;
            }
            give(Value::new(text).tied(read))
        }
        _ if member.starts_with(['D']) => give(Value::default()),
        "C1EPKc" | "C2EPKc" => {
            let mut text = machine.memory.text(p, call.bits(1))?;
            text.push(0);
            let at = machine.memory.take(p, crate::machine::memory::HEAP, text.len() as u64, 16)?;
            machine.memory.write(p, at, &text, false)?;
            fill_exception(machine, p, call.bits(0), at)?;
            give(Value::default())
        }
        _ if member.starts_with("C1ERKNSt7__cxx11") || member.starts_with("C2ERKNSt7__cxx11") => {
            let (mut text, read) = super::cxx_string::content(machine, p, call.bits(1))?;
            text.push(0);
            let at = machine.memory.take(p, crate::machine::memory::HEAP, text.len() as u64, 16)?;
            machine.memory.write(p, at, &text, read)?;
            fill_exception(machine, p, call.bits(0), at)?;
            give(Value::default())
        }
        _ if member.starts_with("C1E") || member.starts_with("C2E") || member.starts_with("aSE") => {
            // A copy of another one.
            let (text, _) = machine.memory.number(p, call.bits(1) + 8, 8).unwrap_or_default();
            fill_exception(machine, p, call.bits(0), text)?;
            give(call.arg(0))
        }
        _ => Ok(None),
    }
}

/// `13runtime_errorC1EPKc`: the name of the class and the rest.
fn split_class(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let len: usize = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    Some((rest.get(..len)?, rest.get(len..)?))
}
