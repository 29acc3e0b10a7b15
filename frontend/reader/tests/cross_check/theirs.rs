//! The module of `llvm-ir` in the common notation, with an own computation of layouts and addresses.

use super::{Text, UNTOLD};
use either::Either;
use llvm_ir::constant::Float;
use llvm_ir::module::ThreadLocalMode;
use llvm_ir::types::{FPType, NamedStructDef, Typed};
use llvm_ir::{
    BasicBlock, Constant, FPPredicate, Function, Instruction, IntPredicate, Module, Name, Operand, Terminator, Type,
    TypeRef,
};
use std::collections::HashMap;

pub fn text(module: &Module) -> Text {
    let mut text = Text::new();
    let signature = |ret: &TypeRef, params: &[llvm_ir::function::Parameter], varargs: bool| {
        let params: Vec<String> = params.iter().map(|param| ty(&param.ty)).collect();
        format!("{} ({}) {varargs}", ty(ret), params.join(", "))
    };
    for declared in module.func_declarations.iter().filter(|declared| !declared.name.starts_with("llvm.dbg.")) {
        let line = signature(&declared.return_type, &declared.parameters, declared.is_var_arg);
        text.insert(format!("@{}", declared.name), vec![line]);
    }
    for function in &module.functions {
        let mut lines = vec![signature(&function.return_type, &function.parameters, function.is_var_arg)];
        Body::new(module, function).write(&mut lines);
        text.insert(format!("@{}", function.name), lines);
    }
    for global in &module.global_vars {
        let name = name_text(&global.name);
        if name.starts_with("llvm.") {
            continue;
        }
        // The type of a global is that of its address here; the content's type is the initialiser's, where a struct has
        // lost its name.
        let init = global.initializer.as_ref();
        let content = init.map(|init| ty(&init.get_type(&module.types))).filter(|content| !content.contains('{'));
        let content = content.unwrap_or(UNTOLD.to_owned());
        let size = init.map_or(0, |init| size_align(module, &init.get_type(&module.types)).0);
        let init = init.map_or("none".to_owned(), |init| constant(module, init));
        let thread_local = global.thread_local_mode != ThreadLocalMode::NotThreadLocal;
        let line = format!("{content} {size} {} {thread_local} {init}", global.is_constant);
        text.insert(format!("@{name}"), vec![line]);
    }
    text
}

fn name_text(name: &Name) -> String {
    match name {
        Name::Name(text) => text.to_string(),
        Name::Number(number) => number.to_string(),
    }
}

fn ty(of: &TypeRef) -> String {
    match of.as_ref() {
        Type::VoidType => "void".to_owned(),
        Type::IntegerType { bits } => format!("i{bits}"),
        Type::PointerType { .. } => "ptr".to_owned(),
        Type::FPType(kind) => match kind {
            FPType::Half => "half",
            FPType::BFloat => "bfloat",
            FPType::Single => "float",
            FPType::Double => "double",
            FPType::FP128 => "fp128",
            FPType::X86_FP80 => "x86_fp80",
            FPType::PPC_FP128 => "ppc_fp128",
        }
        .to_owned(),
        Type::FuncType { .. } => "function".to_owned(),
        Type::VectorType { element_type, num_elements, .. } => format!("<{num_elements}x{}>", ty(element_type)),
        Type::ArrayType { element_type, num_elements } => format!("[{num_elements}x{}]", ty(element_type)),
        Type::StructType { element_types, .. } => {
            format!("{{{}}}", element_types.iter().map(ty).collect::<Vec<_>>().join(","))
        }
        Type::NamedStructType { name } => format!("%{name}"),
        _ => "other".to_owned(),
    }
}

/// Allocation size and alignment in bytes under the x86-64 System V ABI.
fn size_align(module: &Module, of: &TypeRef) -> (u64, u64) {
    match of.as_ref() {
        Type::IntegerType { bits } => {
            let align = u64::from(*bits).div_ceil(8).next_power_of_two().min(16);
            (u64::from(*bits).div_ceil(8).next_multiple_of(align), align)
        }
        Type::PointerType { .. } => (8, 8),
        Type::FPType(kind) => match kind {
            FPType::Half | FPType::BFloat => (2, 2),
            FPType::Single => (4, 4),
            FPType::Double => (8, 8),
            FPType::FP128 | FPType::X86_FP80 | FPType::PPC_FP128 => (16, 16),
        },
        Type::VectorType { element_type, num_elements, .. } => {
            let size = (size_align(module, element_type).0 * *num_elements as u64).next_power_of_two();
            (size, size)
        }
        Type::ArrayType { element_type, num_elements } => {
            let (size, align) = size_align(module, element_type);
            (size * *num_elements as u64, align)
        }
        Type::StructType { element_types, is_packed } => {
            let (_, end, align) = fields(module, element_types, *is_packed);
            (end.next_multiple_of(align), align)
        }
        Type::NamedStructType { .. } => match definition(module, of) {
            Some(inner) => size_align(module, &inner),
            None => (0, 1),
        },
        _ => (0, 1),
    }
}

fn definition(module: &Module, of: &TypeRef) -> Option<TypeRef> {
    match of.as_ref() {
        Type::NamedStructType { name } => match module.types.named_struct_def(name)? {
            NamedStructDef::Defined(inner) => Some(inner.clone()),
            NamedStructDef::Opaque => None,
        },
        _ => Some(of.clone()),
    }
}

/// Offsets of the members, end of the last one, alignment.
fn fields(module: &Module, members: &[TypeRef], packed: bool) -> (Vec<u64>, u64, u64) {
    let (mut offsets, mut end, mut widest) = (Vec::new(), 0u64, 1);
    for member in members {
        let (size, align) = size_align(module, member);
        let align = if packed { 1 } else { align };
        end = end.next_multiple_of(align);
        offsets.push(end);
        end += size;
        widest = widest.max(align);
    }
    (offsets, end, widest)
}

fn constant(module: &Module, of: &Constant) -> String {
    match of {
        Constant::Int { bits, value } => format!("i{bits}:{value}"),
        Constant::Float(Float::Single(value)) => format!("float:{:x}", f64::from(*value).to_bits()),
        Constant::Float(Float::Double(value)) => format!("double:{:x}", value.to_bits()),
        Constant::Float(_) => format!("{}:wide", ty(&of.get_type(&module.types))),
        Constant::Null(_) => "null".to_owned(),
        Constant::AggregateZero(kind) => format!("zero:{}", ty(kind)),
        Constant::Undef(kind) | Constant::Poison(kind) => format!("undef:{}", ty(kind)),
        Constant::Struct { values: elems, .. } | Constant::Array { elements: elems, .. } | Constant::Vector(elems) => {
            format!("({})", elems.iter().map(|elem| constant(module, elem)).collect::<Vec<_>>().join(","))
        }
        Constant::GlobalReference { name, .. } => {
            match module.global_aliases.iter().find(|alias| alias.name == *name) {
                Some(alias) => constant(module, &alias.aliasee),
                None => format!("@{}", name_text(name)),
            }
        }
        Constant::BlockAddress => "opaque:ptr".to_owned(),
        // An address counted in elements of a type that is not told: the base at least must be right.
        Constant::GetElementPtr(gep) => format!("{}+", constant(module, &gep.address).trim_end_matches('+')),
        Constant::IntToPtr(cast) => format!("cast({})", constant(module, &cast.operand)),
        Constant::PtrToInt(cast) => format!("cast({})", constant(module, &cast.operand)),
        _ => UNTOLD.to_owned(),
    }
}

/// One function: names to numbers.
struct Body<'m> {
    module: &'m Module,
    function: &'m Function,
    values: HashMap<&'m Name, String>,
    blocks: HashMap<&'m Name, usize>,
}

fn called(inst: &Instruction) -> Option<&str> {
    let Instruction::Call(call) = inst else { return None };
    match &call.function {
        Either::Right(Operand::ConstantOperand(target)) => match target.as_ref() {
            Constant::GlobalReference { name: Name::Name(name), .. } => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn instructions(block: &BasicBlock) -> impl Iterator<Item = &Instruction> {
    block.instrs.iter().filter(|inst| !called(inst).is_some_and(|name| name.starts_with("llvm.dbg.")))
}

impl<'m> Body<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Body<'m> {
        let (mut values, mut blocks, mut next) = (HashMap::new(), HashMap::new(), 0);
        for (index, param) in function.parameters.iter().enumerate() {
            values.insert(&param.name, format!("p{index}"));
        }
        for (index, block) in function.basic_blocks.iter().enumerate() {
            blocks.insert(&block.name, index);
            let results = instructions(block).map(Instruction::try_get_result);
            for result in results.chain([block.term.try_get_result()]) {
                if let Some(name) = result {
                    values.insert(name, format!("v{next}"));
                }
                next += 1;
            }
        }
        Body { module, function, values, blocks }
    }

    fn write(&self, lines: &mut Vec<String>) {
        let mut next = 0;
        for (index, block) in self.function.basic_blocks.iter().enumerate() {
            lines.push(format!("block {index}"));
            for inst in instructions(block) {
                let of = match inst {
                    // A call without result has the type of what it calls in this reader.
                    Instruction::Call(call) if call.dest.is_none() => "void".to_owned(),
                    _ => ty(&inst.get_type(&self.module.types)),
                };
                lines.push(format!("{next} {} : {of}", self.inst(inst)));
                next += 1;
            }
            let of = ty(&block.term.get_type(&self.module.types));
            lines.push(format!("{next} {} : {of}", self.term(&block.term)));
            next += 1;
        }
    }

    fn op(&self, operand: &Operand) -> String {
        match operand {
            Operand::LocalOperand { name, .. } => self.values.get(name).cloned().unwrap_or("unknown".to_owned()),
            Operand::ConstantOperand(of) => constant(self.module, of),
            Operand::MetadataOperand => "other".to_owned(),
        }
    }

    fn block(&self, name: &Name) -> String {
        format!("b{}", self.blocks[name])
    }

    fn call<'a, T: 'a>(
        &self,
        function: &Either<llvm_ir::instruction::InlineAssembly, Operand>,
        arguments: impl Iterator<Item = &'a (Operand, T)>,
    ) -> String {
        let target = match function {
            Either::Left(_) => "asm".to_owned(),
            Either::Right(Operand::ConstantOperand(of)) => constant(self.module, of),
            Either::Right(pointer) => format!("*{}", self.op(pointer)),
        };
        let arguments: Vec<String> = arguments.map(|(operand, _)| self.op(operand)).collect();
        format!("{target} {}", arguments.join(" "))
    }

    fn gep(&self, gep: &llvm_ir::instruction::GetElementPtr) -> String {
        let mut of = gep.source_element_type.clone();
        let (mut offset, mut scaled) = (0i64, Vec::new());
        for (position, index) in gep.indices.iter().enumerate() {
            let number = match index.as_constant() {
                Some(Constant::Int { bits, value }) => Some((*value as i64) << (64 - bits) >> (64 - bits)),
                _ => None,
            };
            if position > 0 {
                let inner = definition(self.module, &of).expect("a type with a layout");
                if let Type::StructType { element_types, is_packed } = inner.as_ref() {
                    let field = number.or_else(|| first_lane(index)).expect("a constant index") as usize;
                    offset += fields(self.module, element_types, *is_packed).0[field] as i64;
                    of = element_types[field].clone();
                    continue;
                }
                of = match inner.as_ref() {
                    Type::ArrayType { element_type, .. } | Type::VectorType { element_type, .. } => {
                        element_type.clone()
                    }
                    other => unreachable!("index into {other:?}"),
                };
            }
            let stride = size_align(self.module, &of).0 as i64;
            match number {
                Some(number) => offset += number * stride,
                None => scaled.push(format!("{}*{stride}", self.op(index))),
            }
        }
        format!("GetElementPtr {} {offset} {}", self.op(&gep.address), scaled.join(" "))
    }

    fn inst(&self, inst: &Instruction) -> String {
        let all = |operands: &[&Operand]| operands.iter().map(|o| self.op(o)).collect::<Vec<_>>().join(" ");
        macro_rules! two {
            ($name:literal, $i:expr) => {
                format!("{} {}", $name, all(&[&$i.operand0, &$i.operand1]))
            };
        }
        macro_rules! one {
            ($name:literal, $i:expr) => {
                format!("{} {}", $name, self.op(&$i.operand))
            };
        }
        match inst {
            Instruction::Add(i) => two!("Add", i),
            Instruction::Sub(i) => two!("Sub", i),
            Instruction::Mul(i) => two!("Mul", i),
            Instruction::UDiv(i) => two!("UDiv", i),
            Instruction::SDiv(i) => two!("SDiv", i),
            Instruction::URem(i) => two!("URem", i),
            Instruction::SRem(i) => two!("SRem", i),
            Instruction::And(i) => two!("And", i),
            Instruction::Or(i) => two!("Or", i),
            Instruction::Xor(i) => two!("Xor", i),
            Instruction::Shl(i) => two!("Shl", i),
            Instruction::LShr(i) => two!("LShr", i),
            Instruction::AShr(i) => two!("AShr", i),
            Instruction::FAdd(i) => two!("FAdd", i),
            Instruction::FSub(i) => two!("FSub", i),
            Instruction::FMul(i) => two!("FMul", i),
            Instruction::FDiv(i) => two!("FDiv", i),
            Instruction::FRem(i) => two!("FRem", i),
            Instruction::FNeg(i) => one!("FNeg", i),
            Instruction::Freeze(i) => one!("Freeze", i),
            Instruction::Trunc(i) => one!("Trunc", i),
            Instruction::ZExt(i) => one!("ZExt", i),
            Instruction::SExt(i) => one!("SExt", i),
            Instruction::FPTrunc(i) => one!("FPTrunc", i),
            Instruction::FPExt(i) => one!("FPExt", i),
            Instruction::FPToUI(i) => one!("FPToUI", i),
            Instruction::FPToSI(i) => one!("FPToSI", i),
            Instruction::UIToFP(i) => one!("UIToFP", i),
            Instruction::SIToFP(i) => one!("SIToFP", i),
            Instruction::PtrToInt(i) => one!("PtrToInt", i),
            Instruction::IntToPtr(i) => one!("IntToPtr", i),
            Instruction::BitCast(i) => one!("BitCast", i),
            Instruction::AddrSpaceCast(i) => one!("AddrSpaceCast", i),
            Instruction::ICmp(i) => {
                format!("ICmp {} {}", int_predicate(i.predicate), all(&[&i.operand0, &i.operand1]))
            }
            Instruction::FCmp(i) => {
                format!("FCmp {} {}", float_predicate(i.predicate), all(&[&i.operand0, &i.operand1]))
            }
            Instruction::Select(i) => format!("Select {}", all(&[&i.condition, &i.true_value, &i.false_value])),
            Instruction::Alloca(i) => {
                let size = size_align(self.module, &i.allocated_type).0;
                format!("Alloca {} {size} {}", ty(&i.allocated_type), self.op(&i.num_elements))
            }
            Instruction::Load(i) => format!("Load {} {}", self.op(&i.address), i.volatile),
            Instruction::Store(i) => format!(
                "Store {} {} {} {}",
                self.op(&i.address),
                self.op(&i.value),
                ty(&i.value.get_type(&self.module.types)),
                i.volatile
            ),
            Instruction::Fence(_) => "Fence".to_owned(),
            Instruction::CmpXchg(i) => format!("CmpXchg {}", all(&[&i.address, &i.expected, &i.replacement])),
            Instruction::AtomicRMW(i) => format!("AtomicRMW {}", all(&[&i.address, &i.value])),
            Instruction::GetElementPtr(i) => self.gep(i),
            Instruction::Phi(i) => {
                let incoming: Vec<String> = i
                    .incoming_values
                    .iter()
                    .map(|(value, block)| format!("{} {}", self.block(block), self.op(value)))
                    .collect();
                format!("Phi {}", incoming.join(" "))
            }
            Instruction::ExtractValue(i) => format!("ExtractValue {} {:?}", self.op(&i.aggregate), i.indices),
            Instruction::InsertValue(i) => {
                format!("InsertValue {} {:?}", all(&[&i.aggregate, &i.element]), i.indices)
            }
            Instruction::VAArg(i) => format!("opcode49 {}", self.op(&i.arg_list)),
            Instruction::ExtractElement(i) => format!("ExtractElement {}", all(&[&i.vector, &i.index])),
            Instruction::InsertElement(i) => format!("InsertElement {}", all(&[&i.vector, &i.element, &i.index])),
            Instruction::ShuffleVector(i) => {
                format!("ShuffleVector {} {}", all(&[&i.operand0, &i.operand1]), shuffle_mask(&i.mask))
            }
            Instruction::LandingPad(_) => "LandingPad".to_owned(),
            Instruction::CatchPad(_) => "opcode63".to_owned(),
            Instruction::CleanupPad(_) => "opcode64".to_owned(),
            Instruction::Call(i) => self.intrinsic(inst, i),
        }
    }

    /// Calls that have a form of their own in the reader's representation.
    fn intrinsic(&self, inst: &Instruction, call: &llvm_ir::instruction::Call) -> String {
        let argument = |index: usize| self.op(&call.arguments[index].0);
        let three = || format!("{} {} {}", argument(0), argument(1), argument(2));
        match called(inst) {
            Some(name) if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => {
                format!("MemCopy {}", three())
            }
            Some(name) if name.starts_with("llvm.memset.") => format!("MemSet {}", three()),
            Some(name) if name.starts_with("llvm.lifetime.") => {
                format!("Lifetime {} {}", name.starts_with("llvm.lifetime.start"), argument(1))
            }
            _ => format!("Call {}", self.call(&call.function, call.arguments.iter())),
        }
    }

    fn term(&self, term: &Terminator) -> String {
        match term {
            Terminator::Ret(t) => {
                format!("Ret {}", t.return_operand.as_ref().map_or("void".to_owned(), |o| self.op(o)))
            }
            Terminator::Br(t) => format!("Br {}", self.block(&t.dest)),
            Terminator::CondBr(t) => {
                format!("CondBr {} {} {}", self.op(&t.condition), self.block(&t.true_dest), self.block(&t.false_dest))
            }
            Terminator::Switch(t) => {
                let cases: Vec<String> = t
                    .dests
                    .iter()
                    .map(|(case, block)| match case.as_ref() {
                        Constant::Int { value, .. } => format!("{value} {}", self.block(block)),
                        other => format!("{other:?}"),
                    })
                    .collect();
                format!("Switch {} {} {}", self.op(&t.operand), self.block(&t.default_dest), cases.join(" "))
            }
            Terminator::IndirectBr(t) => {
                let targets: Vec<String> = t.possible_dests.iter().map(|block| self.block(block)).collect();
                format!("IndirectBr {}", targets.join(" "))
            }
            Terminator::Invoke(t) => format!(
                "Invoke {} {} {}",
                self.call(&t.function, t.arguments.iter()),
                self.block(&t.return_label),
                self.block(&t.exception_label)
            ),
            Terminator::Resume(_) => "Resume".to_owned(),
            Terminator::Unreachable(_) => "Unreachable".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

/// The member of a struct that a vector of equal indices names.
fn first_lane(index: &Operand) -> Option<i64> {
    match index.as_constant()? {
        Constant::AggregateZero(_) => Some(0),
        Constant::Vector(lanes) => match lanes.first()?.as_ref() {
            Constant::Int { value, .. } => Some(*value as i64),
            _ => None,
        },
        _ => None,
    }
}

fn shuffle_mask(mask: &Constant) -> String {
    let Constant::Vector(lanes) = mask else { return UNTOLD.to_owned() };
    let lane = |lane: &llvm_ir::ConstantRef| match lane.as_ref() {
        Constant::Int { value, .. } => value.to_string(),
        _ => "poison".to_owned(),
    };
    lanes.iter().map(lane).collect::<Vec<_>>().join(",")
}

fn int_predicate(predicate: IntPredicate) -> String {
    format!("{predicate:?}")
}

/// Ordered and unordered comparisons are one in the reader's representation.
fn float_predicate(predicate: FPPredicate) -> String {
    match predicate {
        FPPredicate::True | FPPredicate::False | FPPredicate::ORD | FPPredicate::UNO => {
            format!("{predicate:?}").to_uppercase()
        }
        // `OEQ` and `UEQ` are `EQ`.
        other => format!("{other:?}").chars().skip(1).collect(),
    }
}
