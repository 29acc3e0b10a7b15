//! An oracle for the analyzer: executable semantics of one-sided communication, and programs made by the thousand.
//!
//! [`races::judge`] runs a program of the small language in [`lang`] for one number of processes and gives the pairs of
//! lines that race, by the model of chapters 3 and 4 of the thesis and the rules of MPI 4.1. The way there: [`unroll`]
//! evaluates what each process does; [`epochs`] finds what completes each operation; [`world`] matches collectives, fences
//! and exposures, [`matching`] the messages, in every way; [`order`] is happens-before; [`races`] has the effects, the table
//! of conflicts and the consistency order.
//!
//! [`generate`] makes programs ([`skeleton`], [`phases`], [`mutate`]) as data and as C ([`emit`]); [`compare`] asks the analyzer and sets
//! the two against each other; [`campaign`] does so for many; [`reduce`] makes disagreements small.
//!
//! [`pgas`] has the same for OpenSHMEM and GASPI, [`threads`] for threads inside the processes.
//!
//! Invariant: it shares no code with the analysis; the analyzer is an executable that it runs. Deliberately absent: values
//! of memory, programs that break rules other than by races ([`unroll::Invalid`]).

pub mod c;
pub mod campaign;
pub mod chance;
pub mod compare;
pub mod emit;
pub mod epochs;
pub mod generate;
pub mod labels;
pub mod lang;
pub mod matching;
pub mod mutate;
pub mod order;
pub mod pgas;
pub mod phases;
pub mod races;
pub mod reduce;
pub mod skeleton;
pub mod threads;
pub mod unroll;
pub mod walk;
pub mod world;
