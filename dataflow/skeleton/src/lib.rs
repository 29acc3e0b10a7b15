//! The program reduced to the events that can matter for races, and queries of it (theory, 5).
//!
//! [`skeleton`] is the graph of events that interpretation makes, [`facts`] are facts about its values, [`thread`] describes its
//! threads. [`rewrites`] make the graph smaller or more precise before it is searched. [`candidate`] is the result of the searches:
//! pairs of accesses, with the conditions of their race; [`conflict`] and [`overlap`] say when two accesses can be such a pair.
//!
//! Invariant: this crate depends neither on the interpreter nor on how pairs are searched.

pub mod apart;
pub mod awaited;
pub mod candidate;
pub mod conflict;
pub mod facts;
pub mod options;
pub mod overlap;
pub mod rewrites;
pub mod skeleton;
pub mod text;
pub mod thread;
