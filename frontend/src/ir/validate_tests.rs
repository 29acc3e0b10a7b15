//! Each invariant broken once in an otherwise valid module.

use super::super::*;

/// One function that calls itself and returns, one global, one scope chain.
fn valid() -> Module {
    let mut module = Module::default();
    let int = module.types.push(Type { kind: TypeKind::Int(32), size: 4, align: 4 });
    module.types.push(Type { kind: TypeKind::Array { elem: int, len: 2 }, size: 8, align: 4 });
    let number = module.consts.push(Const::Int { ty: int, value: 1 });
    module.consts.push(Const::Aggregate { ty: TypeId::from_raw(1), elems: vec![number, number] });
    module.files.push("a.c".to_owned());
    let file = FileId::from_raw(0);
    let function = ScopeKind::Function { name: "f".to_owned(), linkage_name: None };
    let outer = module.scopes.push(Scope { kind: function, parent: None, file, line: 1 });
    let inner = module.scopes.push(Scope { kind: ScopeKind::Block, parent: Some(outer), file, line: 2 });
    let outer_loc = module.locs.push(Loc { line: 1, col: 1, scope: outer, inlined_at: None });
    let loc = module.locs.push(Loc { line: 2, col: 1, scope: inner, inlined_at: Some(outer_loc) });
    let callee = Callee::Direct(FuncId::from_raw(0));
    let call = InstKind::Call { callee, args: vec![Operand::Const(number)], byval: Vec::new() };
    let result = InstKind::Ret { value: Some(Operand::Value(ValueId::from_raw(0))) };
    let inst = |kind| Inst { kind, ty: int, loc: Some(loc), var: None };
    module.functions.push(Function {
        accesses: None,
        name: "f".to_owned(),
        source_name: None,
        linkage: Linkage::External,
        ret: int,
        params: Vec::new(),
        varargs: false,
        noreturn: false,
        address_taken: false,
        scope: Some(outer),
        blocks: [Block { start: ValueId::from_raw(0), end: ValueId::from_raw(2) }].into_iter().collect(),
        insts: [inst(call), inst(result)].into_iter().collect(),
    });
    module
}

fn refused(what: &str, change: impl FnOnce(&mut Module)) {
    let mut module = valid();
    change(&mut module);
    assert!(module.validate().is_err(), "{what}");
}

#[test]
fn the_module_that_the_others_are_made_of_is_valid() {
    valid().validate().unwrap();
}

#[test]
fn types_and_constants_consist_of_earlier_ones() {
    refused("type of itself", |m| m.types[1usize].kind = TypeKind::Array { elem: TypeId::from_raw(1), len: 2 });
    refused("constant of itself", |m| {
        m.consts[1usize] = Const::Aggregate { ty: TypeId::from_raw(1), elems: vec![ConstId::from_raw(1)] };
    });
    refused("unknown function", |m| m.consts[0usize] = Const::Func(FuncId::from_raw(1)));
    refused("unknown global", |m| m.consts[0usize] = Const::Global { global: GlobalId::from_raw(0), offset: 0 });
}

#[test]
fn chains_of_debug_information_end() {
    refused("scope in itself", |m| m.scopes[1usize].parent = Some(ScopeId::from_raw(1)));
    refused("inlined into itself", |m| m.locs[1usize].inlined_at = Some(LocId::from_raw(1)));
    refused("unknown scope", |m| m.locs[0usize].scope = ScopeId::from_raw(9));
    refused("unknown file", |m| m.scopes[0usize].file = FileId::from_raw(1));
}

#[test]
fn blocks_cover_the_instructions() {
    let end = |end| Block { start: ValueId::from_raw(0), end: ValueId::from_raw(end) };
    refused("past the end", |m| m.functions[0usize].blocks[0usize] = end(3));
    refused("too short", |m| m.functions[0usize].blocks[0usize] = end(1));
    refused("empty", |m| m.functions[0usize].blocks[0usize] = end(0));
    refused("none", |m| m.functions[0usize].blocks = IndexVec::new());
    refused("no terminator", |m| {
        m.functions[0usize].insts[1usize].kind = InstKind::LandingPad { catches: Vec::new(), cleanup: true }
    });
    refused("terminator inside", |m| m.functions[0usize].insts[0usize].kind = InstKind::Unreachable);
    refused("unknown target", |m| {
        m.functions[0usize].insts[1usize].kind = InstKind::Br { to: BlockId::from_raw(1) };
    });
}

#[test]
fn instructions_name_what_exists() {
    let set =
        |operand| move |m: &mut Module| m.functions[0usize].insts[1usize].kind = InstKind::Ret { value: Some(operand) };
    refused("value", set(Operand::Value(ValueId::from_raw(2))));
    refused("parameter", set(Operand::Param(0)));
    refused("constant", set(Operand::Const(ConstId::from_raw(2))));
    refused("callee", |m| {
        let callee = Callee::Direct(FuncId::from_raw(1));
        m.functions[0usize].insts[0usize].kind = InstKind::Call { callee, args: Vec::new(), byval: Vec::new() };
    });
    refused("mask of no vector", |m| {
        let one = Operand::Const(ConstId::from_raw(0));
        m.functions[0usize].insts[0usize].kind = InstKind::ShuffleVector { lhs: one, rhs: one, mask: vec![Some(0)] };
    });
    refused("type", |m| m.functions[0usize].insts[0usize].ty = TypeId::from_raw(2));
    refused("position", |m| m.functions[0usize].insts[0usize].loc = Some(LocId::from_raw(2)));
    refused("variable", |m| m.functions[0usize].insts[0usize].var = Some(VarId::from_raw(0)));
}

#[test]
fn lists_of_symbols_name_what_exists() {
    refused("constructor", |m| m.constructors.push(FuncId::from_raw(0)));
    refused("alias", |m| {
        let target = ConstId::from_raw(0);
        m.aliases.push(Alias { name: "a".to_owned(), linkage: Linkage::External, target });
    });
}
