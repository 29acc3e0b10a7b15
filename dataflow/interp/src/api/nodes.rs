//! Lists and trees of libstdc++: the functions of `std::list`, `std::map` and `std::set` that link nodes to each other (theory, 4.6).
//!
//! The model does not balance trees: balancing changes the path to a node, but not which nodes there are nor their
//! order.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::Runtime;
use rma_skeleton::facts::{Read, Role};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Term;

/// Links of the node of a list, in bytes from its start.
const NEXT: i64 = 0;
const PREVIOUS: i64 = 8;
/// Links of the node of a tree.
const PARENT: i64 = 8;
const LEFT: i64 = 16;
const RIGHT: i64 = 24;

impl<'a> Interp<'a> {
    /// The effect of such a function, and its value.
    pub(super) fn node_call(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        what: Runtime,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let node = call.at(0)?;
        match what {
            Runtime::ListHook => {
                let at = call.at(1)?;
                let before = self.link(frame, call, mem, at, PREVIOUS)?;
                self.set_link(mem, node, NEXT, at);
                self.set_link(mem, node, PREVIOUS, before);
                self.set_link(mem, before, NEXT, node);
                self.set_link(mem, at, PREVIOUS, node);
                None
            }
            Runtime::ListUnhook => {
                let next = self.link(frame, call, mem, node, NEXT)?;
                let before = self.link(frame, call, mem, node, PREVIOUS)?;
                self.set_link(mem, before, NEXT, next);
                self.set_link(mem, next, PREVIOUS, before);
                None
            }
            Runtime::TreeInsert => {
                self.insert(frame, call, mem);
                None
            }
            Runtime::TreeNext => Some(self.concurrent_node(frame, call, mem, node, [RIGHT, LEFT])),
            Runtime::TreePrevious => {
                // The header is red, its root black: before the end comes the last node.
                let colour = self.load_part(frame, (call.value, Read::Colour), mem, node, 4, false);
                match self.facts.terms.as_const(colour) {
                    Some(0) => self.link(frame, call, mem, node, RIGHT),
                    _ => Some(self.concurrent_node(frame, call, mem, node, [LEFT, RIGHT])),
                }
            }
            _ => {
                // The node that takes its place is one of those that it was linked to; which one is not followed.
                let header = call.at(1)?;
                let around = [PARENT, LEFT, RIGHT].map(|link| self.link(frame, call, mem, node, link));
                let around = self.links(frame, call, node, &around);
                for link in [PARENT, LEFT, RIGHT] {
                    let at = self.facts.terms.add_int(header, link);
                    self.relink(mem, at, &around);
                }
                Some(node)
            }
        }
    }

    fn link(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem, node: TermId, link: i64) -> Option<TermId> {
        if self.facts.places(node).unknown {
            return None;
        }
        let at = self.facts.terms.add_int(node, link);
        Some(self.load_part(frame, (call.value, Read::Link(link)), mem, at, 8, false))
    }

    /// Links of nodes that are not known stay as they are: nothing is read through them.
    fn set_link(&mut self, mem: &mut Mem, node: TermId, link: i64, to: TermId) {
        if !self.facts.places(node).unknown {
            let at = self.facts.terms.add_int(node, link);
            self.store(mem, at, 8, to, false);
        }
    }

    fn insert(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let (Some(left), Some(node), Some(parent), Some(header)) = (call.at(0), call.at(1), call.at(2), call.at(3))
        else {
            return;
        };
        let zero = self.facts.terms.int(0);
        let black = self.facts.terms.int(1);
        self.store(mem, node, 4, black, false);
        self.set_link(mem, node, PARENT, parent);
        self.set_link(mem, node, LEFT, zero);
        self.set_link(mem, node, RIGHT, zero);
        let left = self.facts.terms.as_const(left).map(|left| left != 0);
        let ends = [LEFT, RIGHT].map(|end| self.link(frame, call, mem, header, end));
        match left {
            Some(left) if !self.facts.places(parent).unknown => {
                let side = if left { LEFT } else { RIGHT };
                self.set_link(mem, parent, side, node);
                if parent == header {
                    for link in [PARENT, LEFT, RIGHT] {
                        self.set_link(mem, header, link, node);
                    }
                } else if ends[usize::from(!left)] == Some(parent) {
                    self.set_link(mem, header, side, node);
                }
            }
            _ => {
                for link in [PARENT, LEFT, RIGHT] {
                    for near in [header, parent] {
                        let at = self.facts.terms.add_int(near, link);
                        self.relink(mem, at, &[node]);
                    }
                }
            }
        }
    }

    /// Links as terms. An unknown link is a fresh symbol with any value.
    fn links(&mut self, frame: &Frame<'a>, call: &CallSite, node: TermId, links: &[Option<TermId>]) -> Vec<TermId> {
        let unknown = self.lost(frame, call.value, Role::AnyLink);
        self.is_linked_with(node, &[PARENT, LEFT, RIGHT], unknown);
        links.iter().map(|link| link.unwrap_or(unknown)).collect()
    }

    /// A link of a node, if it is known which node the link leads to.
    fn sure_link(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        mem: &mut Mem,
        node: TermId,
        link: i64,
    ) -> Option<TermId> {
        let (_, ts) = self.facts.terms.linear(node);
        if !matches!(ts[..], [(t, 1)] if matches!(self.facts.terms.get(t), Term::Addr(..))) {
            return None;
        }
        self.link(frame, call, mem, node, link)
    }

    /// The next or the previous node of a tree: one step along `first` and then along `then` as far as possible; without a link
    /// `first`, up.
    fn concurrent_node(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        mem: &mut Mem,
        node: TermId,
        [first, then]: [i64; 2],
    ) -> TermId {
        let unknown = self.lost(frame, call.value, Role::ConcurrentNodes);
        self.is_linked_with(node, &[PARENT, LEFT, RIGHT], unknown);
        let zero = self.facts.terms.int(0);
        let Some(mut at) = self.sure_link(frame, call, mem, node, first) else { return unknown };
        if at != zero {
            for _ in 0..self.facts.terms.limits.get(Limit::TreeSteps) {
                match self.sure_link(frame, call, mem, at, then) {
                    Some(next) if next == zero => return at,
                    Some(next) => at = next,
                    None => return unknown,
                }
            }
            self.facts.terms.limits.reached(Limit::TreeSteps);
            return unknown;
        }
        let mut child = node;
        let Some(mut up) = self.sure_link(frame, call, mem, node, PARENT) else { return unknown };
        for _ in 0..self.facts.terms.limits.get(Limit::TreeSteps) {
            match self.sure_link(frame, call, mem, up, first) {
                Some(side) if side == child => {
                    child = up;
                    match self.sure_link(frame, call, mem, up, PARENT) {
                        Some(next) => up = next,
                        None => return unknown,
                    }
                }
                Some(side) if !self.facts.places(side).unknown => {
                    // The header's ends are nodes themselves.
                    let is_header = self.sure_link(frame, call, mem, child, first) == Some(up);
                    return if is_header { child } else { up };
                }
                _ => return unknown,
            }
        }
        unknown
    }
}
