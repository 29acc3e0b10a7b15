//! Resolution rules on hand-made modules: each function returns a constant that tells where it came from.

use super::link;
use crate::ir::{
    Alias, Block, BlockId, Callee, Const, ConstId, FuncId, Function, Global, Inst, InstKind, Linkage, Module, Operand,
    Type, TypeId, TypeKind, ValueId,
};
use index_vec::IndexVec;

struct Builder(Module);

/// The types that every module here starts with.
fn int() -> TypeId {
    TypeId::from_raw(0)
}

fn void() -> TypeId {
    TypeId::from_raw(1)
}

impl Builder {
    fn new(name: &str) -> Builder {
        let mut module = Module { name: name.to_owned(), ..Module::default() };
        module.types.push(Type { kind: TypeKind::Int(32), size: 4, align: 4 });
        module.types.push(Type { kind: TypeKind::Void, size: 0, align: 0 });
        Builder(module)
    }

    fn int(&mut self, value: i64) -> ConstId {
        self.0.consts.push(Const::Int { ty: int(), value })
    }

    fn function(mut self, name: &str, linkage: Linkage, body: &[InstKind]) -> Builder {
        let insts: IndexVec<ValueId, Inst> =
            body.iter().map(|kind| Inst { kind: kind.clone(), ty: void(), loc: None, var: None }).collect();
        let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
        if !body.is_empty() {
            blocks.push(Block { start: ValueId::from_raw(0), end: ValueId::from_usize(insts.len()) });
        }
        self.0.functions.push(Function {
            accesses: None,
            name: name.to_owned(),
            source_name: None,
            linkage,
            ret: int(),
            params: Vec::new(),
            varargs: false,
            noreturn: false,
            address_taken: false,
            scope: None,
            blocks,
            insts,
        });
        self
    }

    /// A function that returns a number.
    fn returning(mut self, name: &str, linkage: Linkage, value: i64) -> Builder {
        let value = self.int(value);
        self.function(name, linkage, &[InstKind::Ret { value: Some(Operand::Const(value)) }])
    }

    fn declared(self, name: &str) -> Builder {
        self.function(name, Linkage::External, &[])
    }

    /// A function that calls another one of the module.
    fn calling(self, name: &str, callee: u32) -> Builder {
        let callee = Callee::Direct(FuncId::from_raw(callee));
        let body = [InstKind::Call { callee, args: Vec::new(), byval: Vec::new() }, InstKind::Ret { value: None }];
        self.function(name, Linkage::External, &body)
    }

    fn global(mut self, name: &str, linkage: Linkage, value: Option<i64>) -> Builder {
        let init = value.map(|value| self.int(value));
        self.0.globals.push(Global {
            name: name.to_owned(),
            source_name: None,
            ty: int(),
            init,
            is_const: false,
            thread_local: false,
            linkage,
            file: None,
            line: 0,
            layout: None,
        });
        self
    }
}

fn linked(builders: Vec<Builder>) -> (Module, Vec<String>) {
    let result = link(builders.into_iter().map(|builder| builder.0).collect());
    result.module.validate().unwrap();
    (result.module, result.conflicts.iter().map(|conflict| conflict.symbol.clone()).collect())
}

/// What the functions of this name return, in order; `None` for a declaration.
fn returns(module: &Module, name: &str) -> Vec<Option<i64>> {
    let found = module.functions.iter().filter(|function| function.name == name);
    found
        .map(|function| match function.insts.first().map(|inst| &inst.kind) {
            Some(InstKind::Ret { value: Some(Operand::Const(id)) }) => match module.consts[*id] {
                Const::Int { value, .. } => Some(value),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// What the function called first by `caller` returns.
fn callee_returns(module: &Module, caller: &str) -> Option<i64> {
    let caller = module.functions.iter().find(|function| function.name == caller)?;
    let (Callee::Direct(id), _) = caller.insts.first()?.kind.as_call()? else { return None };
    returns_of(module, id)
}

fn returns_of(module: &Module, id: FuncId) -> Option<i64> {
    match &module.functions[id].insts.first()?.kind {
        InstKind::Ret { value: Some(Operand::Const(id)) } => match module.consts[*id] {
            Const::Int { value, .. } => Some(value),
            _ => None,
        },
        _ => None,
    }
}

fn user() -> Builder {
    Builder::new("user.c").declared("f").calling("user", 0)
}

#[test]
fn declarations_meet_their_definition_in_any_order() {
    let definer = || Builder::new("f.c").returning("f", Linkage::External, 7);
    for modules in [vec![user(), definer()], vec![definer(), user()]] {
        let (module, conflicts) = linked(modules);
        assert_eq!(returns(&module, "f"), [Some(7)]);
        assert_eq!(callee_returns(&module, "user"), Some(7));
        assert!(conflicts.is_empty());
    }
}

#[test]
fn what_an_alias_defines_is_not_declared() {
    let definer = || {
        let mut module = Builder::new("g.cpp").returning("g", Linkage::External, 7);
        let target = module.0.consts.push(Const::Func(FuncId::from_raw(0)));
        module.0.aliases.push(Alias { name: "f".to_owned(), linkage: Linkage::External, target });
        module
    };
    for modules in [vec![user(), definer()], vec![definer(), user()]] {
        let (module, conflicts) = linked(modules);
        assert_eq!(returns(&module, "f"), []);
        assert_eq!(callee_returns(&module, "user"), Some(7));
        assert!(conflicts.is_empty());
    }
}

#[test]
fn what_nobody_defines_stays_declared_once() {
    let (module, conflicts) = linked(vec![user(), Builder::new("b.c").declared("f").calling("other", 0)]);
    assert_eq!(returns(&module, "f"), [None]);
    assert!(conflicts.is_empty());
}

#[test]
fn strength_decides_and_then_the_order() {
    use Linkage::{AvailableExternally, External, Weak};
    let of = |linkage, value| Builder::new("x.c").returning("f", linkage, value);
    for (first, second, expected) in [
        (of(Weak, 1), of(External, 2), 2),
        (of(External, 1), of(Weak, 2), 1),
        (of(Weak, 1), of(Weak, 2), 1),
        (of(AvailableExternally, 1), of(Weak, 2), 2),
        (of(AvailableExternally, 1), of(AvailableExternally, 2), 1),
    ] {
        let (module, conflicts) = linked(vec![first, user(), second]);
        assert_eq!(returns(&module, "f"), [Some(expected)]);
        assert_eq!(callee_returns(&module, "user"), Some(expected));
        assert!(conflicts.is_empty());
    }
}

#[test]
fn two_strong_definitions_are_a_conflict() {
    let of = |name: &str, value| Builder::new(name).returning("f", Linkage::External, value);
    let result = link(vec![of("a.c", 1).0, of("b.c", 2).0, user().0]);
    assert_eq!(callee_returns(&result.module, "user"), Some(1));
    let [conflict] = result.conflicts.as_slice() else { panic!("{:?}", result.conflicts) };
    assert_eq!((conflict.symbol.as_str(), conflict.modules), ("f", (0, 1)));
    let text = conflict.to_string();
    assert!(text.contains("a.c") && text.contains("b.c"), "{text}");
}

#[test]
fn internal_symbols_stay_apart() {
    let of = |name: &str, caller: &str, value| {
        Builder::new(name).returning("helper", Linkage::Internal, value).calling(caller, 0).global(
            "state",
            Linkage::Internal,
            Some(value),
        )
    };
    let (module, conflicts) = linked(vec![of("a.c", "fa", 1), of("b.c", "fb", 2)]);
    assert_eq!(returns(&module, "helper"), [Some(1), Some(2)]);
    assert_eq!((callee_returns(&module, "fa"), callee_returns(&module, "fb")), (Some(1), Some(2)));
    assert_eq!(module.globals.len(), 2);
    assert!(conflicts.is_empty());
}

#[test]
fn globals_of_one_name_are_one_and_constants_are_shared() {
    let mut declares = Builder::new("a.c").global("g", Linkage::External, None);
    let pointer = Const::Global { global: crate::ir::GlobalId::from_raw(0), offset: 4 };
    let address = declares.0.consts.push(pointer);
    let declares = declares.function("f", Linkage::External, &[InstKind::Ret { value: Some(Operand::Const(address)) }]);
    let defines =
        Builder::new("b.c").global("first", Linkage::External, Some(5)).global("g", Linkage::External, Some(5));
    let (module, conflicts) = linked(vec![declares, defines]);
    assert!(conflicts.is_empty());
    assert_eq!(module.globals.iter().map(|global| global.name.as_str()).collect::<Vec<_>>(), ["first", "g"]);
    let InstKind::Ret { value: Some(Operand::Const(id)) } = module.functions[0usize].insts[0usize].kind else {
        panic!("{:?}", module.functions)
    };
    assert_eq!(module.consts[id], Const::Global { global: crate::ir::GlobalId::from_raw(1), offset: 4 });
    assert_eq!(module.types.len(), 2, "equal types are one");
    assert_eq!(module.consts.iter().filter(|constant| matches!(constant, Const::Int { value: 5, .. })).count(), 1);
}

#[test]
fn linking_twice_gives_the_same() {
    let modules = || {
        vec![
            user().0,
            Builder::new("a.c").returning("f", Linkage::Weak, 1).global("g", Linkage::Weak, Some(0)).0,
            Builder::new("b.c").returning("f", Linkage::External, 2).global("g", Linkage::External, Some(3)).0,
        ]
    };
    assert_eq!(link(modules()), link(modules()));
}
