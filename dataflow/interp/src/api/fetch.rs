//! Operations that fetch a value from a window: the source of the value, and the symbol that stands for it (theory,
//! 4.6).

use crate::interp::Interp;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::skeleton::{Issue, Item, Location, OrderCall, OrderKind};
use rma_term::ids::TermId;
use rma_term::term::{CommId, Term};

/// An operation that fetches a value.
#[derive(Debug, Clone)]
pub(crate) struct Fetch {
    /// The location that it fetches from.
    pub location: Location,
    /// The operation changes the location too (compare-and-swap, fetch-and-add): a process that leaves the loop has
    /// claimed it.
    pub claims: bool,
    /// For a compare-and-swap, the value that it compares with.
    pub compare: Option<TermId>,
    /// For a compare-and-swap, the value that it stores.
    pub stores: Option<TermId>,
    /// The initial value there, or the value that the process itself has stored there.
    pub initial: Option<TermId>,
    /// The operation's call.
    pub order: OrderCall,
    /// The place of the value.
    pub item: Item,
}

/// The location that an operation fetches from or writes to.
pub(crate) fn location(interp: &mut Interp, issue: &Issue) -> Option<Location> {
    let effect = issue.effects.iter().find(|e| e.bank == Bank::Target)?;
    let [block] = &effect.area.blocks[..] else { return None };
    // One value, not an array that may have it somewhere.
    block.len.and_then(|l| interp.facts.terms.as_const(l)).filter(|l| *l <= 8 && block.dims.is_empty())?;
    let target = issue.target.rank?;
    if effect.symmetric {
        let [place] = effect.area.places[..] else { return None };
        let memory = interp.facts.terms.addr_of(place.obj, place.inst);
        let offset = interp.facts.terms.add(place.offset, block.offset);
        return Some(Location { memory, target, offset, len: None });
    }
    interp.facts.window(issue.target.win?)?;
    Some(Location { memory: issue.target.win?, target, offset: block.offset, len: None })
}

/// Records what an operation that was just issued fetches into a symbol; `initial`: what its process has stored there itself, `compare`:
/// what a swap compares with.
pub(crate) fn record(
    interp: &mut Interp,
    value: TermId,
    issue: &Issue,
    item: Item,
    (initial, compare, stores): (Option<TermId>, Option<TermId>, Option<TermId>),
) {
    let Term::Sym(x) = *interp.facts.terms.get(value) else { return };
    let Some(location) = location(interp, issue) else { return };
    let changes = compare.is_none() || compare != stores;
    let claims = changes && issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read);
    let comm = issue.target.win.map_or(CommId::Unknown, |w| interp.facts.comm_of_window(w));
    let cond = interp.facts.terms.truth(true);
    let kind = OrderKind::Observe { location, claims, wanted: None };
    let order = OrderCall { routine: issue.routine, kind, comm, handle: None, cond, empty: None, member: None };
    interp.api.windows.fetched.insert(x, Fetch { location, claims, compare, stores, initial, order, item });
}
