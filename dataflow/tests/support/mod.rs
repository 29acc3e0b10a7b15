//! What the tests of this crate share.

// Every test binary compiles this file and uses a part of it.
#![allow(dead_code)]

pub mod expr;
pub mod model;
pub mod program;
