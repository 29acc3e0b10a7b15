//! Names of the things that the analysis refers to: typed indices, and the position of an event (theory, 4.2).
//!
//! No other module is needed to use them. So a term can name the loop in which its symbols change, or the thread that
//! has them, without the graph of the program.

use index_vec::define_index_type;

define_index_type! {
    /// An abstract object. Several run-time objects of one creation site share it; an instance term distinguishes them.
    pub struct ObjId = u32;
}

define_index_type! {
    /// A team, or the code of a task or thread, of one function instance.
    pub struct ThreadId = u32;
}

define_index_type! {
    /// A node of the skeleton.
    pub struct NodeId = u32;
}

define_index_type! {
    /// A loop of one function instance.
    pub struct LoopId = u32;
}

define_index_type! {
    /// A function instance.
    pub struct CtxId = u32;
}

define_index_type! {
    /// A pair of accesses, over all paths to it.
    pub struct PairId = u32;
}

define_index_type! {
    /// A symbol.
    pub struct SymId = u32;
}

define_index_type! {
    /// A term of an arena.
    pub struct TermId = u32;
}

/// An event of the skeleton: node and position in it, and for operations which effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventRef {
    /// Node.
    pub node: NodeId,
    /// Position among the node's items.
    pub item: u32,
    /// Effect of an issue, 0 otherwise.
    pub effect: u32,
}
