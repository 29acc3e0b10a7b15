//! Call graph: targets of calls, recursion, order and reachability.

mod support;

use proptest::prelude::*;
use rma_cfg::{CallGraph, Supergraph};
use rma_frontend::ir::{Callee, Const, FuncId, InstKind, MemOrder, Operand};
use std::collections::BTreeSet;
use support::program::{Builder, call, call_param, invoke, store, value};
use support::{block, naive};

/// Functions `0..n` with direct calls along `edges`.
fn direct_calls(n: usize, edges: &[(usize, usize)]) -> Builder {
    let mut b = Builder::default();
    let functions: Vec<FuncId> = (0..n).map(|i| b.define(&format!("f{i}"))).collect();
    for (i, &f) in functions.iter().enumerate() {
        let callees: Vec<_> = edges.iter().filter(|e| e.0 == i).map(|e| functions[e.1]).collect();
        b.calls(f, &callees);
    }
    b
}

fn func(i: usize) -> FuncId {
    FuncId::from_usize(i)
}

#[test]
fn direct_recursion_and_mutual_recursion() {
    // 0 calls 1; 1 calls itself; 0 calls 2, 2 and 3 call each other; 3 calls 4.
    let b = direct_calls(5, &[(0, 1), (1, 1), (0, 2), (2, 3), (3, 2), (3, 4)]);
    let calls = CallGraph::new(&b.module);
    assert_eq!([0, 1, 2, 3, 4].map(|f| calls.is_recursive(func(f))), [false, true, true, true, false]);
    assert_eq!(calls.scc_of(func(2)), calls.scc_of(func(3)));
    assert_ne!(calls.scc_of(func(2)), calls.scc_of(func(1)));
    assert_eq!(calls.components()[calls.scc_of(func(3))], [func(2), func(3)]);
    assert_eq!(calls.callers(func(2)), [func(0), func(3)]);
    assert_eq!(calls.callees(func(3)), [func(2), func(4)]);
    assert_eq!(calls.reachable_from([func(2)]), BTreeSet::from([2, 3, 4].map(func)));
}

#[test]
fn calls_of_a_function_in_order() {
    let mut b = Builder::default();
    let puts = b.declare("puts", "i32 (ptr)");
    let f = b.define("f");
    let text = b.null();
    let kind = InstKind::LandingPad { catches: Vec::new(), cleanup: true };
    b.body(f, &[(call(Callee::Direct(puts), &[text]), "i32"), (kind, "ptr"), (call(Callee::Asm, &[]), "void")]);
    let calls = CallGraph::new(&b.module);
    assert!(calls.calls_of(f).eq([value(0), value(2)]));
    assert_eq!(calls.callees_of_call(f, value(0)), [puts]);
    assert!(calls.callees_of_call(f, value(1)).is_empty(), "no call");
    assert!(calls.callees_of_call(f, value(2)).is_empty(), "assembly");
    assert!(calls.callees_of_call(f, value(99)).is_empty(), "no instruction");
    assert_eq!(calls.bottom_up(), [f], "declarations are left out");
}

#[test]
fn pointer_calls_go_to_fitting_functions_whose_address_is_taken() {
    let mut b = Builder::default();
    let wanted = ["i32 (ptr, i32)", "i32 (ptr, i64)", "i32 (ptr, ...)", "i32 (ptr, i32, ...)"];
    let other = [
        "i32 (ptr)",
        "i32 (ptr, i32, i32)",
        "i32 (ptr, double)",
        "i32 (i32, ptr)",
        "double (ptr, i32)",
        "void (ptr, i32)",
    ];
    let mut expected = Vec::new();
    for signature in wanted.iter().chain(&other) {
        let f = b.declare(signature, signature);
        b.body(f, &[]);
        b.address(f);
        if wanted.contains(signature) {
            expected.push(f);
        }
    }
    let not_taken = b.declare("not_taken", "i32 (ptr, i32)");
    b.body(not_taken, &[]);
    let external = b.declare("external", "i32 (ptr, i32)");
    b.address(external);
    let caller = b.declare("caller", "void (ptr)");
    let (pointer, int) = (b.null(), b.int("i32", 7));
    b.body(caller, &[(call_param(&[pointer, int]), "i32")]);

    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.callees_of_call(caller, value(0)), expected);
    assert_eq!(calls.external_callees_of_call(caller, value(0)), [external]);
    expected.push(external);
    assert_eq!(calls.callees(caller), expected);
    assert!(calls.callers(not_taken).is_empty());
}

#[test]
fn virtual_calls_go_to_the_position_in_the_tables() {
    let mut b = Builder::default();
    let method = |b: &mut Builder, name: &str| {
        let f = b.declare(name, "void (ptr)");
        b.body(f, &[]);
        f
    };
    let [first, second, thread, callback, both] =
        ["_ZN1A5firstEv", "_ZN1A6secondEv", "_ZN1T6_M_runEv", "_ZNSt8callbackEPv", "_ZN1A4bothEv"]
            .map(|name| method(&mut b, name));
    let in_c = method(&mut b, "plain");
    let base = b.named_global("_ZTINSt6thread6_StateE", Vec::new());
    let base = b.constant_id(Const::Global { global: base, offset: 0 });
    for (class, bases, functions) in
        [("1A", vec![], vec![first, second, both]), ("1T", vec![base], vec![second, second, thread])]
    {
        let kind = b.named_global(&format!("_ZTI{class}"), bases);
        let null = b.null_id();
        let mut entries = vec![null, b.constant_id(Const::Global { global: kind, offset: 0 })];
        for f in functions {
            b.address(f);
            entries.push(b.constant_id(Const::Func(f)));
        }
        let ty = b.ty("{ptr}");
        let array = b.constant_id(Const::Aggregate { ty, elems: entries });
        b.named_global(&format!("_ZTV{class}"), vec![array]);
    }
    let named = b.declare("naming", "void (ptr)");
    let addresses = [callback, both, in_c].map(|f| b.address(f));
    let pointer = b.ty("ptr");
    let stores: Vec<_> = addresses.iter().map(|f| (store(Operand::Param(0), *f, pointer), "void")).collect();
    b.body(named, &stores);
    let load = |ptr: Operand| InstKind::Load { ptr, volatile: false, order: MemOrder::NotAtomic };
    let behind = |base: usize, offset| InstKind::Gep {
        base: Operand::Value(value(base)),
        offset,
        scaled: Vec::new(),
        within: None,
    };
    let object = Operand::Param(0);
    let called = |n: usize, object| call(Callee::Indirect(Operand::Value(value(n))), &[object]);
    let caller = b.declare("caller", "void (ptr, ptr)");
    let body = [
        (load(object), "ptr"),
        (load(Operand::Value(value(0))), "ptr"),
        (called(1, object), "void"),
        (behind(0, 8), "ptr"),
        (load(Operand::Value(value(3))), "ptr"),
        (called(4, object), "void"),
        (behind(0, 16), "ptr"),
        (load(Operand::Value(value(6))), "ptr"),
        (called(7, object), "void"),
        (called(1, Operand::Param(1)), "void"),
        (load(object), "ptr"),
        (called(10, object), "void"),
        (called(0, object), "void"),
    ];
    b.body(caller, &body);

    let calls = CallGraph::new(&b.module);
    let callees = |n| calls.callees_of_call(caller, value(n)).to_vec();
    // `both` is named by code, too, so that its position says nothing; code of C may fill a table of its own.
    assert_eq!(callees(2), [first, second, both, in_c]);
    assert_eq!(callees(5), [second, both, in_c]);
    assert_eq!(callees(8), [both, in_c], "the library alone runs the function of a thread");
    assert_eq!(callees(9), [first, second, callback, both, in_c], "no virtual call: it passes another object");
    assert_eq!(callees(11), [first, second, callback, both, in_c], "read at an address that was passed");
}

#[test]
fn kinds_of_arguments_come_from_parameters_values_and_constants() {
    let mut b = Builder::default();
    let wanted = b.declare("wanted", "void (double, ptr, {ptr}, float, ptr)");
    let swapped = b.declare("swapped", "void (float, ptr, {ptr}, double, ptr)");
    for f in [wanted, swapped] {
        b.body(f, &[]);
        b.address(f);
    }
    let table = b.global(Vec::new());
    let global = b.constant(Const::Global { global: table, offset: 8 });
    let caller = b.declare("caller", "void (ptr, double)");
    let (float, structure) = (b.ty("float"), b.ty("{ptr}"));
    let (float, structure) = (b.constant(Const::Float { ty: float, bits: 0 }), b.constant(Const::Zero(structure)));
    let loaded = (InstKind::Freeze { value: global }, "ptr");
    let args = [Operand::Param(1), Operand::Value(value(0)), structure, float, global];
    b.body(caller, &[loaded, (call_param(&args), "void")]);
    assert_eq!(CallGraph::new(&b.module).callees_of_call(caller, value(1)), [wanted]);
}

#[test]
fn unused_results_and_unknown_operands_fit_everything() {
    let mut b = Builder::default();
    let (f, with_token) = (b.declare("f", "i32 (double)"), b.declare("with_token", "i32 (token)"));
    for f in [f, with_token] {
        b.body(f, &[]);
        b.address(f);
    }
    let caller = b.declare("caller", "void (ptr)");
    let pointer = b.null();
    let insts = [call_param(&[Operand::Other]), call_param(&[pointer]), call_param(&[])];
    b.body(caller, &insts.map(|kind| (kind, "void")));
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.callees_of_call(caller, value(0)), [f, with_token]);
    assert_eq!(calls.callees_of_call(caller, value(1)), [with_token]);
    assert!(calls.callees_of_call(caller, value(2)).is_empty(), "too few arguments");
}

#[test]
fn calls_through_pointers_can_recurse() {
    let mut b = Builder::default();
    let visit = b.declare("visit", "void (ptr)");
    let pointer = b.null();
    b.body(visit, &[(call_param(&[pointer]), "void")]);
    assert!(!CallGraph::new(&b.module).is_recursive(visit), "its address is not taken yet");
    b.address(visit);
    assert!(CallGraph::new(&b.module).is_recursive(visit));
}

#[test]
fn a_function_hidden_behind_conversions_is_a_direct_callee() {
    let mut b = Builder::default();
    let f = b.define("f");
    let other = b.define("other");
    b.address(other);
    let (of, ty) = (b.constant_id(Const::Func(f)), b.ty("i64"));
    let pointer = b.constant(Const::Reinterpret { ty, of });
    let caller = b.define("caller");
    b.body(caller, &[(call(Callee::Indirect(pointer), &[]), "void")]);
    assert_eq!(CallGraph::new(&b.module).callees_of_call(caller, value(0)), [f]);
}

#[test]
fn externals_call_back() {
    let mut b = Builder::default();
    let qsort = b.declare("qsort", "void (ptr, i64, i64, ptr)");
    let compare = b.declare("compare", "i32 (ptr, ptr)");
    b.body(compare, &[]);
    let main = b.define("main");
    let (array, n, address) = (b.null(), b.int("i64", 8), b.address(compare));
    let insts = [call(Callee::Direct(qsort), &[array, n, n, address]), call(Callee::Direct(compare), &[array, array])];
    b.body(main, &insts.map(|kind| (kind, "void")));
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.callbacks_of_call(main, value(0)), [compare]);
    assert!(calls.callbacks_of_call(main, value(1)).is_empty(), "a callee is no argument");
    assert_eq!(calls.callees_of_call(main, value(0)), [qsort]);
    assert_eq!(calls.callees(main), [qsort, compare]);
}

#[test]
fn callbacks_are_listed_once_and_seen_through_conversions() {
    let mut b = Builder::default();
    let (first, second) = (b.define("first"), b.define("second"));
    let register = b.declare("register", "void (ptr, ...)");
    let (of, ty) = (b.constant_id(Const::Func(first)), b.ty("i64"));
    let (second_address, first_address) = (b.address(second), b.address(first));
    let as_int = b.constant(Const::Reinterpret { ty, of });
    let table = b.constant_id(Const::Reinterpret { ty, of });
    let table = b.global(vec![table]);
    let table = b.constant(Const::Global { global: table, offset: 0 });
    let (main, other) = (b.define("main"), b.define("other"));
    let args = [second_address, as_int, first_address, second_address];
    b.body(main, &[(call(Callee::Direct(register), &args), "void")]);
    b.body(other, &[(call(Callee::Direct(register), &[table]), "void")]);
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.callbacks_of_call(main, value(0)), [second, first]);
    assert!(calls.callbacks_of_call(other, value(0)).is_empty(), "only direct arguments");
    assert_eq!(calls.reachable_from([other]), BTreeSet::from([other, register, first]));
}

#[test]
fn functions_with_a_body_show_what_they_do_with_a_callback() {
    let mut b = Builder::default();
    let (handler, dropped) = (b.define("handler"), b.declare("dropped", "void (i32)"));
    b.body(dropped, &[]);
    let apply = b.declare("apply", "void (ptr)");
    b.body(apply, &[(call_param(&[]), "void")]);
    let main = b.define("main");
    let args = [b.address(handler), b.address(dropped)];
    b.body(main, &args.map(|a| (call(Callee::Direct(apply), &[a]), "void")));
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.callbacks_of_call(main, value(1)), [dropped]);
    assert_eq!(calls.callees(main), [apply]);
    assert_eq!(calls.callees(apply), [handler]);
    // The body of `apply` might hand its parameter on to a library, so both count as reachable.
    assert_eq!(calls.reachable_from([main]), BTreeSet::from([main, apply, handler, dropped]));
}

#[test]
fn addresses_in_tables_and_stores_are_reachable() {
    let mut b = Builder::default();
    let [in_table, behind_table, stored, idle] = ["in_table", "behind_table", "stored", "idle"].map(|n| b.define(n));
    let deep = b.constant_id(Const::Func(behind_table));
    let inner = b.global(vec![deep]);
    let (first, second) =
        (b.constant_id(Const::Func(in_table)), b.constant_id(Const::Global { global: inner, offset: 0 }));
    let outer = b.global(vec![first, second]);
    let main = b.define("main");
    let (table, stored_address, ty) =
        (b.constant(Const::Global { global: outer, offset: 8 }), b.address(stored), b.ty("ptr"));
    b.address(idle);
    b.body(main, &[(store(table, stored_address, ty), "void")]);
    let calls = CallGraph::new(&b.module);
    assert!(calls.callees(main).is_empty());
    assert_eq!(calls.reachable_from([main]), BTreeSet::from([main, in_table, behind_table, stored]));
    assert_eq!(calls.reachable_from([main, idle]).len(), 5);
}

#[test]
fn a_table_that_holds_its_own_address_ends_the_search() {
    let mut b = Builder::default();
    let f = b.define("f");
    let table = b.global(Vec::new());
    let (own, address, ty) =
        (b.constant_id(Const::Global { global: table, offset: 0 }), b.constant_id(Const::Func(f)), b.ty("{ptr}"));
    let init = b.constant_id(Const::Aggregate { ty, elems: vec![own, address] });
    b.module.globals[table].init = Some(init);
    let main = b.define("main");
    b.body(main, &[(InstKind::Freeze { value: Operand::Const(own) }, "ptr")]);
    assert_eq!(CallGraph::new(&b.module).reachable_from([main]), BTreeSet::from([main, f]));
}

#[test]
fn supergraph_reads_terminators() {
    let mut b = Builder::default();
    let throws = b.declare("throws", "void ()");
    let f = b.define("f");
    // An invoke into two further blocks, made from a one-block body.
    b.body(
        f,
        &[
            (invoke(Callee::Direct(throws), &[], block(1), block(2)), "void"),
            (InstKind::Resume { value: rma_frontend::ir::Operand::Other }, "void"),
        ],
    );
    let function = &mut b.module.functions[f];
    let bounds = [(0, 1), (2, 3), (1, 2)];
    function.blocks = bounds.iter().map(|&(s, e)| rma_frontend::ir::Block { start: value(s), end: value(e) }).collect();
    let graph = Supergraph::build(&b.module);
    assert_eq!(graph.functions[f].succs[block(0)], [block(1), block(2)]);
    assert_eq!(graph.functions[f].ipdom[block(0)], None, "return and resume meet in the virtual exit");
    assert!(graph.functions[f].edge_dominates(block(0), 1, block(2)));
    assert!(graph.functions[throws].rpo.is_empty());
    assert_eq!(graph.calls.callees_of_call(f, value(0)), [throws]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn components_order_and_reachability(
        (n, edges) in (1usize..10).prop_flat_map(|n| (Just(n), proptest::collection::vec((0..n, 0..n), 0..18)))
    ) {
        let b = direct_calls(n, &edges);
        let calls = CallGraph::new(&b.module);
        let after = |f: usize| -> BTreeSet<usize> {
            edges.iter().filter(|e| e.0 == f).flat_map(|e| naive::reach(e.1, &edges, None)).collect()
        };
        let mut order: Vec<FuncId> = calls.bottom_up().to_vec();
        for f in 0..n {
            prop_assert_eq!(calls.is_recursive(func(f)), after(f).contains(&f));
            let reached = naive::reach(f, &edges, None);
            prop_assert!(calls.reachable_from([func(f)]).into_iter().eq(reached.iter().map(|&g| func(g))));
            for g in 0..n {
                let together = reached.contains(&g) && naive::reach(g, &edges, None).contains(&f);
                prop_assert_eq!(calls.scc_of(func(f)) == calls.scc_of(func(g)), together);
                let calls_it = edges.contains(&(f, g));
                prop_assert_eq!(calls.callers(func(g)).contains(&func(f)), calls_it);
                if calls_it && !together {
                    let place = |f| order.iter().position(|&o| o == func(f));
                    prop_assert!(place(g) < place(f), "callees come first");
                    prop_assert!(calls.scc_of(func(g)) < calls.scc_of(func(f)));
                }
            }
        }
        order.sort_unstable();
        prop_assert!(order.into_iter().eq((0..n).map(func)));
    }
}
