//! Other parts of the C library: character tables, dates, files without content, queries of the system (theory, 9.4). `ctype.h`,
//! `time.h`, `unistd.h`, `complex.h`, `setjmp.h`.

use super::stdlib::cell;
use super::{Call, allocate, give};
use crate::log::Kind;
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// All bits set, as an `int` or a `long`.
const MINUS_ONE: u64 = u64::MAX;

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (a, b) = (call.arg(0), call.arg(1));
    match name {
        "memchr" | "memrchr" | "rawmemchr" => {
            let len = call.bits(2);
            let bytes = if len == 0 { Vec::new() } else { machine.memory.bytes(p, a.bits, len)?.to_vec() };
            let is = |c: &u8| *c == b.bits as u8;
            let found = if name == "memrchr" { bytes.iter().rposition(is) } else { bytes.iter().position(is) };
            give(Value::new(found.map_or(0, |n| a.bits + n as u64)))
        }
        "strpbrk" | "strchrnul" | "strcasestr" => {
            let text = machine.memory.text(p, a.bits)?;
            let found = match name {
                "strchrnul" => Some(text.iter().position(|c| *c == b.bits as u8).unwrap_or(text.len())),
                "strpbrk" => {
                    let set = machine.memory.text(p, b.bits)?;
                    text.iter().position(|c| set.contains(c))
                }
                _ => {
                    let wanted = machine.memory.text(p, b.bits)?.to_ascii_lowercase();
                    let text = text.to_ascii_lowercase();
                    (0..=text.len()).find(|n| text[*n..].starts_with(&wanted))
                }
            };
            give(Value::new(found.map_or(0, |n| a.bits + n as u64)))
        }
        "strsep" => {
            let (at, _) = machine.memory.number(p, a.bits, 8)?;
            if at == 0 {
                return give(Value::default());
            }
            let (text, stops) = (machine.memory.text(p, at)?, machine.memory.text(p, b.bits)?);
            let rest = match text.iter().position(|c| stops.contains(c)) {
                Some(n) => {
                    machine.touch(p, call.loc, Kind::Write, at + n as u64, 1, false);
                    machine.memory.write(p, at + n as u64, &[0], false)?;
                    at + n as u64 + 1
                }
                None => 0,
            };
            machine.memory.set_number(p, a.bits, 8, rest, false)?;
            give(Value::new(at))
        }
        "bcopy" => {
            super::copy(machine, p, call.loc, &b, &a, call.bits(2))?;
            give(Value::default())
        }
        "__ctype_b_loc" => {
            let table = |c: i32| u64::from(u8::try_from(c).map_or(0, classes));
            table_of(machine, p, "ctype", 2, &table)
        }
        "__ctype_tolower_loc" => table_of(machine, p, "tolower", 4, &|c| {
            u8::try_from(c).map_or(c as u64, |c| u64::from(c.to_ascii_lowercase()))
        }),
        "__ctype_toupper_loc" => table_of(machine, p, "toupper", 4, &|c| {
            u8::try_from(c).map_or(c as u64, |c| u64::from(c.to_ascii_uppercase()))
        }),
        "difftime" => give(Value::f64(a.long() as f64 - b.long() as f64).tied(a.read || b.read)),
        "localtime" | "gmtime" => {
            let Some(Answer::Value(at)) = cell(machine, p, "date")? else { return Ok(None) };
            let at = if machine.memory.number(p, at.bits, 8)?.0 == 0 {
                let date = allocate(machine, p, 64, 16)?;
                machine.memory.fill(p, date, 56, 0, true)?;
                machine.memory.set_number(p, at.bits, 8, date, false)?;
                date
            } else {
                machine.memory.number(p, at.bits, 8)?.0
            };
            give(Value::new(at))
        }
        "localtime_r" | "gmtime_r" => {
            machine.memory.fill(p, b.bits, 56, 0, true)?;
            give(b)
        }
        "mktime" | "timegm" => give(Value::read(0)),
        "ctime" | "asctime" => {
            let at = allocate(machine, p, 32, 16)?;
            machine.memory.write(p, at, b"Thu Jan  1 00:00:00 1970\n\0", true)?;
            give(Value::new(at))
        }
        "strftime" => {
            machine.memory.set_number(p, a.bits, 1, 0, true)?;
            give(Value::read(0))
        }
        "getrusage" | "clock_getres" | "times" => {
            machine.processes[p].ticks += 1;
            let (now, len) = (machine.processes[p].ticks, if name == "getrusage" { 144 } else { 16 });
            let at = if name == "times" { a.bits } else { b.bits };
            if at != 0 {
                machine.memory.fill(p, at, len, 0, true)?;
                machine.memory.set_number(p, at, 8, now, true)?;
            }
            give(Value::default())
        }
        "isatty" | "fileno" | "raise" | "setenv" | "unsetenv" | "putenv" | "sigaction" | "sigemptyset"
        | "sigfillset" | "sigaddset" | "sigprocmask" | "feclearexcept" | "feenableexcept" | "fedisableexcept"
        | "feraiseexcept" | "fetestexcept" | "fegetround" | "fesetround" | "clearerr" | "rewind" | "mlock"
        | "munlock" | "madvise" | "posix_madvise" | "mprotect" | "sched_setaffinity" | "sched_getcpu"
        | "clock_nanosleep" | "sync" | "fdatasync" | "unlink" | "remove" | "mkdir" | "rmdir" | "setrlimit"
        | "at_quick_exit" | "fflush_unlocked" | "fputs_unlocked" | "fputc_unlocked" | "putc_unlocked"
        | "putchar_unlocked" | "_IO_putc" | "fread_unlocked" | "fgets_unlocked" | "getuid" | "geteuid" | "getgid"
        | "sched_getaffinity" => give(Value::default()),
        // There is no such file.
        "open" | "open64" | "openat" | "access" | "stat" | "stat64" | "lstat" | "fstat" | "opendir" | "readdir"
        | "chdir" | "rename" | "shm_open" | "getrlimit" | "gethostid" => {
            give(if matches!(name, "opendir" | "readdir") { Value::default() } else { Value::new(MINUS_ONE) })
        }
        "getc_unlocked" | "getchar_unlocked" | "_IO_getc" | "fgetc_unlocked" | "getdelim" => {
            give(Value::new(MINUS_ONE))
        }
        "feof_unlocked" | "_IO_feof" => give(Value::new(1)),
        "read" | "pread" | "pread64" | "recv" | "ftell" | "ftello" | "fseek" | "fseeko" | "lseek" | "lseek64" => {
            give(Value::default())
        }
        "write" | "pwrite" | "pwrite64" => give(call.arg(2)),
        "getcwd" => {
            machine.memory.write(p, a.bits, b"/\0", false)?;
            give(a)
        }
        "uname" => {
            machine.memory.fill(p, a.bits, 390, 0, false)?;
            give(Value::default())
        }
        "getppid" | "gettid" => give(Value::read(1)),
        "arc4random" | "arc4random_uniform" | "mrand48" | "jrand48" | "nrand48" => {
            let state = &mut machine.processes[p].random;
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407 + p as u64);
            let number = *state >> 33;
            give(Value::read(if name == "arc4random_uniform" { number % a.bits.max(1) } else { number }))
        }
        "mmap" | "mmap64" if call.bits(3) & 0x20 != 0 => {
            // Memory without a file (`MAP_ANONYMOUS`).
            give(Value::new(allocate(machine, p, b.bits, 4096)?))
        }
        "munmap" => give(Value::default()),
        "malloc_usable_size" => give(Value::new(machine.memory.number(p, a.bits - 16, 8)?.0)),
        "pvalloc" => give(Value::new(allocate(machine, p, a.bits, 4096)?)),
        "div" | "ldiv" | "lldiv" => {
            let wide = name != "div";
            let (x, y) = if wide { (a.long(), b.long()) } else { (a.int(), b.int()) };
            let (Some(quot), Some(rem)) = (x.checked_div(y), x.checked_rem(y)) else { return Err(Halt::Division) };
            let read = a.read || b.read;
            if wide {
                return give(Value::of(vec![Value::new(quot as u64).tied(read), Value::new(rem as u64).tied(read)]));
            }
            // Both in one register.
            give(Value::new(u64::from(quot as u32) | u64::from(rem as u32) << 32).tied(read))
        }
        "imaxabs" => give(Value::new(a.long().unsigned_abs()).tied(a.read)),
        "ffs" | "ffsl" | "ffsll" => {
            let bits = if name == "ffs" { a.bits & 0xffff_ffff } else { a.bits };
            give(Value::new(if bits == 0 { 0 } else { u64::from(bits.trailing_zeros()) + 1 }).tied(a.read))
        }
        "modf" => {
            let x = a.as_f64();
            machine.memory.set_number(p, b.bits, 8, x.trunc().to_bits(), a.read)?;
            give(Value::f64(x - x.trunc()).tied(a.read))
        }
        "frexp" => {
            let x = a.as_f64();
            let e = if x == 0.0 || !x.is_finite() { 0 } else { x.abs().log2().floor() as i32 + 1 };
            machine.memory.set_number(p, b.bits, 4, u64::from(e as u32), a.read)?;
            give(Value::f64(x / 2_f64.powi(e)).tied(a.read))
        }
        "sincos" => {
            let (sine, cosine) = a.as_f64().sin_cos();
            machine.memory.set_number(p, b.bits, 8, sine.to_bits(), a.read)?;
            machine.memory.set_number(p, call.bits(2), 8, cosine.to_bits(), a.read)?;
            give(Value::default())
        }
        "__muldc3" | "__divdc3" => {
            let of = |n| call.arg(n).as_f64();
            let (x, y, u, v) = (of(0), of(1), of(2), of(3));
            let read = call.args.iter().any(|v| v.read);
            let (re, im) = if name == "__muldc3" {
                (x * u - y * v, x * v + y * u)
            } else {
                let d = u * u + v * v;
                ((x * u + y * v) / d, (y * u - x * v) / d)
            };
            give(Value::of(vec![Value::f64(re).tied(read), Value::f64(im).tied(read)]))
        }
        "cabs" => give(Value::f64(a.as_f64().hypot(b.as_f64())).tied(a.read || b.read)),
        // The first return; a jump back is not known.
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => give(Value::default()),
        _ => Ok(None),
    }
}

/// The class of a byte, as in glibc's tables (`ctype.h`, `_ISbit`).
fn classes(c: u8) -> u16 {
    let is = [
        c.is_ascii_uppercase(),
        c.is_ascii_lowercase(),
        c.is_ascii_alphabetic(),
        c.is_ascii_digit(),
        c.is_ascii_hexdigit(),
        c.is_ascii_whitespace() || c == 0x0b,
        c.is_ascii_graphic() || c == b' ',
        c.is_ascii_graphic(),
        c == b' ' || c == b'\t',
        c.is_ascii_control(),
        c.is_ascii_punctuation(),
        c.is_ascii_alphanumeric(),
    ];
    let bit = |n: usize| if n < 8 { 1 << (n + 8) } else { 1 << (n - 8) };
    is.iter().enumerate().filter(|(_, is)| **is).fold(0, |all, (n, _)| all | bit(n))
}

/// A variable that points to the entry of 0 in a table of the characters from -128 to 255.
fn table_of(
    machine: &mut Machine,
    p: usize,
    name: &'static str,
    size: u64,
    f: &dyn Fn(i32) -> u64,
) -> Result<Option<Answer>> {
    if let Some(at) = machine.processes[p].cells.get(name) {
        return give(Value::new(*at));
    }
    let table = allocate(machine, p, 384 * size, 16)?;
    for c in -128..256 {
        machine.memory.set_number(p, table + (c + 128) as u64 * size, size, f(c), false)?;
    }
    let at = allocate(machine, p, 16, 16)?;
    machine.memory.set_number(p, at, 8, table + 128 * size, false)?;
    machine.processes[p].cells.insert(name, at);
    give(Value::new(at))
}

#[cfg(test)]
mod tests {
    use super::classes;

    /// The values of glibc's table, read on a machine.
    #[test]
    fn characters_have_the_classes_of_the_c_library() {
        let expected = [
            (b'A', 0xd508),
            (b'a', 0xd608),
            (b'z', 0xc608),
            (b'0', 0xd808),
            (b' ', 0x6001),
            (b'!', 0xc004),
            (0, 0x0002),
        ];
        for (c, class) in expected {
            assert_eq!(classes(c), class, "{}", c as char);
        }
    }
}
