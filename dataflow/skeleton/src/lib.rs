//! The program reduced to what can matter for races, and what may be asked of it (theory, 5).
//!
//! [`skeleton`] is the graph of events that interpretation leaves behind, [`facts`] is what is known of the values in it, [`thread`] its
//! threads. [`rewrites`] make the graph smaller or more precise before it is searched. [`candidate`] is what the searches hand
//! on: pairs of accesses, with the conditions of their race; [`conflict`] and [`overlap`] say when two accesses can be such a pair.
//!
//! Invariant: nothing here knows the interpreter, nor how pairs are searched.

pub mod apart;
pub mod candidate;
pub mod conflict;
pub mod facts;
pub mod options;
pub mod overlap;
pub mod rewrites;
pub mod skeleton;
pub mod text;
pub mod thread;
