//! From the program to candidate pairs of racing accesses, by abstract interpretation.

mod api;
mod build;
pub mod candidate;
pub mod context;
mod interp;
mod memory;
pub mod object;
pub mod skeleton;
pub mod term;
