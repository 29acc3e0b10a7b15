//! What the reader makes of small inputs: addresses, constants, symbols, debug information, normalisation.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

mod common;

use rma_frontend::ir::{
    BinaryOp, Callee, Const, ConstId, Function, InstKind, LayoutId, Linkage, Module, Operand, ScopeKind, TypeKind,
};
use rma_frontend::load::read_modules;
use rma_frontend::{LoadError, LoadOptions};
use std::path::Path;

fn read(text: &str, raw: bool) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.ll");
    std::fs::write(&path, text).unwrap();
    let options = LoadOptions { raw, ..common::options() };
    read_modules(&[path], &options).unwrap().remove(0).unwrap_or_else(|error| panic!("{error}"))
}

/// Compiles C with debug information, and reads it with the usual normalisation.
fn read_c(source: &str, level: &str) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.c");
    std::fs::write(&path, source).unwrap();
    let bitcode = folder.path().join("input.bc");
    common::compile(&path, &[level], &bitcode).unwrap();
    read_modules(&[bitcode], &common::options()).unwrap().remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    module.functions.iter().find(|function| function.name == name).unwrap_or_else(|| panic!("no function {name}"))
}

fn init<'m>(module: &'m Module, name: &str) -> &'m Const {
    let global = module.globals.iter().find(|global| global.name == name).unwrap_or_else(|| panic!("no {name}"));
    &module.consts[global.init.expect("an initialiser")]
}

fn is_int(module: &Module, id: ConstId, expected: i64) -> bool {
    matches!(module.consts[id], Const::Int { value, .. } if value == expected)
}

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

#[test]
fn addresses_are_counted_in_bytes() {
    let module = read(
        &format!(
            "{LAYOUT}%s = type {{ i8, [3 x i64], {{ i16, double }} }}
             define ptr @f(ptr %p, i64 %i, i32 %j) {{
               %a = getelementptr %s, ptr %p, i64 2, i32 1, i32 %j
               %b = getelementptr %s, ptr %a, i64 %i, i32 2, i32 1
               %c = getelementptr <4 x float>, ptr %b, i64 -1, i64 3
               ret ptr %c
             }}"
        ),
        true,
    );
    let geps: Vec<_> = function(&module, "f")
        .insts
        .iter()
        .filter_map(|inst| match &inst.kind {
            InstKind::Gep { offset, scaled, .. } => Some((*offset, scaled.clone())),
            _ => None,
        })
        .collect();
    // The struct is 48 bytes: i8 at 0, the array at 8, the inner struct at 32 with its double 8 bytes further.
    assert_eq!(
        geps,
        vec![
            (2 * 48 + 8, vec![(Operand::Param(2), 8)]),
            (32 + 8, vec![(Operand::Param(1), 48)]),
            (-16 + 12, Vec::new()),
        ]
    );
}

#[test]
fn lanes_of_vectors_are_named() {
    let module = read(
        &format!(
            "{LAYOUT}%s = type {{ i32, i64 }}
             define <2 x ptr> @f(<2 x i32> %v, ptr %p, <2 x i64> %i, i32 %n) {{
               %a = extractelement <2 x i32> %v, i32 %n
               %b = insertelement <2 x i32> poison, i32 %a, i64 1
               %c = shufflevector <2 x i32> %b, <2 x i32> %v, <4 x i32> <i32 3, i32 poison, i32 0, i32 1>
               %d = getelementptr %s, ptr %p, <2 x i64> %i, i32 1
               %e = getelementptr %s, <2 x ptr> %d, <2 x i64> <i64 1, i64 2>, <2 x i32> <i32 1, i32 1>
               %g = call <vscale x 4 x i32> @h()
               ret <2 x ptr> %e
             }}
             declare <vscale x 4 x i32> @h()"
        ),
        true,
    );
    let insts = &function(&module, "f").insts;
    assert!(matches!(
        insts[0usize].kind,
        InstKind::ExtractElement { vector: Operand::Param(0), index: Operand::Param(3) }
    ));
    assert!(matches!(
        insts[1usize].kind,
        InstKind::InsertElement { vector: Operand::Const(_), value: Operand::Value(_), index: Operand::Const(_) }
    ));
    let InstKind::ShuffleVector { mask, .. } = &insts[2usize].kind else { panic!("no shuffle") };
    assert_eq!(mask[..], [Some(3), None, Some(0), Some(1)]);
    // Indices may be vectors, of members of a struct too.
    let InstKind::Gep { offset: 8, scaled, .. } = &insts[3usize].kind else { panic!("no address of lanes") };
    assert_eq!(scaled[..], [(Operand::Param(2), 16)]);
    let InstKind::Gep { offset: 8, scaled, .. } = &insts[4usize].kind else { panic!("no address of lanes") };
    assert!(matches!(scaled[..], [(Operand::Const(_), 16)]));
    assert!(matches!(module.types[insts[2usize].ty].kind, TypeKind::Vector { len: 4, scalable: false, .. }));
    assert!(matches!(module.types[insts[5usize].ty].kind, TypeKind::Vector { len: 4, scalable: true, .. }));
}

#[test]
fn constants_fold_to_address_and_offset() {
    let module = read(
        &format!(
            "{LAYOUT}@a = global [10 x i32] zeroinitializer
             @second = global ptr getelementptr inbounds ([10 x i32], ptr @a, i64 0, i64 3)
             @number = global i64 add (i64 ptrtoint (ptr @a to i64), i64 20)
             @back = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @a to i64), i64 4) to ptr)
             @distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 30) to i64), i64 ptrtoint (ptr @a to i64))
             @minus = global ptr inttoptr (i64 -1 to ptr)
             @one = global ptr inttoptr (i64 1 to ptr)
             @offset = global i64 ptrtoint (ptr getelementptr ([10 x i32], ptr null, i64 1) to i64)
             @none = global ptr null
             @truth = global i1 true
             @text = constant [3 x i8] c\"ab\\00\"
             @halves = global [2 x double] [double 0.5, double 1.0]
             @alias = alias i32, getelementptr (i32, ptr @a, i64 2)
             @through = global ptr getelementptr (i32, ptr @alias, i64 1)"
        ),
        true,
    );
    let array = module.globals.position(|global| global.name == "a").unwrap();
    let at = |offset| Const::Global { global: array, offset };
    assert_eq!(*init(&module, "second"), at(12));
    assert_eq!(*init(&module, "back"), at(4));
    assert_eq!(*init(&module, "through"), at(12));
    assert!(matches!(*init(&module, "number"), Const::Reinterpret { of, .. } if module.consts[of] == at(20)));
    assert!(matches!(*init(&module, "distance"), Const::Int { value: 30, .. }));
    assert!(matches!(*init(&module, "minus"), Const::Reinterpret { of, .. } if is_int(&module, of, -1)));
    assert!(matches!(*init(&module, "one"), Const::Reinterpret { of, .. } if is_int(&module, of, 1)));
    assert!(matches!(*init(&module, "offset"), Const::Int { value: 40, .. }));
    assert!(matches!(*init(&module, "none"), Const::Null(_)));
    assert!(matches!(*init(&module, "truth"), Const::Int { value: 1, .. }));
    assert!(matches!(init(&module, "text"), Const::Data { bytes, .. } if bytes == b"ab\0"));
    assert!(matches!(init(&module, "halves"), Const::Data { bytes, .. }
        if bytes[..8] == 0.5f64.to_le_bytes() && bytes[8..] == 1f64.to_le_bytes()));
    assert_eq!(module.aliases.len(), 1);
    assert_eq!(module.consts[module.aliases[0].target], at(8));
}

#[test]
fn symbols_keep_what_linking_needs() {
    let module = read(
        "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
         @llvm.used = appending global [1 x ptr] [ptr @kept], section \"llvm.metadata\"
         @common = common global i32 0
         @static = internal global i32 1
         @tls = thread_local global i32 1
         @outside = external constant i32
         @table = global ptr @taken
         @resolved = ifunc i32 (i32), ptr @resolver
         @other = alias i32 (i32), ptr @weak
         define internal void @late() { ret void }
         define internal void @early() { ret void }
         define void @kept() { ret void }
         define void @taken() { ret void }
         define ptr @resolver() { ret ptr null }
         define weak i32 @weak(i32 %x) { ret i32 %x }
         define available_externally void @copy() { ret void }
         declare void @stop() noreturn
         declare void @big(ptr byval([4 x i64]), ptr sret(i32), ...)
         define i32 @main(ptr %p) {
           call void @kept()
           call void (ptr, ptr, ...) @big(ptr byval([4 x i64]) %p, ptr sret(i32) %p, i32 7)
           %a = call i32 @other(i32 1)
           %b = call i32 @resolved(i32 %a)
           call void asm sideeffect \"nop\", \"\"()
           call void @stop()
           unreachable
         }",
        true,
    );
    let name = |id: rma_frontend::ir::FuncId| module.functions[id].name.as_str();
    assert_eq!(module.constructors.iter().map(|&id| name(id)).collect::<Vec<_>>(), ["early", "late"]);
    assert_eq!(module.constructor_priorities, [101, 65535]);
    assert!(module.globals.iter().all(|global| !global.name.starts_with("llvm.")));
    let global = |name: &str| module.globals.iter().find(|global| global.name == name).unwrap();
    assert_eq!(global("common").linkage, Linkage::Weak);
    assert_eq!(global("static").linkage, Linkage::Internal);
    assert!(global("tls").thread_local && !global("common").thread_local);
    assert!(global("outside").init.is_none() && global("outside").is_const);
    assert!(function(&module, "taken").address_taken);
    assert!(!function(&module, "kept").address_taken, "neither a call nor llvm.used takes an address");
    assert!(!function(&module, "weak").address_taken, "an alias takes no address");
    assert_eq!(function(&module, "copy").linkage, Linkage::AvailableExternally);
    assert!(function(&module, "stop").noreturn && !function(&module, "kept").noreturn);
    let big = function(&module, "big");
    assert_eq!(module.types[big.params[0].byval.unwrap()].size, 32);
    assert!(big.params[1].sret && big.varargs && !big.params[0].sret);
    assert!(function(&module, "resolved").is_declaration(), "which function it is shows at run time");

    let calls: Vec<_> = function(&module, "main")
        .insts
        .iter()
        .filter_map(|inst| match &inst.kind {
            InstKind::Call { callee: Callee::Direct(id), byval, args } => Some((name(*id), args.len(), byval.len())),
            InstKind::Call { callee: Callee::Asm, .. } => Some(("asm", 0, 0)),
            _ => None,
        })
        .collect();
    let expected = [("kept", 0, 0), ("big", 3, 1), ("weak", 1, 0), ("resolved", 1, 0), ("asm", 0, 0), ("stop", 0, 0)];
    assert_eq!(calls, expected);
}

#[test]
fn optnone_does_not_keep_scalars_in_memory() {
    let text = "define i32 @f(i32 %x) noinline optnone {
                  %cell = alloca i32
                  store i32 %x, ptr %cell
                  %y = load i32, ptr %cell
                  %z = add i32 %y, 1
                  ret i32 %z
                }";
    assert_eq!(function(&read(text, true), "f").insts.len(), 5);
    let normal = read(text, false);
    let insts = &function(&normal, "f").insts;
    assert_eq!(insts.len(), 2);
    assert!(matches!(insts[0].kind, InstKind::Binary { op: BinaryOp::Add, lhs: Operand::Param(0), .. }));
}

#[test]
fn accesses_that_others_can_see_survive() {
    let text = "@g = global i32 0
                declare void @publish(ptr)
                define void @f(ptr %p) {
                  %cell = alloca i32
                  call void @publish(ptr %cell)
                  store i32 1, ptr %cell
                  store i32 2, ptr %cell
                  %unused = load i32, ptr %p
                  store i32 3, ptr @g
                  store i32 4, ptr @g
                  ret void
                }";
    let module = read(text, false);
    let insts = &function(&module, "f").insts;
    assert_eq!(insts.iter().filter(|inst| matches!(inst.kind, InstKind::Store { .. })).count(), 4);
    assert_eq!(insts.iter().filter(|inst| matches!(inst.kind, InstKind::Load { .. })).count(), 1);
}

const NAMES: &str = "#include <stdlib.h>
struct pair { int a; double b[2]; };
static double table[7];
void out(void *);
static inline int inner(int deep) { out(&deep); return deep; }
int f(int count, const struct pair *in) {
  double *buf = malloc(count * sizeof(double));
  static long calls;
  calls++;
  out(buf);
  { int local[3][4]; out(local); }
  int kept = count;
  out(&kept);
  void (*handler)(void *) = out;
  handler(table);
  return inner(in->a);
}
";

#[test]
fn debug_information_names_values_and_memory() {
    let module = read_c(NAMES, "-O0");
    let f = function(&module, "f");
    assert_eq!(f.source_name.as_deref(), Some("f"));
    let named = |name: &str| {
        let inst = f.insts.iter().find(|inst| inst.var.is_some_and(|var| module.vars[var].name == name));
        inst.unwrap_or_else(|| panic!("nothing holds {name}"))
    };
    let callee = |kind: &InstKind| match kind {
        InstKind::Call { callee: Callee::Direct(id), .. } => module.functions[*id].name.clone(),
        _ => String::new(),
    };
    assert_eq!(callee(&named("buf").kind), "malloc");
    let kept = named("kept");
    assert!(matches!(kept.kind, InstKind::Alloca { .. }));
    assert_eq!(module.vars[kept.var.unwrap()].storage.map(|ty| module.types[ty].size), Some(4));

    let ty = |name: &str| module.vars.iter().find(|var| var.name == name).map(|var| var.ty_name.as_str());
    assert_eq!(ty("buf"), Some("double *"));
    assert_eq!(ty("local"), Some("int[3][4]"));
    assert_eq!(ty("in"), Some("const struct pair *"));
    assert_eq!(module.vars[f.params[0].var.unwrap()].name, "count");
    assert_eq!(module.vars[f.params[0].var.unwrap()].arg, 1);
    assert_eq!(module.vars[f.params[1].var.unwrap()].name, "in");

    let block = module.vars.iter().find(|var| var.name == "local").unwrap().scope;
    assert_eq!(module.scopes[block].kind, ScopeKind::Block);
    assert_eq!(module.scopes[block].line, 11);
    assert_eq!(module.scopes[block].parent, f.scope);
    assert!(matches!(&module.scopes[f.scope.unwrap()].kind, ScopeKind::Function { name, .. } if name == "f"));

    let global = |name: &str| module.globals.iter().find(|global| global.source_name.as_deref() == Some(name)).unwrap();
    assert_eq!((global("table").line, global("calls").name.as_str()), (3, "f.calls"));
    assert!(matches!(module.types[global("table").ty].kind, TypeKind::Array { len: 7, .. }));
    let call = named("buf");
    let loc = module.locs[call.loc.unwrap()];
    assert_eq!((loc.line, loc.col, loc.inlined_at), (7, 17, None));
    assert!(module.files[module.scopes[loc.scope].file].ends_with("/input.c"));
    assert!(module.has_debug_info && module.functions_without_debug_info == 0);
    assert!(module.producer.contains("clang version 19"));
}

#[test]
fn inlined_calls_keep_their_chain() {
    let module = read_c(NAMES, "-O2");
    let f = function(&module, "f");
    let inlined: Vec<_> = f
        .insts
        .iter()
        .filter_map(|inst| inst.loc.map(|loc| module.locs[loc]))
        .filter(|loc| matches!(&module.scopes[loc.scope].kind, ScopeKind::Function { name, .. } if name == "inner"))
        .collect();
    assert!(!inlined.is_empty(), "clang -O2 inlines a small static function");
    for loc in inlined {
        let outer = module.locs[loc.inlined_at.expect("inlined code knows where")];
        assert_eq!(outer.line, 16);
        assert_eq!(Some(outer.scope), f.scope);
    }
    let cells: Vec<_> = f
        .insts
        .iter()
        .filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }))
        .map(|inst| inst.var.map(|var| module.vars[var].name.as_str()))
        .collect();
    assert!(cells.contains(&Some("kept")) && cells.contains(&Some("local")), "{cells:?}");
}

#[test]
fn types_are_spelled_as_in_c() {
    let source = "typedef struct { int x; } anon; union u { int i; }; enum e { A };
void out(void *);
void f(void) {
  int (*rows)[4] = 0; int *cells[4]; void (*call)(int, char *, ...) = 0; int (*none)(void) = 0;
  const char *const name = 0; volatile unsigned long flag = 0; anon a; union u u; enum e e = A; anon *restrict r = 0;
  out(&rows); out(cells); out(&call); out(&none); out((void *)&name); out((void *)&flag); out(&a); out(&u); out(&e); out(&r);
}";
    let module = read_c(source, "-O0");
    let spelled = |name: &str| module.vars.iter().find(|var| var.name == name).unwrap().ty_name.clone();
    assert_eq!(spelled("rows"), "int (*)[4]");
    assert_eq!(spelled("cells"), "int *[4]");
    assert_eq!(spelled("call"), "void (*)(int, char *, ...)");
    assert_eq!(spelled("none"), "int (*)(void)");
    assert_eq!(spelled("name"), "const char *const");
    assert_eq!(spelled("flag"), "volatile unsigned long");
    assert_eq!(spelled("a"), "anon");
    assert_eq!(spelled("u"), "union u");
    assert_eq!(spelled("e"), "enum e");
    assert_eq!(spelled("r"), "anon *restrict");
}

#[test]
fn structures_have_their_members() {
    let source = "typedef struct { int kind; struct { long first, last; } part[2]; union { int i; float f; } u; unsigned bits : 3; } head;
static head all;
void out(void *);
void f(head *given) {
  head local = all; struct list { struct list *next; int v; } l = {0}; int plain = 0;
  out(given); out(&local); out(&all); out(&l); out(&plain);
}";
    let module = read_c(source, "-O0");
    let var = |name: &str| module.vars.iter().find(|var| var.name == name).unwrap();
    let path = |layout: LayoutId, at: u64| module.layouts[layout].path(&module.layouts, at);
    let local = var("local").layout.unwrap();
    assert_eq!(path(local, 0).as_deref(), Some(".kind"));
    assert_eq!(path(local, 8).as_deref(), Some(".part[0].first"));
    assert_eq!(path(local, 32).as_deref(), Some(".part[1].last"));
    assert_eq!(path(local, 36), None, "inside of a member");
    assert_eq!(path(local, 40), None, "a union has two members there");
    assert_eq!(path(local, 400), None);
    assert_eq!((var("given").layout, var("given").pointee), (None, Some(local)));
    assert_eq!(module.globals.iter().find(|global| global.name == "all").unwrap().layout, Some(local));
    assert_eq!(path(var("l").layout.unwrap(), 8).as_deref(), Some(".v"));
    assert_eq!((var("plain").layout, var("plain").pointee), (None, None));
}

#[test]
fn in_place_constants_of_both_libraries_keep_their_number() {
    for (include, number) in [("mpich", -1), ("openmpi/include", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let (path, bitcode) = (folder.path().join("a.c"), folder.path().join("a.bc"));
        std::fs::write(&path, "#include <mpi.h>\nvoid *f(void) { return MPI_IN_PLACE; }\n").unwrap();
        let status = std::process::Command::new("clang-19")
            .arg(format!("-I/usr/lib/x86_64-linux-gnu/{include}"))
            .arg(format!("-I/usr/include/x86_64-linux-gnu/{include}"))
            .args(["-O0", "-emit-llvm", "-c"])
            .arg(&path)
            .arg("-o")
            .arg(&bitcode)
            .status()
            .unwrap();
        assert!(status.success());
        let module = read_modules(&[bitcode], &common::options()).unwrap().remove(0).unwrap();
        let f = function(&module, "f");
        let InstKind::Ret { value: Some(Operand::Const(id)) } = &f.insts[0].kind else { panic!("{:?}", f.insts) };
        assert!(matches!(module.consts[*id], Const::Reinterpret { of, .. } if is_int(&module, of, number)));
    }
}

#[test]
fn tables_of_distances_are_tables_of_addresses_again() {
    let source = "static const char *const names[] = {\"fence\", \"lock\", \"pscw\"};
        const char *name(int mode) { return names[mode]; }";
    let module = read_c(source, "-O2");
    let insts = &function(&module, "name").insts;
    assert!(insts.iter().any(|inst| matches!(inst.kind, InstKind::Load { .. })));
    assert!(insts.iter().all(|inst| !matches!(inst.kind, InstKind::Call { .. })));
    let table = module.globals.iter().find(|global| global.name.starts_with("names")).expect("the table");
    let Const::Aggregate { elems, .. } = &module.consts[table.init.expect("addresses")] else { panic!("no addresses") };
    assert_eq!(elems.len(), 3);
    assert!(elems.iter().all(|elem| matches!(module.consts[*elem], Const::Global { offset: 0, .. })));
}

#[test]
fn two_numbers_in_one_register_are_followed_apart() {
    let text = "define i32 @f(i32 %n, i32 %a) {
        entry:
          br label %loop
        loop:
          %pair = phi i64 [ 85899350016, %entry ], [ %next, %loop ]
          %i = phi i32 [ 0, %entry ], [ %j, %loop ]
          %upper = and i64 %pair, -4294967296
          %wide = zext i32 %i to i64
          %next = or disjoint i64 %upper, %wide
          %j = add i32 %i, 1
          %more = icmp slt i32 %j, %n
          br i1 %more, label %loop, label %end
        end:
          %low = trunc i64 %next to i32
          %shifted = lshr i64 %pair, 32
          %high = trunc i64 %shifted to i32
          %sum = add i32 %low, %high
          ret i32 %sum
        }";
    let module = read(text, false);
    let wide = |ty: rma_frontend::ir::TypeId| module.types[ty].size == 8;
    let insts = &function(&module, "f").insts;
    assert!(insts.iter().all(|inst| !matches!(inst.kind, InstKind::Phi { .. }) || !wide(inst.ty)));
}

#[test]
fn invalid_text_is_an_error_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ll");
    std::fs::write(&path, "define void @f() {\n  ret i32 0\n}\n").unwrap();
    let error = read_modules(std::slice::from_ref(&path), &common::options()).unwrap().remove(0).unwrap_err();
    assert!(matches!(&error, LoadError::BadText { detail, .. } if detail.contains(":2:")), "{error}");
    assert_eq!(error.path(), Some(Path::new(&path)));
}

#[test]
fn what_the_verifier_rejects_is_an_error_with_its_reason() {
    let body = "define i32 @f() {\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n";
    let debug = "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    for text in [body.to_owned(), format!("{body}{debug}")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ll");
        std::fs::write(&path, text).unwrap();
        let error = read_modules(&[path], &common::options()).unwrap().remove(0).unwrap_err();
        let reason = "Only PHI nodes may reference their own value";
        assert!(matches!(&error, LoadError::Invalid { detail, .. } if detail.contains(reason)), "{error}");
    }
}

#[test]
fn a_module_without_source_name_has_that_of_its_file() {
    assert_eq!(read("define void @f() { ret void }", true).name, "input.ll");
}
