//! Builds small modules by hand.

use index_vec::IndexVec;
use rma_frontend::ir::{
    Block, BlockId, Callee, Const, ConstId, FloatKind, FuncId, Function, Global, GlobalId, Inst, InstKind, Linkage,
    MemOrder, Module, Operand, Param, Type, TypeId, TypeKind, ValueId,
};

/// A module under construction. Functions are declared first, then given a body.
#[derive(Default)]
pub struct Builder {
    pub module: Module,
}

impl Builder {
    /// A type by its LLVM name: `void`, `i32`, `i64`, `float`, `double`, `ptr`, `token`, `{ptr}` (some struct).
    pub fn ty(&mut self, name: &str) -> TypeId {
        let kind = match name {
            "void" => TypeKind::Void,
            "float" => TypeKind::Float(FloatKind::Float),
            "double" => TypeKind::Float(FloatKind::Double),
            "ptr" => TypeKind::Ptr,
            "token" => TypeKind::Other,
            "{ptr}" => TypeKind::Struct { name: String::new(), fields: Vec::new() },
            int => TypeKind::Int(int.strip_prefix('i').and_then(|w| w.parse().ok()).expect("a known type")),
        };
        let ty = Type { kind, size: 8, align: 8 };
        let known = self.module.types.iter().position(|t| *t == ty);
        known.map_or_else(|| self.module.types.push(ty), TypeId::from_usize)
    }

    /// Declares a function with a C-like signature: `i32 (ptr, i64)`, `void (ptr, ...)`.
    pub fn declare(&mut self, name: &str, signature: &str) -> FuncId {
        let (ret, params) = signature.trim_end_matches(')').split_once('(').expect("ret (params)");
        let names: Vec<&str> = params.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
        let fixed: Vec<&str> = names.iter().copied().filter(|p| *p != "...").collect();
        let ret = self.ty(ret.trim());
        let params = fixed.iter().map(|p| Param { ty: self.ty(p), var: None, byval: None, sret: false }).collect();
        self.module.functions.push(Function {
            accesses: None,
            name: name.to_owned(),
            source_name: None,
            linkage: Linkage::External,
            ret,
            params,
            varargs: fixed.len() < names.len(),
            noreturn: false,
            address_taken: false,
            scope: None,
            blocks: IndexVec::new(),
            insts: IndexVec::new(),
        })
    }

    /// Defines a function of type `void ()` that calls others directly, in this order.
    pub fn define(&mut self, name: &str) -> FuncId {
        let f = self.declare(name, "void ()");
        self.body(f, &[]);
        f
    }

    /// Replaces the body of a function by one block of these instructions (kind and type of the result) and a `ret`.
    /// Instructions are numbered from 0.
    pub fn body(&mut self, func: FuncId, insts: &[(InstKind, &str)]) {
        let mut body: IndexVec<ValueId, Inst> = IndexVec::new();
        for (kind, ty) in insts {
            body.push(Inst { kind: kind.clone(), ty: self.ty(ty), loc: None, var: None });
        }
        let ty = self.ty("void");
        body.push(Inst { kind: InstKind::Ret { value: None }, ty, loc: None, var: None });
        let function = &mut self.module.functions[func];
        function.blocks = IndexVec::from_vec(vec![Block { start: value(0), end: value(body.len()) }]);
        function.insts = body;
    }

    /// Gives a function a body of direct calls without arguments.
    pub fn calls(&mut self, func: FuncId, callees: &[FuncId]) {
        let insts: Vec<_> = callees.iter().map(|&f| (call(Callee::Direct(f), &[]), "void")).collect();
        self.body(func, &insts);
    }

    /// A constant as an operand.
    pub fn constant(&mut self, constant: Const) -> Operand {
        Operand::Const(self.constant_id(constant))
    }

    pub fn constant_id(&mut self, constant: Const) -> ConstId {
        let known = self.module.consts.iter().position(|c| *c == constant);
        known.map_or_else(|| self.module.consts.push(constant), ConstId::from_usize)
    }

    pub fn int(&mut self, ty: &str, value: i64) -> Operand {
        let ty = self.ty(ty);
        self.constant(Const::Int { ty, value })
    }

    /// Some pointer.
    pub fn null(&mut self) -> Operand {
        let ty = self.ty("ptr");
        self.constant(Const::Null(ty))
    }

    /// The address of a function, which is thereby taken.
    pub fn address(&mut self, func: FuncId) -> Operand {
        self.module.functions[func].address_taken = true;
        self.constant(Const::Func(func))
    }

    pub fn null_id(&mut self) -> ConstId {
        let ty = self.ty("ptr");
        self.constant_id(Const::Null(ty))
    }

    /// A global whose content is these constants.
    pub fn global(&mut self, content: Vec<ConstId>) -> GlobalId {
        self.named_global("table", content)
    }

    /// Like the function above, with a linker name.
    pub fn named_global(&mut self, name: &str, content: Vec<ConstId>) -> GlobalId {
        let ty = self.ty("{ptr}");
        let init = Some(self.constant_id(Const::Aggregate { ty, elems: content }));
        self.module.globals.push(Global {
            name: name.to_owned(),
            source_name: None,
            ty,
            init,
            is_const: true,
            thread_local: false,
            linkage: Linkage::Internal,
            file: None,
            line: 0,
            layout: None,
        })
    }
}

pub fn value(i: usize) -> ValueId {
    ValueId::from_usize(i)
}

pub fn call(callee: Callee, args: &[Operand]) -> InstKind {
    InstKind::Call { callee, args: args.to_vec(), byval: Vec::new() }
}

pub fn invoke(callee: Callee, args: &[Operand], normal: BlockId, unwind: BlockId) -> InstKind {
    InstKind::Invoke { callee, args: args.to_vec(), byval: Vec::new(), normal, unwind }
}

/// A call through the first parameter of the function.
pub fn call_param(args: &[Operand]) -> InstKind {
    call(Callee::Indirect(Operand::Param(0)), args)
}

pub fn store(ptr: Operand, value: Operand, ty: TypeId) -> InstKind {
    InstKind::Store { ptr, value, ty, volatile: false, order: MemOrder::NotAtomic }
}
