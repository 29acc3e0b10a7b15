//! Constants as values, and the content of globals (theory, 9.4).

use super::memory::{CODE, GLOBALS, Memory};
use super::{Halt, Result, Value};
use rma_frontend::ir::{Const, ConstId, FuncId, Module, Type, TypeId, TypeKind};

/// Addresses of globals and functions.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    globals: Vec<u64>,
}

/// The address of a function.
pub(crate) fn of_function(function: FuncId) -> u64 {
    CODE + 16 * function.index() as u64
}

/// The function at an address.
pub(crate) fn function_at(module: &Module, address: u64) -> Option<FuncId> {
    let index = address.checked_sub(CODE)? / 16;
    let index = usize::try_from(index).ok().filter(|i| *i < module.functions.len())?;
    Some(FuncId::from_usize(index))
}

impl Addresses {
    /// Places all globals, at the same addresses in every process, and fills them.
    pub fn place(module: &Module, memory: &mut Memory, processes: usize) -> Result<Addresses> {
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in &module.globals {
            let ty = &module.types[global.ty];
            // Objects of libraries may be longer than what is declared of them.
            let size = if global.init.is_some() { ty.size } else { ty.size.max(512) };
            let mut address = 0;
            for process in 0..processes {
                address = memory.take(process, GLOBALS, size, u64::from(ty.align).clamp(16, 4096))?;
            }
            globals.push(address);
        }
        let addresses = Addresses { globals };
        for (global, address) in module.globals.iter().zip(&addresses.globals) {
            let Some(init) = global.init else { continue };
            let mut bytes = vec![0; module.types[global.ty].size as usize];
            addresses.encode(module, init, global.ty, &mut bytes)?;
            if bytes.iter().any(|b| *b != 0) {
                for process in 0..processes {
                    memory.write(process, *address, &bytes, false)?;
                }
            }
        }
        Ok(addresses)
    }

    /// The address of a global.
    pub fn of_global(&self, global: rma_frontend::ir::GlobalId) -> u64 {
        self.globals[global.index()]
    }

    /// The content of a global when the program begins.
    pub fn initial(&self, module: &Module, global: rma_frontend::ir::GlobalId) -> Result<Vec<u8>> {
        let of = &module.globals[global];
        let mut bytes = vec![0; module.types[of.ty].size as usize];
        if let Some(init) = of.init {
            self.encode(module, init, of.ty, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// The last global that begins at or before an address.
    pub fn global_before(&self, address: u64) -> Option<rma_frontend::ir::GlobalId> {
        if !(GLOBALS..super::memory::STACK).contains(&address) {
            return None;
        }
        let n = self.globals.partition_point(|at| *at <= address).checked_sub(1)?;
        Some(rma_frontend::ir::GlobalId::from_usize(n))
    }

    /// A constant as a value of its type.
    pub fn value(&self, module: &Module, id: ConstId) -> Result<Value> {
        Ok(match &module.consts[id] {
            Const::Int { ty, value } => {
                let width = width(&module.types[*ty]).ok_or(Halt::Value)?;
                Value::new(super::value::cut(*value as u64, width))
            }
            Const::Float { ty, bits } => match &module.types[*ty].kind {
                TypeKind::Float(rma_frontend::ir::FloatKind::Float) => {
                    Value::new(u64::from((f64::from_bits(*bits) as f32).to_bits()))
                }
                _ => Value::new(*bits),
            },
            Const::Null(_) => Value::default(),
            Const::Undef(ty) | Const::Zero(ty) | Const::Opaque(ty) => zero(module, *ty),
            Const::Global { global, offset } => Value::new(self.of_global(*global).wrapping_add_signed(*offset)),
            Const::Func(function) => Value::new(of_function(*function)),
            Const::Aggregate { elems, .. } => {
                Value::of(elems.iter().map(|e| self.value(module, *e)).collect::<Result<_>>()?)
            }
            Const::Data { ty, bytes } => decode(module, *ty, bytes)?,
            Const::Reinterpret { of, .. } => self.value(module, *of)?,
        })
    }

    /// Writes a constant of a type into bytes.
    fn encode(&self, module: &Module, id: ConstId, ty: TypeId, out: &mut [u8]) -> Result<()> {
        match &module.consts[id] {
            Const::Data { bytes, .. } => out[..bytes.len()].copy_from_slice(bytes),
            Const::Zero(_) | Const::Undef(_) | Const::Opaque(_) | Const::Null(_) => {}
            Const::Aggregate { elems, .. } => {
                for (n, elem) in elems.iter().enumerate() {
                    let (offset, of) = member(module, ty, n).ok_or(Halt::Value)?;
                    let size = module.types[of].size as usize;
                    let part = out.get_mut(offset as usize..offset as usize + size).ok_or(Halt::Value)?;
                    self.encode(module, *elem, of, part)?;
                }
            }
            _ => {
                let value = self.value(module, id)?;
                let len = out.len().min(8);
                out[..len].copy_from_slice(&value.bits.to_le_bytes()[..len]);
            }
        }
        Ok(())
    }
}

/// Bits of an integer, pointer or floating-point value.
pub(crate) fn width(ty: &Type) -> Option<u32> {
    match ty.kind {
        TypeKind::Int(bits) if bits <= 64 => Some(bits),
        TypeKind::Ptr => Some(64),
        TypeKind::Float(_) => Some(ty.size.min(8) as u32 * 8),
        _ => None,
    }
}

/// Offset in bytes and type of a member.
pub(crate) fn member(module: &Module, ty: TypeId, n: usize) -> Option<(u64, TypeId)> {
    match &module.types[ty].kind {
        TypeKind::Struct { fields, .. } => fields.get(n).map(|f| (f.offset, f.ty)),
        TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
            Some((module.types[*elem].size * n as u64, *elem))
        }
        _ => None,
    }
}

/// Number of members of an aggregate or vector.
pub(crate) fn members(module: &Module, ty: TypeId) -> Option<usize> {
    match &module.types[ty].kind {
        TypeKind::Struct { fields, .. } => Some(fields.len()),
        TypeKind::Array { len, .. } | TypeKind::Vector { len, .. } => usize::try_from(*len).ok(),
        _ => None,
    }
}

/// All bits zero.
pub(crate) fn zero(module: &Module, ty: TypeId) -> Value {
    match members(module, ty) {
        Some(n) => {
            let parts = (0..n).filter_map(|k| member(module, ty, k)).map(|(_, ty)| zero(module, ty));
            Value::of(parts.collect())
        }
        None => Value::default(),
    }
}

/// A value from its bytes in memory.
pub(crate) fn decode(module: &Module, ty: TypeId, bytes: &[u8]) -> Result<Value> {
    if let Some(n) = members(module, ty) {
        let part = |k| {
            let (offset, of) = member(module, ty, k).ok_or(Halt::Value)?;
            let size = module.types[of].size;
            decode(module, of, bytes.get(offset as usize..(offset + size) as usize).ok_or(Halt::Value)?)
        };
        return Ok(Value::of((0..n).map(part).collect::<Result<_>>()?));
    }
    let width = width(&module.types[ty]).ok_or(Halt::Value)?;
    let mut word = [0; 8];
    let len = bytes.len().min(8);
    word[..len].copy_from_slice(&bytes[..len]);
    Ok(Value::new(super::value::cut(u64::from_le_bytes(word), width)))
}
