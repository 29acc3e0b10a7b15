//! The skeleton as text, for tests of passes and for developers: [`print()`] and [`parse()`] (theory, 5.1).
//!
//! Each line has one declaration or event; text after `;` is a comment. A program is its declarations, then its nodes, each with its
//! events in order and the edges to other nodes:
//!
//! ```text
//! obj mem heap size=64             ; objects: heap, stack, global, global_zero, window, request, comm, ...
//! obj w window
//! win w base=&mem unit=1           ; what a window is made of
//! sym i counter(l) lo=0 in=l       ; symbols: rank(comm), size(comm), counter(loop), phi(loop), parameter, input, lost, ...
//! loop l counter=i header=head trips=8
//! node start
//!     issue MPI_Put win=&w target=1 own=read(buf[0..8]) remote=write(mem[0..8]) epoch=passive
//!     write buf[0..4] when=rank==0
//!     complete MPI_Win_flush target win=&w rank=1
//!     order MPI_Barrier collective all
//!     -> head if=rank!=0
//! node head in=[l]
//! ```
//!
//! `rank` and `size` are those in the world unless they are declared. Terms are written as in C: `(rank+1)%size`, `16*i+8`, `rank<=3`;
//! `&mem` and `&mem#i` are addresses, and `all(..)`, `any(..)`, `not(..)`, `ite(..)`, `div`, `quot`, `rem`, `band`, `bor`, `xor`, `shl`,
//! `shr`, `tuple` and `apply("name",..)` the rest. A value with spaces is written in brackets. Bytes are `places[blocks]`: a place
//! is `buf#instance@offset?guard!named`, places are parted by `|` (`_`: not known), a block is `0..8` or `offset:length`, with
//! `,count~stride` for each dimension.
//!
//! Terms of a hand-written program are simplified as those of the interpreter are. A printed program begins with `exact`: its
//! terms are not simplified again. The law is `print(parse(print(x))) == print(x)`.
//!
//! Not included: positions in the source, function instances, and the origins of nodes ([`crate::skeleton::Placement`]); passes
//! must work without them. Effects of an operation are written in the order origin, target.

#![allow(clippy::string_slice)] // Positions are those of brackets, quotes and separators that were found: all are ASCII.

mod codec;
mod events;
mod facts;
mod names;
mod parse;
mod print;
mod team;
mod terms;
mod values;

pub use parse::{Parsed, code, module, parse};
pub use print::print;

/// A text that is no skeleton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The line, numbered from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: String,
    /// The content of the line.
    pub found: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: expected {}, found `{}`", self.line, self.expected, self.found)
    }
}

impl std::error::Error for Error {}
