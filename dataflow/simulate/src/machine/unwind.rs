//! Exceptions of C++ on their way to a handler (Itanium C++ ABI, exception handling, 2.4 and 2.5; LLVM's `landingpad`) (theory, 9.4).

use super::frame::{Back, Thrown};
use super::{Halt, Machine, Result, Value};
use rma_frontend::ir::{BlockId, GlobalId, InstKind, Operand};

/// Classes of exceptions of the standard library, and what each derives from.
const BASES: [(&str, &str); 17] = [
    ("_ZTISt13runtime_error", "_ZTISt9exception"),
    ("_ZTISt11logic_error", "_ZTISt9exception"),
    ("_ZTISt9bad_alloc", "_ZTISt9exception"),
    ("_ZTISt8bad_cast", "_ZTISt9exception"),
    ("_ZTISt10bad_typeid", "_ZTISt9exception"),
    ("_ZTISt17bad_function_call", "_ZTISt9exception"),
    ("_ZTISt19bad_optional_access", "_ZTISt9exception"),
    ("_ZTISt18bad_variant_access", "_ZTISt9exception"),
    ("_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"),
    ("_ZTISt16invalid_argument", "_ZTISt11logic_error"),
    ("_ZTISt12out_of_range", "_ZTISt11logic_error"),
    ("_ZTISt12domain_error", "_ZTISt11logic_error"),
    ("_ZTISt12length_error", "_ZTISt11logic_error"),
    ("_ZTISt14overflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt11range_error", "_ZTISt13runtime_error"),
    ("_ZTISt15underflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt12system_error", "_ZTISt13runtime_error"),
];

/// Classes inside each other, at most.
const DEPTH: u32 = 32;

impl Machine<'_> {
    /// The number of a type in the result of a landing pad; never 0.
    pub fn type_number(address: u64) -> u64 {
        (address & 0x7fff_ffff).max(1)
    }

    /// An exception leaves the current call.
    pub(super) fn throw(&mut self, process: usize, object: u64) -> Result<()> {
        let ty = self.processes[process].thrown.get(&object).map(|t| t.ty).ok_or(Halt::Abort)?;
        // Without a handler the program ends, and nothing is cleaned up.
        let mut found = false;
        for n in (0..self.processes[process].frames.len()).rev() {
            if let Some(pad) = self.pad(process, n)
                && self.handler(process, pad, object, ty)?.is_some_and(|h| h.0 != 0)
            {
                found = true;
                break;
            }
            if !matches!(self.processes[process].frames[n].back, Back::Caller | Back::Instead(_)) {
                break;
            }
        }
        if found { self.unwind(process, object) } else { Err(Halt::Abort) }
    }

    /// Leaves calls until one has something to do for an exception.
    pub(super) fn unwind(&mut self, process: usize, object: u64) -> Result<()> {
        let ty = self.processes[process].thrown.get(&object).map(|t| t.ty).ok_or(Halt::Abort)?;
        // A `resume` is not a call, so its own frame is left.
        loop {
            let Some(n) = self.processes[process].frames.len().checked_sub(1) else { return Err(Halt::Abort) };
            if let Some(pad) = self.pad(process, n)
                && let Some((selector, adjusted)) = self.handler(process, pad, object, ty)?
            {
                if let Some(thrown) = self.processes[process].thrown.get_mut(&object) {
                    thrown.adjusted = adjusted;
                }
                self.processes[process].landed = Value::of(vec![Value::new(object), Value::new(selector)]);
                return self.jump(process, pad.1).map(|_| ());
            }
            match self.drop_frame(process) {
                Some(Back::Caller | Back::Instead(_)) => {}
                _ => return Err(Halt::Abort),
            }
        }
    }

    /// The landing pad for an exception out of the current call of a frame: the position of the frame and the block.
    fn pad(&self, process: usize, n: usize) -> Option<(usize, BlockId)> {
        let frame = &self.processes[process].frames[n];
        match &self.module.functions[frame.function].insts[frame.next].kind {
            InstKind::Invoke { unwind, .. } => Some((n, *unwind)),
            _ => None,
        }
    }

    /// The reaction of a landing pad to an exception: the number of the type (0: it only cleans up), and the address that the handler
    /// sees.
    fn handler(&mut self, process: usize, pad: (usize, BlockId), object: u64, ty: u64) -> Result<Option<(u64, u64)>> {
        let f = &self.module.functions[self.processes[process].frames[pad.0].function];
        let landing = f.block_values(pad.1).find_map(|id| match &f.insts[id].kind {
            InstKind::LandingPad { catches, cleanup } => Some((catches, *cleanup)),
            _ => None,
        });
        let Some((catches, cleanup)) = landing else { return Ok(None) };
        for operand in catches {
            let wanted = match operand {
                Operand::Const(id) => self.constant(*id)?.bits,
                _ => return Err(Halt::Value),
            };
            let place = self.thrown_object(process, object, ty)?;
            if wanted == 0 {
                return Ok(Some((1, place)));
            }
            if let Some(adjusted) = self.as_base(process, place, ty, wanted)? {
                return Ok(Some((Self::type_number(wanted), adjusted)));
            }
        }
        Ok(cleanup.then_some((0, object)))
    }

    /// For a thrown pointer, the object that it points to; otherwise the thrown object.
    fn thrown_object(&mut self, process: usize, object: u64, ty: u64) -> Result<u64> {
        // Those of pointers to built-in types are in the library.
        let by_name = self.global_at(ty).is_some_and(|g| self.module.globals[g].name.starts_with("_ZTIP"));
        if by_name || self.kind_of_type(process, ty)?.is_some_and(|k| k.contains("__pointer_type_info")) {
            return Ok(self.memory.number(process, object, 8)?.0);
        }
        Ok(object)
    }

    /// The name of the class of a type information.
    fn kind_of_type(&mut self, process: usize, ty: u64) -> Result<Option<&str>> {
        let defined = self.global_at(ty).is_some_and(|g| self.module.globals[g].init.is_some());
        if !defined {
            return Ok(None);
        }
        let (table, _) = self.memory.number(process, ty, 8)?;
        let global = self.addresses.global_before(table);
        Ok(global.map(|g| self.module.globals[g].name.as_str()))
    }

    fn global_at(&self, address: u64) -> Option<GlobalId> {
        self.addresses.global_before(address).filter(|g| self.addresses.of_global(*g) == address)
    }

    fn type_named(&self, name: &str) -> Option<u64> {
        self.module.globals.position(|g| g.name == name).map(|g| self.addresses.of_global(g))
    }

    /// The address of the base of type `wanted` in an object; `None`: the object has no such base.
    pub fn as_base(&mut self, process: usize, object: u64, ty: u64, wanted: u64) -> Result<Option<u64>> {
        self.base_within(process, object, ty, wanted, 0)
    }

    fn base_within(&mut self, p: usize, object: u64, ty: u64, wanted: u64, depth: u32) -> Result<Option<u64>> {
        if ty == wanted {
            return Ok(Some(object));
        }
        if depth > DEPTH {
            return Err(Halt::Value);
        }
        let Some(kind) = self.kind_of_type(p, ty)? else {
            // A class of the library: its bases begin where it begins.
            let wanted_name = self.global_at(wanted).map(|g| self.module.globals[g].name.as_str());
            let mut name = self.global_at(ty).map(|g| self.module.globals[g].name.as_str());
            while let Some(of) = name {
                if Some(of) == wanted_name {
                    return Ok(Some(object));
                }
                name = BASES.iter().find(|b| b.0 == of).map(|b| b.1);
            }
            return Ok(None);
        };
        if kind.contains("__si_class_type_info") {
            let (base, _) = self.memory.number(p, ty + 16, 8)?;
            return self.base_within(p, object, base, wanted, depth + 1);
        }
        if !kind.contains("__vmi_class_type_info") {
            return Ok(None);
        }
        let (count, _) = self.memory.number(p, ty + 20, 4)?;
        for n in 0..count {
            let (base, _) = self.memory.number(p, ty + 24 + 16 * n, 8)?;
            let (flags, _) = self.memory.number(p, ty + 32 + 16 * n, 8)?;
            let mut offset = (flags as i64) >> 8;
            if flags & 1 == 1 {
                let (table, _) = self.memory.number(p, object, 8)?;
                offset = self.memory.number(p, table.wrapping_add_signed(offset), 8)?.0 as i64;
            }
            let found = self.base_within(p, object.wrapping_add_signed(offset), base, wanted, depth + 1)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// `dynamic_cast` (`__dynamic_cast`): from the whole object to its part of another type.
    pub fn dynamic_cast(&mut self, process: usize, object: u64, wanted: u64) -> Result<u64> {
        let (table, _) = self.memory.number(process, object, 8)?;
        let (to_top, _) = self.memory.number(process, table.wrapping_sub(16), 8)?;
        let (ty, _) = self.memory.number(process, table.wrapping_sub(8), 8)?;
        let whole = object.wrapping_add(to_top);
        Ok(self.as_base(process, whole, ty, wanted)?.unwrap_or(0))
    }

    /// A new exception in flight.
    pub fn thrown(&mut self, process: usize, object: u64, ty: u64, destructor: u64) {
        let thrown = Thrown { ty, destructor, adjusted: object, handlers: 0, again: false };
        self.processes[process].thrown.insert(object, thrown);
    }

    /// Makes an exception of a class of the C++ library, given by the name of its type, or of a base class; `None`: the program
    /// mentions none of these.
    pub fn library_exception(&mut self, process: usize, name: &str) -> Result<Option<u64>> {
        let mut of = Some(name);
        while let Some(name) = of {
            if let Some(ty) = self.type_named(name) {
                let object = crate::library::allocate(self, process, 64, 16)?;
                crate::library::fill_exception(self, process, object, 0)?;
                self.thrown(process, object, ty, 0);
                return Ok(Some(object));
            }
            of = BASES.iter().find(|b| b.0 == name).map(|b| b.1);
        }
        Ok(None)
    }
}
