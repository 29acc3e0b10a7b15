//! Memory, numbers, sorting, time, the end of the program: `stdlib.h`, `time.h`, `unistd.h`, `assert.h` (theory, 9.4).

use super::{Call, give};
use crate::machine::constants::function_at;
use crate::machine::memory::HEAP;
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// The size of a heap object is stored before it.
const HEAD: u64 = 16;

/// New memory of the heap, with its size before it.
pub(crate) fn allocate(machine: &mut Machine, process: usize, size: u64, align: u64) -> Result<u64> {
    let align = align.max(16);
    let start = machine.memory.take(process, HEAP, size.checked_add(align).ok_or(Halt::Memory)?, align)?;
    let at = start + align;
    machine.memory.set_number(process, at - HEAD, 8, size, false)?;
    Ok(at)
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (a, b) = (call.arg(0), call.arg(1));
    match name {
        "malloc" | "valloc" | "_Znwm" | "_Znam" | "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" => {
            let at = allocate(machine, p, a.bits, 16)?;
            // What is not initialised is no number that a run can be judged by; zero is what fresh pages hold.
            give(Value::new(at))
        }
        "calloc" => {
            let size = a.bits.checked_mul(b.bits).ok_or(Halt::Memory)?;
            give(Value::new(allocate(machine, p, size, 16)?))
        }
        "aligned_alloc" | "memalign" => give(Value::new(allocate(machine, p, b.bits, a.bits)?)),
        "_ZnwmSt11align_val_t" | "_ZnamSt11align_val_t" => give(Value::new(allocate(machine, p, a.bits, b.bits)?)),
        "posix_memalign" => {
            let at = allocate(machine, p, call.bits(2), b.bits)?;
            machine.memory.set_number(p, a.bits, 8, at, false)?;
            give(Value::default())
        }
        "realloc" | "reallocarray" => {
            let size = if name == "realloc" { b.bits } else { b.bits.saturating_mul(call.bits(2)) };
            let at = allocate(machine, p, size, 16)?;
            if a.bits != 0 {
                let (old, _) = machine.memory.number(p, a.bits - HEAD, 8)?;
                let copied = machine.memory.copy_out(p, a.bits, old.min(size))?;
                machine.memory.copy_in(p, at, &copied)?;
            }
            give(Value::new(at))
        }
        "free"
        | "cfree"
        | "_ZdlPv"
        | "_ZdaPv"
        | "_ZdlPvm"
        | "_ZdaPvm"
        | "_ZdlPvSt11align_val_t"
        | "_ZdlPvmSt11align_val_t" => give(Value::default()),
        "atoi" | "atol" | "atoll" => {
            let text = machine.memory.text(p, a.bits)?;
            give(Value::new(integer(&text, 10).0 as u64))
        }
        "strtol" | "strtoll" | "strtoul" | "strtoull" | "strtoimax" | "strtoumax" => {
            let text = machine.memory.text(p, a.bits)?;
            let (value, len) = integer(&text, call.arg(2).int() as u32);
            if b.bits != 0 {
                machine.memory.set_number(p, b.bits, 8, a.bits + len as u64, false)?;
            }
            give(Value::new(value as u64))
        }
        "atof" | "strtod" | "strtof" => {
            let text = machine.memory.text(p, a.bits)?;
            let (value, len) = real(&text);
            if name != "atof" && b.bits != 0 {
                machine.memory.set_number(p, b.bits, 8, a.bits + len as u64, false)?;
            }
            give(if name == "strtof" { Value::new(u64::from((value as f32).to_bits())) } else { Value::f64(value) })
        }
        "abs" => give(Value::new(u64::from(a.int().unsigned_abs() as u32)).tied(a.read)),
        "labs" | "llabs" => give(Value::new(a.long().unsigned_abs()).tied(a.read)),
        // After the same seed they give the same numbers on each process.
        "rand" | "random" | "lrand48" | "drand48" => {
            let number = next_random(&mut machine.processes[p].random);
            give(if name == "drand48" {
                Value::f64(number as f64 / 2_147_483_648.0).tied(true)
            } else {
                Value::read(number)
            })
        }
        "srand" | "srandom" | "srand48" => {
            machine.processes[p].random = a.bits & 0xffff_ffff;
            give(Value::default())
        }
        "rand_r" => {
            let (mut state, _) = machine.memory.number(p, a.bits, 4)?;
            let number = next_random(&mut state);
            machine.memory.set_number(p, a.bits, 4, state >> 32, true)?;
            give(Value::read(number))
        }
        "erand48" => {
            let number = next_random(&mut machine.processes[p].random);
            give(Value::f64(number as f64 / 2_147_483_648.0).tied(true))
        }
        "setlocale" | "setvbuf" | "setbuf" | "signal" | "sleep" | "usleep" | "nanosleep" | "sched_yield" | "alarm" => {
            give(Value::default())
        }
        "getenv" | "secure_getenv" => give(Value::default()),
        "getpid" => give(Value::read(1000 + p as u64)),
        "sysconf" => give(Value::new(4096)),
        "getpagesize" => give(Value::new(4096)),
        "gethostname" => {
            machine.memory.write(p, a.bits, b"node\0", false)?;
            give(Value::default())
        }
        "time" | "clock" => {
            machine.processes[p].ticks += 1;
            let now = machine.processes[p].ticks;
            if name == "time" && a.bits != 0 {
                machine.memory.set_number(p, a.bits, 8, now, true)?;
            }
            give(Value::read(now))
        }
        "clock_gettime" | "gettimeofday" | "timespec_get" => {
            machine.processes[p].ticks += 1;
            let now = machine.processes[p].ticks;
            let at = if name == "clock_gettime" { b.bits } else { a.bits };
            machine.memory.set_number(p, at, 8, now / 1000, true)?;
            machine.memory.set_number(p, at + 8, 8, now % 1000, true)?;
            give(Value::new(u64::from(name == "timespec_get")))
        }
        "exit" | "_exit" | "_Exit" | "quick_exit" => Ok(Some(Answer::Exit)),
        "abort" | "__assert_fail" | "__stack_chk_fail" | "_ZSt9terminatev" => Err(Halt::Abort),
        "atexit" => {
            if let Some(function) = function_at(machine.module, a.bits) {
                machine.processes[p].at_exit.push((function, Value::default()));
            }
            give(Value::default())
        }
        "__errno_location" => cell(machine, p, "errno"),
        "qsort" => {
            sort(machine, call)?;
            give(Value::default())
        }
        "bsearch" => search(machine, call),
        _ => Ok(None),
    }
}

/// A variable of the library's, of 16 bytes.
pub(super) fn cell(machine: &mut Machine, process: usize, name: &'static str) -> Result<Option<Answer>> {
    let at = match machine.processes[process].cells.get(name) {
        Some(at) => *at,
        None => {
            let at = machine.memory.take(process, HEAP, 16, 16)?;
            machine.processes[process].cells.insert(name, at);
            at
        }
    };
    give(Value::new(at))
}

/// A whole number at the start of a text, and how many bytes it takes.
pub(super) fn integer(text: &[u8], base: u32) -> (i64, usize) {
    let mut n = text.iter().take_while(|c| c.is_ascii_whitespace()).count();
    let negative = text.get(n) == Some(&b'-');
    n += usize::from(matches!(text.get(n), Some(b'-' | b'+')));
    let mut base = base;
    if (base == 0 || base == 16) && text.get(n) == Some(&b'0') && matches!(text.get(n + 1), Some(b'x' | b'X')) {
        base = 16;
        n += 2;
    } else if base == 0 {
        base = if text.get(n) == Some(&b'0') { 8 } else { 10 };
    }
    let (mut value, start) = (0_i64, n);
    while let Some(digit) = text.get(n).and_then(|c| char::from(*c).to_digit(base.clamp(2, 36))) {
        value = value.wrapping_mul(i64::from(base)).wrapping_add(i64::from(digit));
        n += 1;
    }
    if n == start { (0, 0) } else { (if negative { value.wrapping_neg() } else { value }, n) }
}

/// A number at the start of a text, and how many bytes it takes.
pub(super) fn real(text: &[u8]) -> (f64, usize) {
    let skip = text.iter().take_while(|c| c.is_ascii_whitespace()).count();
    let rest = String::from_utf8_lossy(&text[skip..]).into_owned();
    let of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    let longest = rest.find(|c| !of_number(c)).unwrap_or(rest.len());
    for len in (1..=longest).rev() {
        if let Some(Ok(value)) = rest.get(..len).map(str::parse) {
            return (value, skip + len);
        }
    }
    (0.0, 0)
}

/// Sorts by a function of the program: a merge sort, which compares each pair of neighbours at most once a level.
fn sort(machine: &mut Machine, call: &Call) -> Result<()> {
    let (p, base, count, size) = (call.process, call.bits(0), call.bits(1), call.bits(2));
    let function = function_at(machine.module, call.bits(3)).ok_or(Halt::Address)?;
    let len = count.checked_mul(size).ok_or(Halt::Memory)?;
    machine.touch(p, call.loc, crate::log::Kind::Write, base, len, false);
    let mut items = Vec::new();
    for n in 0..count {
        items.push(machine.memory.copy_out(p, base + n * size, size)?);
    }
    let room = machine.memory.take(p, HEAP, 2 * size, 16)?;
    let compare = |machine: &mut Machine, x: &_, y: &_| -> Result<bool> {
        machine.memory.copy_in(p, room, x)?;
        machine.memory.copy_in(p, room + size, y)?;
        let order = machine.call_nested(p, function, vec![Value::new(room), Value::new(room + size)])?;
        Ok(order.int() <= 0)
    };
    let mut width = 1;
    while width < items.len() {
        let mut next = Vec::with_capacity(items.len());
        for chunk in items.chunks(2 * width) {
            let (left, right) = chunk.split_at(width.min(chunk.len()));
            let (mut i, mut j) = (0, 0);
            while i < left.len() || j < right.len() {
                let first = j >= right.len() || i < left.len() && compare(machine, &left[i], &right[j])?;
                next.push(if first { left[i].clone() } else { right[j].clone() });
                if first { i += 1 } else { j += 1 }
            }
        }
        items = next;
        width *= 2;
    }
    for (n, item) in items.iter().enumerate() {
        machine.memory.copy_in(p, base + n as u64 * size, item)?;
    }
    Ok(())
}

fn search(machine: &mut Machine, call: &Call) -> Result<Option<Answer>> {
    let (p, base, count, size) = (call.process, call.bits(1), call.bits(2), call.bits(3));
    let function = function_at(machine.module, call.bits(4)).ok_or(Halt::Address)?;
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = u64::midpoint(low, high);
        let at = Value::new(base + middle * size);
        match machine.call_nested(p, function, vec![call.arg(0), at.clone()])?.int() {
            0 => return give(at),
            order if order < 0 => high = middle,
            _ => low = middle + 1,
        }
    }
    give(Value::default())
}

/// The next number below 2^31 of a generator.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
