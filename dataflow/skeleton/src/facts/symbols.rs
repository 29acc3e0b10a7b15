//! Where symbols come from: equal origins have one symbol.

use crate::facts::Facts;
use rma_frontend::ir::BlockId;
use rma_frontend::ir::ValueId;
use rma_term::ids::CtxId;
use rma_term::ids::LoopId;
use rma_term::ids::ObjId;
use rma_term::ids::StrandId;
use rma_term::ids::SymId;
use rma_term::ids::TermId;
use rma_term::term::Process;
use rma_term::term::Sym;
use rma_term::term::Terms;

/// Origin of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymKey {
    /// What an instruction of an instance yields; the number tells several apart.
    Site(CtxId, ValueId, u32),
    /// A value at the header of a loop; of a part of it.
    Phi(LoopId, ValueId, Option<u32>),
    /// Content of a cell at the header of a loop: object, instance, offset.
    Cell(LoopId, ObjId, TermId, TermId),
    /// Content of a cell behind a join.
    JoinCell(JoinKey, BlockId, ObjId, TermId, TermId),
    /// Rank (`true`) or size in a communicator.
    Comm(rma_term::term::CommId, bool),
    /// What decides which processes are in a communicator together, outside of the program: its value, or whether
    /// processes differ in it.
    Tie(TermId, bool),
    /// The iteration number of a loop.
    Counter(LoopId),
    /// The index of a row of cells that a loop stores: object, instance.
    FamilyIndex(LoopId, ObjId, TermId),
    /// Content of memory that is there at the start of the program: argument, offset, size.
    Entry(u32, TermId, u64),
    /// A function of parameters.
    Parameter(TermId),
    /// Where the data of a datatype stand of which only the handle is known.
    Layout(TermId),
    /// The coordinate of a rank in a dimension of a grid.
    Coordinate(ObjId, u32, TermId),
    /// A symbol's value in another process.
    Copy(SymId, Process),
    /// What a variable of a loop has at its end.
    Final(SymId),
    /// Number of threads of teams that nobody has asked for a number of.
    TeamSize,
    /// First or last iteration of a thread's part: team, schedule, bounds, which.
    Share(StrandId, i64, TermId, TermId, bool),
    /// First or last iteration of a thread's first chunk, or of that of an iteration of a loop: team, bounds and size, loop, which.
    Chunk(StrandId, TermId, Option<LoopId>, bool),
    /// Where in its bases, or in which of them, a pointer points.
    Within(TermId, Option<ObjId>),
    /// To which instance of a base.
    Instance(TermId, ObjId),
    /// A symbol's value so many iterations after a synchronisation.
    Later(SymId, u32),
}

/// Which join of an instance a cell's symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JoinKey {
    /// The function instance.
    pub ctx: CtxId,
    /// Of states that exceptions leave.
    pub thrown: bool,
}

impl From<CtxId> for JoinKey {
    fn from(ctx: CtxId) -> JoinKey {
        JoinKey { ctx, thrown: false }
    }
}

impl Facts<'_> {
    /// The symbol of an origin.
    pub fn symbol(&mut self, key: SymKey, make: impl FnOnce(&Terms) -> Sym) -> SymId {
        if let Some(&id) = self.symbols.get(&key) {
            return id;
        }
        let mut sym = make(&self.terms);
        let made_here = matches!(
            key,
            SymKey::Site(..)
                | SymKey::Phi(..)
                | SymKey::Cell(..)
                | SymKey::JoinCell(..)
                | SymKey::Counter(_)
                | SymKey::Final(_)
        );
        if made_here && sym.strand.is_none() {
            sym.strand = self.strands.current.last().copied();
        }
        let id = self.terms.add_sym(sym);
        self.symbols.insert(key, id);
        id
    }
}
