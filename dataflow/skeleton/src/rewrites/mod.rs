//! Passes that rewrite the skeleton before it is searched.

pub mod detour;
pub mod quiet;
pub mod states;
pub mod united;
