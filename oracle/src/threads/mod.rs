//! The oracle for threads inside the processes: OpenMP's constructs around operations of MPI.
//!
//! [`lang`] is a language of one parallel program: regions with worksharing, single, master and critical constructs, tasks, and
//! code that one given thread runs. [`run`] executes it for some number of processes and threads and leaves happens-before (thesis,
//! chapter 3; OpenMP 5.2, 10 to 15): in each execution, which differ by who runs single constructs and sections and by
//! the order of critical constructs. [`judge`] has the effects and the races. [`generate`] makes programs ([`phases`],
//! [`mutate`]), [`emit`] writes them as C.
//!
//! Plain accesses of two threads are no race of this field, as for the analyzer.

pub mod emit;
pub mod generate;
pub mod judge;
pub mod lang;
pub mod mutate;
pub mod phases;
pub mod run;
