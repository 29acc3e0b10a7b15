//! OpenMP as a team of one thread, which is how a program runs with `OMP_NUM_THREADS=1`: the entry points of LLVM's runtime (`kmp.h`)
//! and of GCC's. A task runs at the place that creates it (theory, 9.4).

use super::{Call, allocate, give};
use crate::machine::constants::function_at;
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// Members of a task of LLVM's runtime: what it shares, its function, and whether it has the last iteration.
const SHARED: u64 = 0;
const ROUTINE: u64 = 8;
const LAST: u64 = 64;

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    if let Some(entry) = name.strip_prefix("__kmpc_") {
        return kmpc(machine, call, entry);
    }
    if let Some(entry) = name.strip_prefix("GOMP_") {
        return gomp(machine, call, entry);
    }
    match name {
        "omp_get_thread_num"
        | "omp_in_parallel"
        | "omp_get_level"
        | "omp_get_active_level"
        | "omp_get_dynamic"
        | "omp_get_nested"
        | "omp_get_num_devices"
        | "omp_get_team_num"
        | "omp_get_cancellation"
        | "omp_get_place_num" => give(Value::default()),
        "omp_get_num_threads"
        | "omp_get_max_threads"
        | "omp_get_num_procs"
        | "omp_get_thread_limit"
        | "omp_get_num_teams"
        | "omp_get_max_active_levels"
        | "omp_is_initial_device"
        | "omp_test_lock"
        | "omp_test_nest_lock"
        | "omp_get_num_places" => give(Value::new(1)),
        "omp_get_wtime" | "omp_get_wtick" => {
            machine.processes[p].ticks += 1;
            give(Value::f64(machine.processes[p].ticks as f64 * 1e-6).tied(true))
        }
        _ if name.starts_with("omp_set_")
            || name.starts_with("omp_init_")
            || name.starts_with("omp_destroy_")
            || name.starts_with("omp_unset_") =>
        {
            give(Value::default())
        }
        _ => Ok(None),
    }
}

/// Two numbers of a thread, both 0, where an outlined function looks for them.
fn numbers(machine: &mut Machine, p: usize) -> Result<[Value; 2]> {
    let at = allocate(machine, p, 16, 16)?;
    Ok([Value::new(at), Value::new(at + 8)])
}

fn function(machine: &Machine, address: u64) -> Result<rma_frontend::ir::FuncId> {
    function_at(machine.module, address).ok_or(Halt::Address)
}

fn kmpc(machine: &mut Machine, call: &Call, entry: &str) -> Result<Option<Answer>> {
    let p = call.process;
    match entry {
        "fork_call" | "fork_teams" => {
            let outlined = function(machine, call.bits(2))?;
            let mut args = numbers(machine, p)?.to_vec();
            args.extend(call.args.iter().skip(3).cloned());
            Ok(Some(Answer::Enter(outlined, args)))
        }
        "fork_call_if" => {
            let outlined = function(machine, call.bits(2))?;
            let mut args = numbers(machine, p)?.to_vec();
            args.extend(call.args.iter().skip(4).cloned());
            Ok(Some(Answer::Enter(outlined, args)))
        }
        "for_static_init_4" | "for_static_init_4u" | "for_static_init_8" | "for_static_init_8u" => {
            // The bounds stay: the one thread has all iterations.
            let size = if entry.contains('8') { 8 } else { 4 };
            let (lower, _) = machine.memory.number(p, call.bits(4), size)?;
            let (upper, _) = machine.memory.number(p, call.bits(5), size)?;
            if call.bits(3) != 0 {
                machine.memory.set_number(p, call.bits(3), 4, 1, false)?;
            }
            let stride = upper.wrapping_sub(lower).wrapping_add(1);
            machine.memory.set_number(p, call.bits(6), size, stride, false)?;
            give(Value::default())
        }
        "dispatch_init_4" | "dispatch_init_4u" | "dispatch_init_8" | "dispatch_init_8u" => {
            let wide = entry.contains('8');
            let cut = |v: Value| {
                if wide {
                    v.long()
                } else if entry.ends_with('u') {
                    (v.bits & 0xffff_ffff) as i64
                } else {
                    v.int()
                }
            };
            let loop_ = [cut(call.arg(3)), cut(call.arg(4)), if wide { call.arg(5).long() } else { call.arg(5).int() }];
            machine.processes[p].loops.push(loop_);
            give(Value::default())
        }
        "dispatch_next_4" | "dispatch_next_4u" | "dispatch_next_8" | "dispatch_next_8u" => {
            let size = if entry.contains('8') { 8 } else { 4 };
            let Some([lower, upper, step]) = machine.processes[p].loops.pop() else { return give(Value::default()) };
            if step > 0 && lower > upper || step < 0 && lower < upper || step == 0 {
                return give(Value::default());
            }
            // Nothing is left the next time.
            machine.processes[p].loops.push([1, 0, 1]);
            if call.bits(2) != 0 {
                machine.memory.set_number(p, call.bits(2), 4, 1, false)?;
            }
            for (n, value) in [lower, upper, step].into_iter().enumerate() {
                machine.memory.set_number(p, call.bits(3 + n), size, value as u64, false)?;
            }
            give(Value::new(1))
        }
        "single" | "master" | "masked" | "reduce" | "reduce_nowait" | "ok_to_fork" => give(Value::new(1)),
        "omp_task_alloc" | "omp_target_task_alloc" => {
            let (size, shared) = (call.bits(3).next_multiple_of(16), call.bits(4));
            let task = allocate(machine, p, size.max(80) + shared, 16)?;
            machine.memory.set_number(p, task + SHARED, 8, task + size.max(80), false)?;
            machine.memory.set_number(p, task + ROUTINE, 8, call.bits(5), false)?;
            give(Value::new(task))
        }
        "omp_task" | "omp_task_with_deps" | "taskloop" | "taskloop_5" => {
            let task = call.bits(2);
            let (routine, _) = machine.memory.number(p, task + ROUTINE, 8)?;
            let routine = function(machine, routine)?;
            if entry.starts_with("taskloop") {
                machine.memory.set_number(p, task + LAST, 4, 1, false)?;
            }
            Ok(Some(Answer::Instead(routine, vec![Value::default(), Value::new(task)], Value::default())))
        }
        "threadprivate_cached" => give(call.arg(2)),
        "barrier"
        | "cancel_barrier"
        | "for_static_fini"
        | "end_single"
        | "end_master"
        | "end_masked"
        | "critical"
        | "critical_with_hint"
        | "end_critical"
        | "end_reduce"
        | "end_reduce_nowait"
        | "push_num_threads"
        | "push_num_teams"
        | "global_thread_num"
        | "global_num_threads"
        | "bound_thread_num"
        | "bound_num_threads"
        | "serialized_parallel"
        | "end_serialized_parallel"
        | "in_parallel"
        | "flush"
        | "ordered"
        | "end_ordered"
        | "taskgroup"
        | "end_taskgroup"
        | "omp_taskwait"
        | "omp_taskwait_deps_51"
        | "omp_wait_deps"
        | "omp_taskyield"
        | "omp_task_begin_if0"
        | "omp_task_complete_if0"
        | "dispatch_fini_4"
        | "dispatch_fini_4u"
        | "dispatch_fini_8"
        | "dispatch_fini_8u"
        | "dispatch_deinit"
        | "copyprivate"
        | "begin"
        | "end"
        | "push_proc_bind"
        | "doacross_init"
        | "doacross_fini"
        | "doacross_wait"
        | "doacross_post"
        | "cancel"
        | "cancellationpoint" => give(Value::default()),
        _ => Ok(None),
    }
}

fn gomp(machine: &mut Machine, call: &Call, entry: &str) -> Result<Option<Answer>> {
    let p = call.process;
    match entry {
        "parallel" => Ok(Some(Answer::Enter(function(machine, call.bits(0))?, vec![call.arg(1)]))),
        "task" => {
            let of = function(machine, call.bits(0))?;
            let (data, copier, size) = (call.bits(1), call.bits(2), call.bits(3));
            if copier != 0 {
                return Err(Halt::Unknown("GOMP_task".to_owned()));
            }
            let copy = allocate(machine, p, size, call.bits(4).max(16))?;
            let copied = machine.memory.copy_out(p, data, size)?;
            machine.memory.copy_in(p, copy, &copied)?;
            Ok(Some(Answer::Enter(of, vec![Value::new(copy)])))
        }
        _ if entry.starts_with("loop_") && entry.ends_with("_start") => {
            let (start, end, step) = (call.arg(0).long(), call.arg(1).long(), call.arg(2).long());
            if step > 0 && start >= end || step < 0 && start <= end {
                return give(Value::default());
            }
            let places = if entry.contains("runtime") { 3 } else { 4 };
            machine.memory.set_number(p, call.bits(places), 8, start as u64, false)?;
            machine.memory.set_number(p, call.bits(places + 1), 8, end as u64, false)?;
            give(Value::new(1))
        }
        "single_start" => give(Value::new(1)),
        _ if entry.starts_with("loop_") => give(Value::default()),
        "barrier"
        | "critical_start"
        | "critical_end"
        | "critical_name_start"
        | "critical_name_end"
        | "atomic_start"
        | "atomic_end"
        | "taskwait"
        | "taskyield"
        | "taskgroup_start"
        | "taskgroup_end"
        | "ordered_start"
        | "ordered_end" => give(Value::default()),
        _ => Ok(None),
    }
}
