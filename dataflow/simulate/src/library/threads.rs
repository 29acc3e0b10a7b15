//! Threads: each thread runs from its creation to its end before its creator continues. That is one of the orders in which threads
//! may run. A thread that has to wait for a later one ends the run. POSIX threads, `threads.h`, `std::thread` (theory, 9.4).

use super::{Call, give};
use crate::machine::constants::function_at;
use crate::machine::{Answer, Halt, Machine, Result, Value};

/// Error number of a lock that another thread holds.
const BUSY: u64 = 16;

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let a = call.arg(0);
    match name {
        "pthread_create" => start(machine, p, a.bits, call.bits(2), call.arg(3)),
        "thrd_create" => start(machine, p, a.bits, call.bits(1), call.arg(2)),
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE" => {
            // The state's third virtual function runs; the state belongs to the thread from here on.
            let (state, _) = machine.memory.number(p, call.bits(1), 8)?;
            let (table, _) = machine.memory.number(p, state, 8)?;
            let (run, _) = machine.memory.number(p, table + 16, 8)?;
            machine.memory.set_number(p, call.bits(1), 8, 0, false)?;
            start(machine, p, a.bits, run, Value::new(state))
        }
        "pthread_join" | "thrd_join" => {
            let result = machine.processes[p].threads.results.get(&a.bits).cloned().ok_or(Halt::Deadlock)?;
            if call.bits(1) != 0 {
                let size = if name == "thrd_join" { 4 } else { 8 };
                machine.memory.set_number(p, call.bits(1), size, result.bits, result.read)?;
            }
            give(Value::default())
        }
        "_ZNSt6thread4joinEv" | "_ZNSt6thread6detachEv" => {
            machine.memory.set_number(p, a.bits, 8, 0, false)?;
            give(Value::default())
        }
        "_ZNSt6thread20hardware_concurrencyEv" => give(Value::new(4)),
        "_ZNSt6thread6_StateD1Ev" | "_ZNSt6thread6_StateD2Ev" | "_ZNSt6thread6_StateD0Ev" => give(Value::default()),
        "pthread_self" | "thrd_current" => give(Value::new(machine.processes[p].threads.current)),
        "pthread_equal" => give(Value::new(u64::from(a.bits == call.bits(1)))),
        "pthread_detach"
        | "pthread_attr_init"
        | "pthread_attr_destroy"
        | "pthread_attr_setdetachstate"
        | "pthread_attr_setstacksize"
        | "pthread_mutex_init"
        | "pthread_mutex_destroy"
        | "pthread_mutexattr_init"
        | "pthread_mutexattr_settype"
        | "pthread_mutexattr_destroy"
        | "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "pthread_rwlock_init"
        | "pthread_rwlock_destroy"
        | "pthread_spin_init"
        | "pthread_spin_destroy"
        | "pthread_setaffinity_np"
        | "mtx_init"
        | "mtx_destroy"
        | "cnd_init"
        | "cnd_destroy"
        | "cnd_signal"
        | "cnd_broadcast"
        | "pthread_barrier_destroy"
        | "thrd_yield"
        | "pthread_yield"
        | "_ZNSt18condition_variableC1Ev"
        | "_ZNSt18condition_variableD1Ev"
        | "_ZNSt18condition_variable10notify_oneEv"
        | "_ZNSt18condition_variable10notify_allEv"
        | "thrd_sleep"
        | "pthread_atfork" => give(Value::default()),
        "pthread_mutex_lock"
        | "pthread_spin_lock"
        | "pthread_rwlock_wrlock"
        | "pthread_rwlock_rdlock"
        | "mtx_lock"
        | "pthread_mutex_trylock"
        | "pthread_spin_trylock"
        | "pthread_rwlock_trywrlock"
        | "pthread_rwlock_tryrdlock"
        | "mtx_trylock"
        | "pthread_mutex_timedlock" => {
            let threads = &mut machine.processes[p].threads;
            let current = threads.current;
            let held = threads.held.entry(a.bits).or_insert((current, 0));
            if held.0 != current {
                // The holder continues only when this thread has ended.
                return if name.contains("try") {
                    give(Value::new(if name == "mtx_trylock" { 1 } else { BUSY }))
                } else {
                    Err(Halt::Deadlock)
                };
            }
            held.1 += 1;
            give(Value::default())
        }
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" | "mtx_unlock" => {
            let held = &mut machine.processes[p].threads.held;
            if let Some(lock) = held.get_mut(&a.bits) {
                lock.1 = lock.1.saturating_sub(1);
                if lock.1 == 0 {
                    held.remove(&a.bits);
                }
            }
            give(Value::default())
        }
        "pthread_barrier_init" => {
            machine.memory.set_number(p, a.bits, 4, call.bits(2), false)?;
            give(Value::default())
        }
        "pthread_barrier_wait" => {
            let (count, _) = machine.memory.number(p, a.bits, 4)?;
            if count > 1 { Err(Halt::Deadlock) } else { give(Value::new(u64::from(u32::MAX))) }
        }
        "sem_init" => {
            machine.memory.set_number(p, a.bits, 4, call.bits(2), false)?;
            give(Value::default())
        }
        "sem_destroy" => give(Value::default()),
        "sem_post" | "sem_wait" | "sem_trywait" => {
            let (count, _) = machine.memory.number(p, a.bits, 4)?;
            if name != "sem_post" && count == 0 {
                return if name == "sem_wait" { Err(Halt::Deadlock) } else { give(Value::new(u64::from(u32::MAX))) };
            }
            let count = if name == "sem_post" { count + 1 } else { count - 1 };
            machine.memory.set_number(p, a.bits, 4, count, false)?;
            give(Value::default())
        }
        // Somebody else would have to run.
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "cnd_wait"
        | "cnd_timedwait"
        | "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE" => Err(Halt::Deadlock),
        "pthread_once" | "call_once" => {
            let (done, _) = machine.memory.number(p, a.bits, 4)?;
            if done != 0 {
                return give(Value::default());
            }
            machine.memory.set_number(p, a.bits, 4, 2, false)?;
            let function = function_at(machine.module, call.bits(1)).ok_or(Halt::Address)?;
            Ok(Some(Answer::Instead(function, Vec::new(), Value::default())))
        }
        "__once_proxy" => {
            // libstdc++ stores the function to call in a variable of the library.
            let global = machine.module.globals.position(|g| g.name == "_ZSt11__once_call").ok_or(Halt::Address)?;
            let at = local(machine, p, machine.addresses.of_global(global))?;
            let (bits, _) = machine.memory.number(p, at, 8)?;
            let function = function_at(machine.module, bits).ok_or(Halt::Address)?;
            Ok(Some(Answer::Enter(function, Vec::new())))
        }
        "pthread_key_create" | "__pthread_key_create" => {
            machine.processes[p].ticks += 1;
            let key = machine.processes[p].ticks;
            machine.memory.set_number(p, a.bits, 4, key, false)?;
            give(Value::default())
        }
        _ => Ok(None),
    }
}

/// A thread with the next number, which is stored at `place`.
fn start(machine: &mut Machine, p: usize, place: u64, function: u64, argument: Value) -> Result<Option<Answer>> {
    let function = function_at(machine.module, function).ok_or(Halt::Address)?;
    machine.processes[p].threads.started += 1;
    let number = machine.processes[p].threads.started;
    machine.memory.set_number(p, place, 8, number, false)?;
    Ok(Some(Answer::Thread(function, vec![argument])))
}

/// The address of the current thread's instance of a thread-local variable.
pub(super) fn local(machine: &mut Machine, p: usize, address: u64) -> Result<u64> {
    let thread = machine.processes[p].threads.current;
    if thread == 0 {
        return Ok(address);
    }
    if let Some(at) = machine.processes[p].threads.locals.get(&(thread, address)) {
        return Ok(*at);
    }
    let Some(global) = machine.addresses.global_before(address) else { return Ok(address) };
    let begin = machine.addresses.of_global(global);
    let bytes = machine.addresses.initial(machine.module, global)?;
    let at = super::allocate(machine, p, bytes.len().max(16) as u64, 16)?;
    machine.memory.write(p, at, &bytes, false)?;
    let at = at + (address - begin);
    machine.processes[p].threads.locals.insert((thread, address), at);
    Ok(at)
}
