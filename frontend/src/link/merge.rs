//! Merging the tables of several modules under a given resolution of their symbols.

use super::symbols::{Places, Target};
use crate::ir::{
    Alias, Callee, Const, ConstId, FileId, FuncId, Function, Global, GlobalId, Inst, InstKind, Layout, LayoutId, LocId,
    Module, Operand, ScopeId, Type, TypeId, TypeKind, VarId,
};
use index_vec::IndexVec;
use std::collections::{BTreeMap, HashMap};

/// The result so far, with what was stored already.
#[derive(Default)]
struct Merger {
    out: Module,
    types: HashMap<Type, TypeId>,
    consts: HashMap<Const, ConstId>,
    layouts: HashMap<Layout, LayoutId>,
    files: HashMap<(String, Option<u128>), FileId>,
    constructors: Vec<(u32, FuncId)>,
}

/// New numbers of one module's entries.
struct Numbers<'p> {
    places: &'p Places,
    types: IndexVec<TypeId, TypeId>,
    consts: IndexVec<ConstId, ConstId>,
    layouts: IndexVec<LayoutId, LayoutId>,
    /// The numbers that are added to numbers of scopes, positions and variables.
    scope: u32,
    loc: u32,
    var: u32,
}

/// Merges; `places` has one entry a module.
pub(super) fn merge(modules: Vec<Module>, places: &[Places]) -> Module {
    let mut merger = Merger::default();
    merger.out.name = modules.first().map(|module| module.name.clone()).unwrap_or_default();
    let mut producers: Vec<String> = Vec::new();
    for module in &modules {
        if !module.producer.is_empty() && !producers.contains(&module.producer) {
            producers.push(module.producer.clone());
        }
        merger.out.has_debug_info |= module.has_debug_info;
    }
    merger.out.producer = producers.join("; ");
    let facts = Facts::collect(&modules, places);
    for (module, places) in modules.into_iter().zip(places) {
        merger.add(module, places);
    }
    let mut out = merger.finish();
    facts.apply(&mut out);
    let undescribed = out.functions.iter().filter(|function| !function.is_declaration() && function.scope.is_none());
    out.functions_without_debug_info = u32::try_from(undescribed.count()).unwrap_or(u32::MAX);
    out
}

impl Merger {
    fn add(&mut self, module: Module, places: &Places) {
        let mut numbers = Numbers {
            places,
            types: IndexVec::new(),
            consts: IndexVec::new(),
            layouts: IndexVec::new(),
            scope: self.out.scopes.next_idx().raw(),
            loc: self.out.locs.next_idx().raw(),
            var: self.out.vars.next_idx().raw(),
        };
        for ty in module.types {
            let id = self.add_type(ty, &numbers);
            numbers.types.push(id);
        }
        for constant in module.consts {
            let id = self.add_const(constant, &numbers);
            numbers.consts.push(id);
        }
        for layout in module.layouts {
            let id = self.add_layout(layout, &numbers);
            numbers.layouts.push(id);
        }
        let sums = module.checksums;
        let files: IndexVec<FileId, FileId> = module
            .files
            .into_iter_enumerated()
            .map(|(old, file)| self.add_file(file, sums.get(&old).copied()))
            .collect();
        for mut scope in module.scopes {
            scope.parent = scope.parent.map(|parent| numbers.scope(parent));
            scope.file = files[scope.file];
            self.out.scopes.push(scope);
        }
        for mut loc in module.locs {
            loc.scope = numbers.scope(loc.scope);
            loc.inlined_at = loc.inlined_at.map(|outer| numbers.loc(outer));
            self.out.locs.push(loc);
        }
        for mut var in module.vars {
            var.scope = numbers.scope(var.scope);
            var.storage = var.storage.map(|ty| numbers.types[ty]);
            var.layout = var.layout.map(|layout| numbers.layouts[layout]);
            var.pointee = var.pointee.map(|layout| numbers.layouts[layout]);
            self.out.vars.push(var);
        }
        for (old, function) in module.functions.into_iter_enumerated() {
            if places.keeps_function(old) {
                self.out.functions.push(numbers.function(function));
            }
        }
        for (old, mut global) in module.globals.into_iter_enumerated() {
            if places.keeps_global(old) {
                global.ty = numbers.types[global.ty];
                global.init = global.init.map(|init| numbers.consts[init]);
                global.file = global.file.map(|file| files[file]);
                global.layout = global.layout.map(|layout| numbers.layouts[layout]);
                self.out.globals.push(global);
            }
        }
        for alias in module.aliases {
            self.out.aliases.push(Alias { target: numbers.consts[alias.target], ..alias });
        }
        for (function, priority) in module.constructors.into_iter().zip(module.constructor_priorities) {
            if let Target::Func(function) = places.functions[function] {
                self.constructors.push((priority, function));
            }
        }
    }

    fn add_type(&mut self, mut ty: Type, numbers: &Numbers) -> TypeId {
        let renumber = |part: &mut TypeId| *part = numbers.types[*part];
        match &mut ty.kind {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => renumber(elem),
            TypeKind::Struct { fields, .. } => fields.iter_mut().for_each(|field| renumber(&mut field.ty)),
            TypeKind::Func { ret, params, .. } => {
                renumber(ret);
                params.iter_mut().for_each(renumber);
            }
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr | TypeKind::Other => {}
        }
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let id = self.out.types.push(ty.clone());
        self.types.insert(ty, id);
        id
    }

    fn add_const(&mut self, mut constant: Const, numbers: &Numbers) -> ConstId {
        match &mut constant {
            Const::Int { ty, .. }
            | Const::Opaque(ty)
            | Const::Float { ty, .. }
            | Const::Null(ty)
            | Const::Undef(ty)
            | Const::Zero(ty)
            | Const::Data { ty, .. } => *ty = numbers.types[*ty],
            Const::Aggregate { ty, elems } => {
                *ty = numbers.types[*ty];
                elems.iter_mut().for_each(|elem| *elem = numbers.consts[*elem]);
            }
            Const::Reinterpret { ty, of } => {
                *ty = numbers.types[*ty];
                *of = numbers.consts[*of];
            }
            Const::Global { global, offset } => {
                constant = address(numbers.places.globals[*global], *offset);
            }
            Const::Func(function) => constant = address(numbers.places.functions[*function], 0),
        }
        if let Some(&id) = self.consts.get(&constant) {
            return id;
        }
        let id = self.out.consts.push(constant.clone());
        self.consts.insert(constant, id);
        id
    }

    fn add_layout(&mut self, mut layout: Layout, numbers: &Numbers) -> LayoutId {
        for member in &mut layout.members {
            member.inner = member.inner.map(|inner| numbers.layouts[inner]);
        }
        if let Some(&id) = self.layouts.get(&layout) {
            return id;
        }
        let id = self.out.layouts.push(layout.clone());
        self.layouts.insert(layout, id);
        id
    }

    /// A file that changed between the compilations of two modules is two files.
    fn add_file(&mut self, file: String, checksum: Option<u128>) -> FileId {
        let key = (file, checksum);
        if let Some(&id) = self.files.get(&key) {
            return id;
        }
        let id = self.out.files.push(key.0.clone());
        if let Some(sum) = checksum {
            self.out.checksums.insert(id, sum);
        }
        self.files.insert(key, id);
        id
    }

    fn finish(mut self) -> Module {
        self.constructors.sort_by_key(|&(priority, _)| priority);
        let mut seen = std::collections::HashSet::new();
        self.constructors.retain(|&(_, function)| seen.insert(function));
        self.out.constructors = self.constructors.iter().map(|&(_, function)| function).collect();
        self.out.constructor_priorities = self.constructors.iter().map(|&(priority, _)| priority).collect();
        self.out
    }
}

fn address(target: Target, bytes: i64) -> Const {
    match target {
        Target::Func(function) => Const::Func(function),
        Target::Global(global, offset) => Const::Global { global, offset: offset.wrapping_add(bytes) },
    }
}

impl Numbers<'_> {
    fn scope(&self, id: ScopeId) -> ScopeId {
        ScopeId::from_raw(id.raw() + self.scope)
    }

    fn loc(&self, id: LocId) -> LocId {
        LocId::from_raw(id.raw() + self.loc)
    }

    fn var(&self, id: VarId) -> VarId {
        VarId::from_raw(id.raw() + self.var)
    }

    fn function(&self, mut function: Function) -> Function {
        function.ret = self.types[function.ret];
        function.scope = function.scope.map(|scope| self.scope(scope));
        for param in &mut function.params {
            param.ty = self.types[param.ty];
            param.var = param.var.map(|var| self.var(var));
            param.byval = param.byval.map(|ty| self.types[ty]);
        }
        function.insts.iter_mut().for_each(|inst| self.inst(inst));
        for access in function.accesses.iter_mut().flat_map(|accesses| &mut accesses.list) {
            access.loc = access.loc.map(|loc| self.loc(loc));
        }
        function
    }

    fn inst(&self, inst: &mut Inst) {
        inst.ty = self.types[inst.ty];
        inst.loc = inst.loc.map(|loc| self.loc(loc));
        inst.var = inst.var.map(|var| self.var(var));
        inst.kind.for_each_type_mut(|ty| *ty = self.types[*ty]);
        inst.kind.for_each_operand_mut(|operand| {
            if let Operand::Const(id) = operand {
                *id = self.consts[*id];
            }
        });
        if let InstKind::Call { callee, .. } | InstKind::Invoke { callee, .. } = &mut inst.kind
            && let Callee::Direct(function) = *callee
        {
            *callee = match self.places.functions[function] {
                Target::Func(function) => Callee::Direct(function),
                // A call of what another module defines as data: nothing that can be followed.
                Target::Global(..) => Callee::Indirect(Operand::Other),
            };
        }
    }
}

/// Attributes from any of several declarations and definitions of one symbol.
#[derive(Default)]
struct Facts {
    functions: BTreeMap<FuncId, (bool, bool)>,
    globals: BTreeMap<GlobalId, (Option<String>, bool)>,
}

impl Facts {
    fn collect(modules: &[Module], places: &[Places]) -> Facts {
        let mut facts = Facts::default();
        for (module, places) in modules.iter().zip(places) {
            for (function, target) in module.functions.iter().zip(&places.functions) {
                if let Target::Func(id) = target {
                    let (taken, noreturn) = facts.functions.entry(*id).or_default();
                    *taken |= function.address_taken;
                    *noreturn |= function.noreturn;
                }
            }
            for (global, target) in module.globals.iter().zip(&places.globals) {
                if let Target::Global(id, 0) = target {
                    let (name, thread_local) = facts.globals.entry(*id).or_default();
                    if name.is_none() {
                        name.clone_from(&global.source_name);
                    }
                    *thread_local |= global.thread_local;
                }
            }
        }
        facts
    }

    fn apply(self, out: &mut Module) {
        for (id, (taken, noreturn)) in self.functions {
            let function: &mut Function = &mut out.functions[id];
            function.address_taken |= taken;
            function.noreturn |= noreturn;
        }
        for (id, (name, thread_local)) in self.globals {
            let global: &mut Global = &mut out.globals[id];
            if global.source_name.is_none() {
                global.source_name = name;
            }
            global.thread_local |= thread_local;
        }
    }
}
