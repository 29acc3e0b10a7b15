//! Functions of the C library, by their accesses and, where control may depend on it, their value.

use super::expression::place;
use super::memory::{Pointer, Value};
use super::process::{Process, Stop, misfit};

impl Process<'_> {
    /// A function that the program only declares.
    pub(super) fn library(&mut self, name: &str, args: &[Value], line: u32) -> Result<Value, Stop> {
        if let Some(routine) = name.strip_prefix('P').unwrap_or(name).strip_prefix("MPI_") {
            return self.mpi(&format!("MPI_{}", routine.trim_end_matches("_c")), args, line);
        }
        let int = |k: usize| match args.get(k) {
            Some(Value::Int(value)) => Ok(*value),
            _ => misfit(format!("{name} with a value that is unknown")),
        };
        let at = |k: usize| place(args.get(k).unwrap_or(&Value::Unknown));
        match name {
            "printf" | "fprintf" | "sprintf" | "snprintf" | "puts" | "fputs" | "perror" => {
                if name.starts_with('s') {
                    self.touch(at(0)?, 1, true, line)?;
                }
                self.print(args, line)
            }
            "fflush" | "srand" | "usleep" | "sleep" | "putchar" | "time" | "setvbuf" => Ok(Value::Int(0)),
            "exit" | "_exit" | "abort" | "_Exit" => Err(Stop::Exit),
            "malloc" | "alloca" | "__builtin_alloca" => Ok(Value::Pointer(self.memory.make(int(0)?, false))),
            "calloc" => Ok(Value::Pointer(self.memory.make(int(0)? * int(1)?, true))),
            "realloc" => {
                let size = int(1)?;
                let new = self.memory.make(size, false);
                if let Value::Pointer(old) = args[0] {
                    let cells = self.memory.cells(old, size.min(self.memory.size(old)));
                    self.memory.store(new, size, Value::Record(cells));
                }
                Ok(Value::Pointer(new))
            }
            "free" => Ok(Value::Int(0)),
            "memset" => {
                self.touch(at(0)?, int(2)?, true, line)?;
                match args.get(1) {
                    Some(Value::Int(0)) => self.memory.zero(at(0)?, int(2)?),
                    _ => self.memory.store(at(0)?, int(2)?, Value::Unknown),
                }
                Ok(args[0].clone())
            }
            "memcpy" | "memmove" => {
                let (to, from, size) = (at(0)?, at(1)?, int(2)?);
                self.touch(from, size, false, line)?;
                self.touch(to, size, true, line)?;
                let cells = self.memory.cells(from, size);
                self.memory.store(to, size, Value::Unknown);
                self.memory.store(to, size, Value::Record(cells));
                Ok(args[0].clone())
            }
            "memcmp" => {
                self.touch(at(0)?, int(2)?, false, line)?;
                self.touch(at(1)?, int(2)?, false, line)?;
                Ok(Value::Unknown)
            }
            "atoi" | "atol" | "strtol" => {
                let arguments = self.choice.arguments;
                let first = self.words.get(1).is_none_or(|word| at(0).is_ok_and(|text| text.object == *word));
                Ok(Value::Int(if first { arguments.first } else { arguments.others }))
            }
            "abs" | "labs" => Ok(Value::Int(int(0)?.abs())),
            "rand" => Ok(Value::Unknown),
            "__builtin_expect" => Ok(args[0].clone()),
            "strcpy" | "strcmp" => {
                let copy = name == "strcpy";
                let known = self.strings.contains_key(&at(1)?.object);
                let size = if known { self.memory.size(at(1)?) } else { 1 };
                self.touch(at(1)?, size, false, line)?;
                self.touch(at(0)?, size, copy, line)?;
                if copy {
                    self.memory.store(at(0)?, size, Value::Unknown);
                }
                Ok(if copy { args[0].clone() } else { Value::Unknown })
            }
            "fopen" => Ok(Value::Int(1)),
            "fclose" => Ok(Value::Int(0)),
            "fwrite" => self.touch(at(0)?, int(1)? * int(2)?, false, line).map(|()| Value::Unknown),
            _ => misfit(format!("a call of {name}")),
        }
    }

    /// `%s` reads a string, its first byte at least; `%n` stores a count through its pointer (C11, 7.21.6.1).
    fn print(&mut self, args: &[Value], line: u32) -> Result<Value, Stop> {
        let says = |what: &str| {
            let text = |at: &Pointer| self.strings.get(&at.object);
            args.iter().any(|arg| matches!(arg, Value::Pointer(at) if text(at).is_some_and(|t| t.contains(what))))
        };
        let (strings, counts) = (says("%s"), says("%n"));
        if strings && counts {
            return misfit("a format of both strings and counts");
        }
        for arg in args {
            let Value::Pointer(at) = arg else { continue };
            if self.strings.contains_key(&at.object) {
                continue;
            }
            if counts {
                self.touch(*at, 4, true, line)?;
                self.memory.store(*at, 4, Value::Unknown);
            } else if strings && self.memory.inside(*at, 1) {
                self.touch(*at, 1, false, line)?;
            }
        }
        Ok(Value::Int(0))
    }
}
