//! Graphs of processes (MPI 4.1, 8.5.3 and 8.5.4): the neighbours that a process asks for are those that it gave (theory, 4.6).

use super::CallSite;
use crate::interp::Interp;
use crate::memory::Mem;
use rma_frontend::api::Output;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Term;

/// Neighbours in a distributed graph, and how many of them a process gives.
const GIVEN: [(&str, &str, &str); 2] =
    [("sources", "indegree", "maxindegree"), ("destinations", "outdegree", "maxoutdegree")];

impl Interp<'_> {
    /// Remembers what a constructor of a distributed graph is given. With other constructors, and where processes may get other ranks, a
    /// process does not know its neighbours by what it gives itself.
    pub(super) fn new_graph(&mut self, call: &CallSite, graph: TermId, mem: &Mem) {
        let Term::Addr(obj, _) = *self.facts.terms.get(graph) else { return };
        let keeps = call.named("reorder").is_some_and(|r| self.facts.terms.is_false(r));
        for (name, degree, _) in GIVEN {
            self.api.graphs.remove(&(obj, name));
            let (Some(at), Some(degree)) = (call.named(name), call.named(degree)) else { continue };
            let few = |n: &i64| *n >= 0 && self.facts.terms.limits.allows(Limit::GroupMembers, *n);
            let Some(degree) = self.facts.terms.as_const(degree).filter(few) else { continue };
            let given: Option<Vec<TermId>> = (0..degree).map(|i| self.array_element(at, i, 4, mem)).collect();
            if let Some(given) = given.filter(|_| keeps && self.current_rank_names(call)) {
                self.api.graphs.insert((obj, name), given);
            }
        }
    }

    /// Whether the ranks of the communicator that a graph is made of are known.
    fn current_rank_names(&self, call: &CallSite) -> bool {
        call.named("comm_old").is_some_and(|c| self.comm(c) != rma_term::term::CommId::Unknown)
    }

    /// Stores the neighbours of a process (MPI 4.1, 8.5.5): in the order in which the process gave them, or numbers that are not known.
    pub(super) fn neighbours(&mut self, call: &CallSite, (out, to): (&Output, TermId), mem: &mut Mem) {
        let name = call.routine.args.get(out.arg).map_or("", String::as_str);
        let graph = call.named("comm").and_then(|c| match *self.facts.terms.get(c) {
            Term::Addr(obj, _) => Some(obj),
            _ => None,
        });
        let most = GIVEN.iter().find(|(given, ..)| *given == name).and_then(|(.., most)| call.named(most));
        let given = GIVEN.iter().find(|(given, ..)| *given == name).and_then(|(given, ..)| {
            let all = self.api.graphs.get(&(graph?, *given))?.clone();
            let most = usize::try_from(self.facts.terms.as_const(most?)?).ok()?;
            Some(all.into_iter().take(most).collect::<Vec<_>>())
        });
        self.clobber(mem, to, None);
        for (i, rank) in (0..).zip(given.unwrap_or_default()) {
            let at = self.facts.terms.add_int(to, 4 * i);
            self.store(mem, at, 4, rank, false);
        }
    }
}
