//! An oracle for the analyzer: executable semantics of one-sided communication, and programs made by the thousand.
//!
//! Each language is a folder that implements [`language::Language`]: [`mpi`], [`threads`] (inside the processes of MPI), and
//! [`pgas`], which has OpenSHMEM and GASPI. [`table`] finds them by name. A language has programs as data, and says how they are
//! made, changed, written as C, judged by the formal model of the thesis and made smaller.
//!
//! What they have in common is here: [`walk`] numbers statements, [`mutate`] has changes, [`expression`] what ranks and
//! counters are computed with, [`writer`] writes lines, [`order`] is happens-before, [`race`] says what a judge answers.
//! [`generate`] makes a [`case`], a program with its races; [`compare`] asks the analyzer and sets the two against each
//! other; [`campaign`] does so for many; [`reduce`] makes disagreements small.
//!
//! [`c`] reads the programs of the corpus for the judge of [`mpi`], [`labels`] sets the judge against their labels.
//!
//! Invariant: it shares no code with the analysis; the analyzer is an executable that it runs. Deliberately absent: values
//! of memory, programs that break rules other than by races ([`race::Invalid`]).

pub mod c;
pub mod campaign;
pub mod case;
pub mod chance;
pub mod compare;
pub mod expression;
pub mod generate;
pub mod labels;
pub mod language;
pub mod mpi;
pub mod mutate;
pub mod order;
pub mod pgas;
pub mod race;
pub mod reduce;
pub mod table;
pub mod threads;
pub mod walk;
pub mod writer;
