//! The oracle for OpenSHMEM and GASPI: order by updates of flags and by notifications, whose meaning depends on values.
//!
//! Both models have the same shape: operations on channels (contexts, queues), updates of words that the owner waits
//! for, completion, collectives. [`lang`] is a language for both. [`unroll`] evaluates what each process does; [`shmem`] and
//! [`gaspi`] say what completes and orders its operations (thesis, Table 4.2; OpenSHMEM 1.6; GASPI 17.1); [`explore`] finds which
//! updates each wait can have seen, in all executions; [`judge`] is happens-before and the races. [`generate`] makes programs
//! ([`build`], [`phases_shmem`], [`phases_gaspi`], [`mutate`]), [`emit`] writes them as C.
//!
//! Control depends on ranks and counters only; the values of flags decide when a wait ends, no other value is followed.

pub mod build;
pub mod effects;
pub mod emit;
pub mod explore;
pub mod gaspi;
pub mod generate;
pub mod judge;
pub mod lang;
pub mod mutate;
pub mod phases_gaspi;
pub mod phases_shmem;
pub mod shmem;
pub mod unroll;
pub mod walk;
