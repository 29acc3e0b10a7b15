//! The reader's module in the common notation.

use super::Text;
use rma_frontend::ir::{
    Callee, CmpPred, Const, ConstId, FloatKind, Function, InstKind, Module, Operand, TypeId, TypeKind,
};

pub fn text(module: &Module) -> Text {
    let mut text = Text::new();
    for function in &module.functions {
        let params: Vec<String> = function.params.iter().map(|param| ty(module, param.ty)).collect();
        let mut lines = vec![format!("{} ({}) {}", ty(module, function.ret), params.join(", "), function.varargs)];
        for (id, block) in function.blocks.iter_enumerated() {
            lines.push(format!("block {}", id.raw()));
            for value in block.start.raw()..block.end.raw() {
                let inst = &function.insts[value as usize];
                lines.push(format!("{value} {} : {}", kind(module, function, &inst.kind), ty(module, inst.ty)));
            }
        }
        text.insert(format!("@{}", function.name), lines);
    }
    for global in &module.globals {
        let size = if global.init.is_some() { module.types[global.ty].size } else { 0 };
        let init = global.init.map_or("none".to_owned(), |init| constant(module, init));
        let line = format!("{} {size} {} {} {init}", ty(module, global.ty), global.is_const, global.thread_local);
        text.insert(format!("@{}", global.name), vec![line]);
    }
    text
}

fn ty(module: &Module, id: TypeId) -> String {
    match &module.types[id].kind {
        TypeKind::Void => "void".to_owned(),
        TypeKind::Int(bits) => format!("i{bits}"),
        TypeKind::Float(kind) => match kind {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
        .to_owned(),
        TypeKind::Ptr => "ptr".to_owned(),
        TypeKind::Array { elem, len } => format!("[{len}x{}]", ty(module, *elem)),
        TypeKind::Vector { elem, len, .. } => format!("<{len}x{}>", ty(module, *elem)),
        TypeKind::Struct { name, .. } if !name.is_empty() => format!("%{name}"),
        TypeKind::Struct { fields, .. } => {
            format!("{{{}}}", fields.iter().map(|field| ty(module, field.ty)).collect::<Vec<_>>().join(","))
        }
        TypeKind::Func { .. } => "function".to_owned(),
        TypeKind::Other => "other".to_owned(),
    }
}

fn constant(module: &Module, id: ConstId) -> String {
    match &module.consts[id] {
        Const::Int { ty: of, value } => format!("{}:{}", ty(module, *of), low(*value as u64, bits_of(module, *of))),
        Const::Opaque(of) => format!("opaque:{}", ty(module, *of)),
        Const::Float { ty: of, bits } => match module.types[*of].kind {
            TypeKind::Float(FloatKind::Float | FloatKind::Double) => format!("{}:{bits:x}", ty(module, *of)),
            _ => format!("{}:wide", ty(module, *of)),
        },
        Const::Null(_) => "null".to_owned(),
        Const::Undef(of) => format!("undef:{}", ty(module, *of)),
        Const::Zero(of) => format!("zero:{}", ty(module, *of)),
        Const::Global { global, offset: 0 } => format!("@{}", module.globals[*global].name),
        Const::Global { global, .. } => format!("@{}+", module.globals[*global].name),
        Const::Func(function) => format!("@{}", module.functions[*function].name),
        Const::Aggregate { elems, .. } => {
            format!("({})", elems.iter().map(|elem| constant(module, *elem)).collect::<Vec<_>>().join(","))
        }
        Const::Data { ty: of, bytes } => data(module, *of, bytes),
        Const::Reinterpret { of, .. } => format!("cast({})", constant(module, *of)),
    }
}

/// The low bits of a number, as LLVM's zero extension shows them.
fn low(value: u64, bits: u64) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The bits of an integer type: truth values and small integers of vectors have fewer than their bytes.
fn bits_of(module: &Module, ty: TypeId) -> u64 {
    match module.types[ty].kind {
        TypeKind::Int(bits) => bits.into(),
        _ => 8 * module.types[ty].size,
    }
}

fn data(module: &Module, id: TypeId, bytes: &[u8]) -> String {
    let (TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. }) = module.types[id].kind else {
        return "data of no sequence".to_owned();
    };
    let name = ty(module, elem);
    let size = module.types[elem].size as usize;
    let elems: Vec<String> = bytes
        .chunks(size)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let raw = u64::from_le_bytes(word);
            match module.types[elem].kind {
                TypeKind::Float(FloatKind::Float) => {
                    format!("{name}:{:x}", f64::from(f32::from_bits(raw as u32)).to_bits())
                }
                TypeKind::Float(FloatKind::Double) => format!("{name}:{raw:x}"),
                TypeKind::Float(_) => format!("{name}:wide"),
                _ => format!("{name}:{raw}"),
            }
        })
        .collect();
    format!("({})", elems.join(","))
}

fn kind(module: &Module, function: &Function, kind: &InstKind) -> String {
    let op = |operand: &Operand| match operand {
        Operand::Value(value) => format!("v{}", value.raw()),
        Operand::Param(index) => format!("p{index}"),
        Operand::Const(id) => constant(module, *id),
        Operand::Other => "other".to_owned(),
    };
    let callee = |callee: &Callee| match callee {
        Callee::Direct(id) => format!("@{}", module.functions[*id].name),
        Callee::Indirect(pointer) => format!("*{}", op(pointer)),
        Callee::Asm => "asm".to_owned(),
    };
    let list = |operands: &[Operand]| operands.iter().map(op).collect::<Vec<_>>().join(" ");
    match kind {
        InstKind::Alloca { ty: of, count } => {
            format!("Alloca {} {} {}", ty(module, *of), module.types[*of].size, op(count))
        }
        InstKind::Load { ptr, volatile, .. } => format!("Load {} {volatile}", op(ptr)),
        InstKind::Store { ptr, value, ty: of, volatile, .. } => {
            format!("Store {} {} {} {volatile}", op(ptr), op(value), ty(module, *of))
        }
        InstKind::Gep { base, offset, scaled, .. } => {
            let scaled: Vec<String> = scaled.iter().map(|(index, scale)| format!("{}*{scale}", op(index))).collect();
            format!("GetElementPtr {} {offset} {}", op(base), scaled.join(" "))
        }
        InstKind::Binary { op: code, lhs, rhs } => format!("{code:?} {} {}", op(lhs), op(rhs)),
        InstKind::FNeg { value } => format!("FNeg {}", op(value)),
        InstKind::Cmp { pred, lhs, rhs } => format!("{} {} {}", predicate(*pred), op(lhs), op(rhs)),
        InstKind::Cast { op: code, value } => format!("{code:?} {}", op(value)),
        InstKind::Select { cond, then, otherwise } => format!("Select {} {} {}", op(cond), op(then), op(otherwise)),
        InstKind::Phi { incoming } => {
            let incoming: Vec<String> =
                incoming.iter().map(|(block, value)| format!("b{} {}", block.raw(), op(value))).collect();
            format!("Phi {}", incoming.join(" "))
        }
        InstKind::Call { callee: called, args, .. } => format!("Call {} {}", callee(called), list(args)),
        InstKind::Invoke { callee: called, args, normal, unwind, .. } => {
            format!("Invoke {} {} b{} b{}", callee(called), list(args), normal.raw(), unwind.raw())
        }
        InstKind::MemCopy { dst, src, len } => format!("MemCopy {} {} {}", op(dst), op(src), op(len)),
        InstKind::MemSet { dst, value, len } => format!("MemSet {} {} {}", op(dst), op(value), op(len)),
        InstKind::Lifetime { start, ptr } => format!("Lifetime {start} {}", op(ptr)),
        InstKind::AtomicRmw { ptr, value, .. } => format!("AtomicRMW {} {}", op(ptr), op(value)),
        InstKind::CmpXchg { ptr, expected, new, .. } => format!("CmpXchg {} {} {}", op(ptr), op(expected), op(new)),
        InstKind::Fence { .. } => "Fence".to_owned(),
        InstKind::ExtractValue { agg, indices } => format!("ExtractValue {} {indices:?}", op(agg)),
        InstKind::InsertValue { agg, value, indices } => {
            format!("InsertValue {} {} {indices:?}", op(agg), op(value))
        }
        InstKind::ExtractElement { vector, index } => format!("ExtractElement {} {}", op(vector), op(index)),
        InstKind::InsertElement { vector, value, index } => {
            format!("InsertElement {} {} {}", op(vector), op(value), op(index))
        }
        InstKind::ShuffleVector { lhs, rhs, mask } => {
            let lane = |lane: &Option<u32>| lane.map_or("poison".to_owned(), |lane| lane.to_string());
            let lanes: Vec<String> = mask.iter().map(lane).collect();
            format!("ShuffleVector {} {} {}", op(lhs), op(rhs), lanes.join(","))
        }
        InstKind::Freeze { value } => format!("Freeze {}", op(value)),
        InstKind::LandingPad { .. } => "LandingPad".to_owned(),
        InstKind::Other { opcode, operands } => format!("opcode{opcode} {}", list(operands)),
        InstKind::Br { to } => format!("Br b{}", to.raw()),
        InstKind::CondBr { cond, then, otherwise } => {
            format!("CondBr {} b{} b{}", op(cond), then.raw(), otherwise.raw())
        }
        InstKind::Switch { value, default, cases } => {
            let width = switch_bits(module, function, value);
            let cases: Vec<String> =
                cases.iter().map(|(case, block)| format!("{} b{}", low(*case as u64, width), block.raw())).collect();
            format!("Switch {} b{} {}", op(value), default.raw(), cases.join(" "))
        }
        InstKind::IndirectBr { targets } => {
            format!("IndirectBr {}", targets.iter().map(|to| format!("b{}", to.raw())).collect::<Vec<_>>().join(" "))
        }
        InstKind::Ret { value } => format!("Ret {}", value.as_ref().map_or("void".to_owned(), op)),
        InstKind::Resume { .. } => "Resume".to_owned(),
        InstKind::Unreachable => "Unreachable".to_owned(),
    }
}

fn switch_bits(module: &Module, function: &Function, value: &Operand) -> u64 {
    match value {
        Operand::Value(value) => bits_of(module, function.insts[*value].ty),
        Operand::Param(index) => bits_of(module, function.params[*index as usize].ty),
        _ => 64,
    }
}

fn predicate(pred: CmpPred) -> String {
    let name = format!("{pred:?}").to_uppercase();
    match pred {
        CmpPred::FEq
        | CmpPred::FNe
        | CmpPred::FGt
        | CmpPred::FGe
        | CmpPred::FLt
        | CmpPred::FLe
        | CmpPred::FOrd
        | CmpPred::FUno
        | CmpPred::FTrue
        | CmpPred::FFalse => format!("FCmp {}", name.strip_prefix('F').unwrap_or(&name)),
        _ => format!("ICmp {name}"),
    }
}
