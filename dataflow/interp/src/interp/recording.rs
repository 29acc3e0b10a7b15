//! The events of the blocks of the instances, as the latest pass over each block has found them (theory, 5.1).

use crate::interp::BlockId;
use rma_skeleton::skeleton::Item;
use rma_term::ids::{CtxId, SymId, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A step in a block's record.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// An event.
    Item(Item),
    /// Calls of function instances, as alternatives. `merged`: re-enters a caller (recursion). `given` holds when
    /// control returns.
    Call { callees: Vec<CtxId>, merged: bool, unwinds: Unwinds, given: TermId },
    /// Control does not pass this point.
    Stop,
}

/// What an exception does that leaves a call.
#[derive(Debug, Clone, Default)]
pub(crate) enum Unwinds {
    /// No exception leaves the call.
    #[default]
    Nowhere,
    /// It goes to a landing pad of the instance.
    To(BlockId),
    /// It leaves the instance, whose stack cells die.
    Through(Vec<Item>),
}

/// The behaviour of a block of an instance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    pub steps: Vec<Step>,
    /// Condition of each successor edge; `None`: not feasible.
    pub edges: Vec<Option<TermId>>,
    /// Conditions that hold on entry.
    pub reach: Vec<TermId>,
    /// The block returns.
    pub returns: bool,
    /// The block ends by an exception that leaves the instance.
    pub throws: bool,
}

/// A join in progress.
#[derive(Debug, Clone)]
pub(crate) struct Joining {
    /// The edges, each the block that it comes from and its number among the edges of this block.
    pub edges: Vec<(BlockId, u32)>,
    /// A block that dominates all of them.
    pub stop: BlockId,
    /// What holds along each of them, once it has been asked for.
    pub all_gates: Option<Rc<[TermId]>>,
}

impl Joining {
    pub fn new(edges: Vec<(BlockId, u32)>, stop: BlockId) -> Joining {
        Joining { edges, stop, all_gates: None }
    }
}

/// The records of the blocks, and the record in progress.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub records: FxHashMap<(CtxId, BlockId), Record>,
    /// Steps of the block that is being interpreted.
    pub steps: Vec<Step>,
    /// The number so far of events and objects that prevent a loop from being interpreted iteration by iteration.
    pub unwanted: u64,
    /// Records hold several iterations.
    pub merging: bool,
    /// The join of states or values from the edges into a block.
    pub joining: Option<Joining>,
    /// Flags of tests after a loop with several exits: for each edge out of the loop, the value of each symbol that the later join
    /// introduces for such a flag.
    pub chosen: FxHashMap<(CtxId, BlockId, u32), BTreeMap<SymId, TermId>>,
    /// Which calls were followed.
    pub followed: crate::screening::Followed,
}
