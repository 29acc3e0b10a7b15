//! Processes, queues, limits, time and the rest (GASPI 17.1, sections 5, 8.4 and 12 to 14) (theory, 9.4).

use super::{Answer, Invocation, Machine, Result, SUCCESS, Value, give};
use crate::machine::Halt;
use crate::machine::memory::HEAP;

/// Limits that programs query, and their sizes in bytes. Another library has other ones: to the program they are values that it reads.
const LIMITS: [(&str, u64, i64); 16] = [
    ("gaspi_group_max", 4, 32),
    ("gaspi_segment_max", 4, 32),
    ("gaspi_queue_num", 4, 8),
    ("gaspi_queue_max", 4, 16),
    ("gaspi_queue_size_max", 4, 1024),
    ("gaspi_notification_num", 4, 65536),
    ("gaspi_allreduce_elem_max", 4, 255),
    ("gaspi_rw_list_elem_max", 4, 255),
    ("gaspi_network_type", 4, 0),
    ("gaspi_build_infrastructure", 4, 1),
    ("gaspi_transfer_size_min", 8, 1),
    ("gaspi_transfer_size_max", 8, 1 << 30),
    ("gaspi_passive_transfer_size_max", 8, 1 << 16),
    ("gaspi_allreduce_buf_size", 8, 1 << 16),
    ("gaspi_atomic_max", 8, -1),
    ("gaspi_statistic_counter_max", 4, 0),
];

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let name = call.row.name.as_str();
    if let Some((_, size, value)) = LIMITS.iter().find(|(n, ..)| *n == name) {
        let at = call.at(machine, 0)?.bits;
        machine.memory.set_number(p, at, *size, *value as u64, true)?;
        return give(SUCCESS);
    }
    match name {
        "gaspi_proc_init" => {
            machine.processes[p].cells.insert("gaspi", 1);
            give(SUCCESS)
        }
        "gaspi_initialized" => {
            let is = machine.processes[p].cells.contains_key("gaspi");
            call.set_int(machine, "initialized", i64::from(is))?;
            give(SUCCESS)
        }
        "gaspi_proc_num" | "gaspi_proc_local_num" => {
            let size = machine.size() as u64;
            let at = call.at(machine, 0)?.bits;
            machine.memory.set_number(p, at, 2, size, false)?;
            give(SUCCESS)
        }
        "gaspi_proc_rank" | "gaspi_proc_local_rank" => {
            let at = call.at(machine, 0)?.bits;
            machine.memory.set_number(p, at, 2, p as u64, false)?;
            give(SUCCESS)
        }
        "gaspi_proc_kill" => Err(Halt::Abort),
        "gaspi_proc_term"
        | "gaspi_connect"
        | "gaspi_disconnect"
        | "gaspi_proc_ping"
        | "gaspi_config_set"
        | "gaspi_printf"
        | "gaspi_printf_to"
        | "gaspi_print_affinity_mask"
        | "gaspi_logger"
        | "gaspi_pcontrol"
        | "gaspi_set_socket_affinity"
        | "gaspi_statistic_verbosity_level"
        | "gaspi_statistic_counter_reset" => give(SUCCESS),
        "gaspi_config_get" => config(machine, call),
        "gaspi_state_vec_get" => {
            let at = call.arg(machine, "state_vector")?.bits;
            machine.memory.fill(p, at, machine.size() as u64, 0, false)?;
            give(SUCCESS)
        }
        "gaspi_queue_create" => {
            let next = machine.world.gaspi.queues.entry(p).or_insert(8);
            let number = *next;
            *next += 1;
            call.set(machine, "queue", 1, number as i64, false)?;
            give(SUCCESS)
        }
        "gaspi_queue_delete" => give(SUCCESS),
        "gaspi_queue_size" => {
            let queue = super::queue(machine, call)?;
            let open = machine.world.operations[p].iter().filter(|o| o.channel == queue && !o.own_done).count();
            call.set(machine, "queue_size", 4, open as i64, true)?;
            give(SUCCESS)
        }
        "gaspi_version" => {
            let at = call.arg(machine, "version")?.bits;
            machine.memory.set_number(p, at, 4, u64::from(17.1_f32.to_bits()), false)?;
            give(SUCCESS)
        }
        "gaspi_time_get" | "gaspi_time_ticks" => {
            machine.processes[p].ticks += 1;
            let ticks = machine.processes[p].ticks;
            let at = call.arg(machine, "wtime")?.bits;
            let bits = if name == "gaspi_time_get" { (ticks as f64 * 1e-3).to_bits() } else { ticks };
            machine.memory.set_number(p, at, 8, bits, true)?;
            give(SUCCESS)
        }
        "gaspi_error_message" | "gaspi_error_str" => {
            let text = machine.memory.take(p, HEAP, 16, 16)?;
            machine.memory.write(p, text, b"an error\0", false)?;
            if name == "gaspi_error_str" {
                return Ok(Some(Answer::Value(Value::new(text))));
            }
            call.set(machine, "error_message", 8, text as i64, false)?;
            give(SUCCESS)
        }
        "gaspi_cpu_frequency" => {
            call.set(machine, "cpu_mhz", 4, i64::from(2000.0_f32.to_bits()), false)?;
            give(SUCCESS)
        }
        "gaspi_numa_socket" => {
            call.set(machine, "socket", 1, 0, false)?;
            give(SUCCESS)
        }
        _ => Ok(None),
    }
}

/// The configuration, by its structure in section 5.2.
fn config(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    const FIELDS: [(u64, u64, u64); 9] = [
        (16, 4, 1024),
        (20, 4, 8),
        (24, 4, 32),
        (28, 4, 32),
        (32, 8, 1 << 30),
        (40, 4, 65536),
        (44, 4, 1024),
        (48, 8, 1 << 16),
        (68, 4, 1),
    ];
    let at = call.arg(machine, "config")?.bits;
    for (offset, size, value) in FIELDS {
        machine.memory.set_number(call.process, at + offset, size, value, false)?;
    }
    give(SUCCESS)
}
