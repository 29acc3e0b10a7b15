//! Locks (OpenSHMEM 1.6, 9.12): one holder at a time; a process that takes a lock is ordered after earlier holders
//! (theory, 9.4).

use super::{Answer, DEFAULT, Invocation, Machine, Result, Value, give, quiet};
use crate::clock::joined;

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "shmem_set_lock" | "shmem_test_lock" => {
            let tests = call.row.name == "shmem_test_lock";
            let at = call.arg(machine, "lock")?.bits;
            let lock = machine.world.shmem.locks.entry(at).or_default();
            if lock.holder.is_some_and(|h| h != p) {
                return if tests { give(Value::read(1)) } else { super::super::wait(machine, call) };
            }
            lock.holder = Some(p);
            if let Some(clock) = lock.released.clone() {
                machine.chosen = true;
                machine.learn(p, &clock);
            }
            give(if tests { Value::read(0) } else { Value::default() })
        }
        "shmem_clear_lock" => {
            quiet(machine, p, DEFAULT);
            let clock = super::super::tell(machine, p);
            let at = call.arg(machine, "lock")?.bits;
            let lock = machine.world.shmem.locks.entry(at).or_default();
            lock.holder = None;
            lock.released = Some(lock.released.as_ref().map_or_else(|| clock.clone(), |old| joined(old, &clock)));
            machine.step_clock(p);
            give(Value::default())
        }
        _ => Ok(None),
    }
}
