//! A call of a routine with a row, and its arguments by their names in the standard (theory, 9.4).

use crate::log::{Kind, Span};
use crate::machine::{Halt, Machine, Result, Value};
use rma_frontend::api::{Abi, Bank, Effect, Extent, HandleKey, HandleKind, Passing, Routine, Until, Who};
use rma_frontend::ir::LocId;

/// A call.
#[derive(Clone, Copy)]
pub(crate) struct Invocation<'a> {
    pub row: &'static Routine,
    pub args: &'a [Value],
    pub process: usize,
    pub loc: Option<LocId>,
}

/// Handles that the library makes: a part for the kind and one for the number.
const HANDLES: u64 = 0x6000_0000;

fn kind_number(kind: HandleKind) -> u64 {
    1 + kind as u64
}

impl Invocation<'_> {
    pub fn unknown(&self) -> Halt {
        Halt::Unknown(self.row.name.clone())
    }

    /// The name of the routine in C, without `MPI_`.
    pub fn name(&self) -> &'static str {
        let name = self.row.name.as_str();
        name.strip_prefix("MPI_").unwrap_or(name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.row.arg(name).is_some()
    }

    /// The operand of the call for an argument of the row: Fortran omits some.
    fn actual(&self, n: usize) -> Option<Value> {
        let Some(binding) = &self.row.fortran else { return self.args.get(n).cloned() };
        let absent = |p: &&Passing| matches!(p, Passing::Absent);
        if binding.passing.get(n).as_ref().is_some_and(absent) {
            return None;
        }
        self.args.get(n - binding.passing.iter().take(n).filter(absent).count()).cloned()
    }

    /// The error argument of a procedure of Fortran: the last one, and it may be left out.
    pub fn error_argument(&self) -> Option<u64> {
        let binding = self.row.fortran.as_ref()?;
        let present = binding.passing.iter().filter(|p| !matches!(p, Passing::Absent)).count();
        self.args.get(present).map(|v| v.bits).filter(|bits| *bits != 0)
    }

    /// An argument as C passes it, by its position in the row.
    pub fn at(&self, machine: &mut Machine, n: usize) -> Result<Value> {
        let value = self.actual(n).ok_or_else(|| Halt::arguments(self))?;
        let Some(binding) = &self.row.fortran else { return Ok(value) };
        match binding.passing.get(n) {
            Some(Passing::Value(size)) => {
                let (bits, read) = machine.memory.number(self.process, value.bits, *size)?;
                let bits = if *size == 4 { i64::from(bits as u32 as i32) as u64 } else { bits };
                Ok(Value::new(bits).tied(read))
            }
            Some(Passing::Buffer) => {
                let address = if binding.descriptors {
                    machine.memory.number(self.process, value.bits, 8)?.0
                } else {
                    value.bits
                };
                Ok(Value::new(address).tied(value.read))
            }
            _ => Ok(value),
        }
    }

    /// An argument by its name.
    pub fn arg(&self, machine: &mut Machine, name: &str) -> Result<Value> {
        let n = self.row.arg(name).ok_or_else(|| Halt::arguments(self))?;
        self.at(machine, n)
    }

    /// A count, rank, tag or the like.
    pub fn int(&self, machine: &mut Machine, name: &str) -> Result<i64> {
        let value = self.arg(machine, name)?;
        let wide = self.row.wide
            && matches!(
                name,
                "count" | "sendcount" | "recvcount" | "origin_count" | "target_count" | "result_count" | "size"
            );
        Ok(if wide { value.long() } else { value.int() })
    }

    pub fn long(&self, machine: &mut Machine, name: &str) -> Result<i64> {
        Ok(self.arg(machine, name)?.long())
    }

    /// Elements of an array of numbers of `size` bytes.
    pub fn list(&self, machine: &mut Machine, name: &str, count: i64, size: u64) -> Result<Vec<i64>> {
        let at = self.arg(machine, name)?.bits;
        let one = |machine: &mut Machine, n: u64| -> Result<i64> {
            let (bits, _) = machine.memory.number(self.process, at + n * size, size)?;
            Ok(if size == 4 { i64::from(bits as u32 as i32) } else { bits as i64 })
        };
        (0..u64::try_from(count).unwrap_or(0)).map(|n| one(machine, n)).collect()
    }

    /// Stores a number through a pointer argument; nothing where the pointer is null.
    pub fn set(&self, machine: &mut Machine, name: &str, size: u64, value: i64, read: bool) -> Result<()> {
        let at = self.actual(self.row.arg(name).ok_or_else(|| Halt::arguments(self))?).map_or(0, |v| v.bits);
        if at == 0 {
            return Ok(());
        }
        machine.memory.set_number(self.process, at, size, value as u64, read)
    }

    pub fn set_int(&self, machine: &mut Machine, name: &str, value: i64) -> Result<()> {
        self.set(machine, name, 4, value, false)
    }

    /// The key of an attribute, with its value in C.
    pub fn keyval(&self, machine: &mut Machine, name: &str) -> Result<i64> {
        let key = self.int(machine, name)?;
        let abi = machine.abi.filter(|_| self.row.fortran.is_some());
        Ok(abi.map_or(key, |abi| abi.keyval_of_fortran(key)))
    }

    pub fn abi(&self, machine: &Machine) -> Result<Abi> {
        machine.abi.ok_or_else(|| Halt::arguments(self))
    }

    /// The bytes of a handle in memory.
    pub fn handle_size(&self, machine: &Machine) -> u64 {
        // Fortran's are integers in every library.
        machine.abi.filter(|_| self.row.fortran.is_none()).map_or(4, Abi::handle_size)
    }

    /// The number of a handle that the library has made.
    pub fn made(bits: u64, kind: HandleKind) -> Option<usize> {
        let bits = bits & 0xffff_ffff;
        let rest = bits.checked_sub(HANDLES + (kind_number(kind) << 20))?;
        usize::try_from(rest).ok().filter(|n| *n < 1 << 20)
    }

    /// The handle of a number.
    pub fn handle(kind: HandleKind, number: usize) -> i64 {
        (HANDLES + (kind_number(kind) << 20) + number as u64) as i64
    }

    /// What a handle is in the tables of the library.
    pub fn with_key<T>(machine: &Machine, bits: u64, f: impl FnOnce(Abi, HandleKey) -> Option<T>) -> Option<T> {
        let abi = machine.abi?;
        if abi == Abi::OpenMpi {
            let global = machine.module.globals.indices().find(|g| machine.addresses.of_global(*g) == bits);
            if let Some(global) = global {
                return f(abi, HandleKey::Symbol(&machine.module.globals[global].name));
            }
        }
        f(abi, HandleKey::Int(i64::from(bits as u32 as i32)))
    }

    /// The null handle of a kind, as bits.
    pub fn null(machine: &Machine, kind: HandleKind) -> i64 {
        match machine.abi.and_then(|abi| abi.null(kind)) {
            Some(HandleKey::Int(value)) => value,
            Some(HandleKey::Symbol(name)) => {
                let global = machine.module.globals.position(|g| g.name == name);
                global.map_or(0, |g| machine.addresses.of_global(g) as i64)
            }
            None => 0,
        }
    }

    /// Stores a handle through a pointer argument.
    pub fn set_handle(&self, machine: &mut Machine, name: &str, kind: HandleKind, number: Option<usize>) -> Result<()> {
        let size = self.handle_size(machine);
        let bits = number.map_or_else(|| Self::null(machine, kind), |n| Self::handle(kind, n));
        self.set(machine, name, size, bits, false)
    }

    /// Whether an argument is `MPI_IN_PLACE`.
    pub fn is_in_place(&self, machine: &mut Machine, name: &str) -> Result<bool> {
        let Some(abi) = machine.abi else { return Ok(false) };
        let bits = self.arg(machine, name)?.bits;
        if self.row.fortran.is_some() {
            let of = |g: &rma_frontend::ir::GlobalId| {
                let at = machine.addresses.of_global(*g);
                bits >= at && bits < at + 64
            };
            let global = machine.module.globals.indices().find(of);
            return Ok(global.is_some_and(|g| {
                let offset = (bits - machine.addresses.of_global(g)) as i64;
                abi.sentinel(&machine.module.globals[g].name, offset) == Some(abi.constants().in_place)
            }));
        }
        Ok(bits as i64 == abi.constants().in_place)
    }

    /// The bytes of an effect in the caller's memory, or from `base` on; `None`: it does not take place.
    pub fn spans(
        &self,
        machine: &mut Machine,
        effect: &Effect,
        base: Option<u64>,
        members: usize,
    ) -> Result<Vec<Span>> {
        let start = match base {
            Some(base) => base,
            None => self.at(machine, effect.at)?.bits,
        };
        let int = |machine: &mut Machine, n: usize| -> Result<u64> {
            let value = self.at(machine, n)?;
            let wide = self.row.model != rma_frontend::api::Model::Mpi || self.row.wide;
            Ok(u64::try_from(if wide { value.long() } else { value.int() }).unwrap_or(0))
        };
        Ok(match &effect.extent {
            Extent::Typed { count, datatype } => {
                let count = match count {
                    Some(count) => int(machine, *count)?,
                    None => 1,
                };
                let datatype = self.at(machine, *datatype)?.bits;
                super::datatypes::of(machine, self, datatype)?.spans(start, count)
            }
            Extent::TypedPerRank { count, datatype } => {
                let count = int(machine, *count)? * members as u64;
                let datatype = self.at(machine, *datatype)?.bits;
                super::datatypes::of(machine, self, datatype)?.spans(start, count)
            }
            Extent::TypedPerPartition { count, datatype } => {
                let partitions = self.row.arg("partitions").map_or(Ok(1), |n| int(machine, n))?;
                let count = int(machine, *count)? * partitions;
                let datatype = self.at(machine, *datatype)?.bits;
                super::datatypes::of(machine, self, datatype)?.spans(start, count)
            }
            Extent::Elements { size, count, block, stride, per_member } => {
                let mut count = int(machine, *count)?;
                if *per_member {
                    count *= members as u64;
                }
                let block = match block {
                    Some(block) => int(machine, *block)?,
                    None => 1,
                };
                match stride {
                    Some(stride) => {
                        let stride = int(machine, *stride)?;
                        (0..count).map(|n| start + n * stride * size).map(|s| (s, s + block * size)).collect()
                    }
                    None => vec![(start, start + count * block * size)],
                }
            }
            Extent::Bytes { factors, scale } => {
                let mut len = *scale;
                for factor in factors {
                    len *= int(machine, *factor)?;
                }
                vec![(start, start + len)]
            }
            Extent::Fixed(len) => vec![(start, start + len)],
            Extent::CString => {
                let len = machine.memory.text(self.process, start)?.len() as u64 + 1;
                vec![(start, start + len)]
            }
            Extent::Characters => {
                let mut part = |at: u64| machine.memory.number(self.process, start + at, 8).map(|(value, _)| value);
                let (data, len) = (part(0)?, part(8)?);
                vec![(data, data + len)]
            }
            // Arrays of counts and the like: no memory that races are looked for in.
            _ => Vec::new(),
        })
    }

    /// The accesses of one kind of a call to its own memory that end when it returns.
    pub fn touch_own(&self, machine: &mut Machine, kind: Kind, members: usize, is_root: bool) -> Result<()> {
        let of_kind = |e: &&Effect| e.bank == Bank::Own && e.until == Until::Return && Kind::from(e.access) == kind;
        for effect in self.row.effects.iter().filter(of_kind) {
            let takes_place = match effect.who {
                Who::All => true,
                Who::Root => is_root,
                Who::NonRoot => !is_root,
            };
            if !takes_place || effect.segment.is_some() || effect.each.is_some() {
                continue;
            }
            let address = self.at(machine, effect.at)?;
            let in_place = machine.abi.is_some_and(|abi| address.bits as i64 == abi.constants().in_place);
            if address.bits == 0 || in_place {
                continue;
            }
            for (start, end) in self.spans(machine, effect, None, members)? {
                machine.touch(self.process, self.loc, Kind::from(effect.access), start, end - start, address.read);
            }
        }
        Ok(())
    }
}
