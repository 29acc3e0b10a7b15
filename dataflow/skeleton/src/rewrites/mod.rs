//! Passes that rewrite the skeleton before it is searched (theory, 5.2).

pub mod contiguous_parts;
mod joined_threads;
pub mod merged_windows;
pub mod passed_once;
pub mod shared_parts;
pub mod shortcuts;
pub mod simplify;
pub mod split_states;
pub mod thread_loops;
