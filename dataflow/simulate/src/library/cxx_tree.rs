//! Helpers of libstdc++'s containers on the nodes that they share: trees of `std::map` and `std::set`, rings of `std::list`, and the
//! growth of hash tables (theory, 9.4).

use super::{Call, give};
use crate::machine::{Answer, Halt, Machine, Result, Value};

const COLOUR: u64 = 0;
const PARENT: u64 = 8;
const LEFT: u64 = 16;
const RIGHT: u64 = 24;
const RED: u64 = 0;
const BLACK: u64 = 1;

/// The nodes of a process.
struct Nodes<'a, 'm> {
    machine: &'a mut Machine<'m>,
    process: usize,
}

impl Nodes<'_, '_> {
    fn get(&mut self, node: u64, member: u64) -> Result<u64> {
        let size = if member == COLOUR { 4 } else { 8 };
        Ok(self.machine.memory.number(self.process, node + member, size)?.0)
    }

    fn set(&mut self, node: u64, member: u64, value: u64) -> Result<()> {
        let size = if member == COLOUR { 4 } else { 8 };
        self.machine.memory.set_number(self.process, node + member, size, value, false)
    }

    /// Replaces the child `old` of its parent by `new`.
    fn replace(&mut self, header: u64, old: u64, new: u64) -> Result<()> {
        if self.get(header, PARENT)? == old {
            return self.set(header, PARENT, new);
        }
        let parent = self.get(old, PARENT)?;
        let side = if self.get(parent, LEFT)? == old { LEFT } else { RIGHT };
        self.set(parent, side, new)
    }

    /// Turns a node below its child on `side`.
    fn rotate(&mut self, header: u64, node: u64, side: u64) -> Result<()> {
        let other = LEFT + RIGHT - side;
        let child = self.get(node, side)?;
        let inner = self.get(child, other)?;
        self.set(node, side, inner)?;
        if inner != 0 {
            self.set(inner, PARENT, node)?;
        }
        let parent = self.get(node, PARENT)?;
        self.replace(header, node, child)?;
        self.set(child, PARENT, parent)?;
        self.set(child, other, node)?;
        self.set(node, PARENT, child)
    }

    fn end_of(&mut self, mut node: u64, side: u64) -> Result<u64> {
        loop {
            let next = self.get(node, side)?;
            if next == 0 {
                return Ok(node);
            }
            node = next;
        }
    }

    fn insert(&mut self, left: bool, new: u64, parent: u64, header: u64) -> Result<()> {
        self.set(new, PARENT, parent)?;
        self.set(new, LEFT, 0)?;
        self.set(new, RIGHT, 0)?;
        self.set(new, COLOUR, RED)?;
        if left {
            self.set(parent, LEFT, new)?;
            if parent == header {
                self.set(header, PARENT, new)?;
                self.set(header, RIGHT, new)?;
            } else if parent == self.get(header, LEFT)? {
                self.set(header, LEFT, new)?;
            }
        } else {
            self.set(parent, RIGHT, new)?;
            if parent == self.get(header, RIGHT)? {
                self.set(header, RIGHT, new)?;
            }
        }
        let mut node = new;
        while node != self.get(header, PARENT)? {
            let parent = self.get(node, PARENT)?;
            if parent == self.get(header, PARENT)? || self.get(parent, COLOUR)? != RED {
                break;
            }
            let above = self.get(parent, PARENT)?;
            let side = if self.get(above, LEFT)? == parent { LEFT } else { RIGHT };
            let other = LEFT + RIGHT - side;
            let uncle = self.get(above, other)?;
            if uncle != 0 && self.get(uncle, COLOUR)? == RED {
                self.set(parent, COLOUR, BLACK)?;
                self.set(uncle, COLOUR, BLACK)?;
                self.set(above, COLOUR, RED)?;
                node = above;
                continue;
            }
            if self.get(parent, other)? == node {
                self.rotate(header, parent, other)?;
            }
            let top = self.get(above, side)?;
            self.set(top, COLOUR, BLACK)?;
            self.set(above, COLOUR, RED)?;
            self.rotate(header, above, side)?;
            break;
        }
        let root = self.get(header, PARENT)?;
        self.set(root, COLOUR, BLACK)
    }

    /// Removes a node. The tree remains a search tree; it need not be balanced, as the program cannot observe that.
    fn erase(&mut self, node: u64, header: u64) -> Result<()> {
        let (left, right) = (self.get(node, LEFT)?, self.get(node, RIGHT)?);
        let parent = self.get(node, PARENT)?;
        if self.get(header, LEFT)? == node {
            let next = if right == 0 { parent } else { self.end_of(right, LEFT)? };
            self.set(header, LEFT, next)?;
        }
        if self.get(header, RIGHT)? == node {
            let next = if left == 0 { parent } else { self.end_of(left, RIGHT)? };
            self.set(header, RIGHT, next)?;
        }
        if left == 0 || right == 0 {
            let child = left.max(right);
            self.replace(header, node, child)?;
            if child != 0 {
                self.set(child, PARENT, parent)?;
            }
        } else {
            // The next node takes its place.
            let next = self.end_of(right, LEFT)?;
            if next != right {
                let (below, above) = (self.get(next, RIGHT)?, self.get(next, PARENT)?);
                self.set(above, LEFT, below)?;
                if below != 0 {
                    self.set(below, PARENT, above)?;
                }
                self.set(next, RIGHT, right)?;
                self.set(right, PARENT, next)?;
            }
            self.set(next, LEFT, left)?;
            self.set(left, PARENT, next)?;
            self.replace(header, node, next)?;
            self.set(next, PARENT, parent)?;
            let colour = self.get(node, COLOUR)?;
            self.set(next, COLOUR, colour)?;
        }
        match self.get(header, PARENT)? {
            0 => {
                self.set(header, LEFT, header)?;
                self.set(header, RIGHT, header)
            }
            root => self.set(root, COLOUR, BLACK),
        }
    }

    /// The next node in order, towards `side`.
    fn next(&mut self, mut node: u64, side: u64) -> Result<u64> {
        let other = LEFT + RIGHT - side;
        // The header comes before the first and after the last node.
        if side == LEFT && self.get(node, COLOUR)? == RED {
            let parent = self.get(node, PARENT)?;
            if parent != 0 && self.get(parent, PARENT)? == node {
                return self.get(node, RIGHT);
            }
        }
        let below = self.get(node, side)?;
        if below != 0 {
            return self.end_of(below, other);
        }
        let mut parent = self.get(node, PARENT)?;
        while node == self.get(parent, side)? {
            node = parent;
            parent = self.get(parent, PARENT)?;
        }
        Ok(if side == RIGHT && self.get(node, RIGHT)? == parent { node } else { parent })
    }
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let (a, b, c, d) = (call.bits(0), call.bits(1), call.bits(2), call.bits(3));
    let process = call.process;
    let mut nodes = Nodes { machine, process };
    match name {
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_" => {
            nodes.insert(a & 1 == 1, b, c, d)?;
            give(Value::default())
        }
        "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_" => {
            nodes.erase(a, b)?;
            give(call.arg(0))
        }
        "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base" | "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base" => {
            give(Value::new(nodes.next(a, RIGHT)?))
        }
        "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base" | "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base" => {
            give(Value::new(nodes.next(a, LEFT)?))
        }
        // Rings: the pointer to the next node comes first, then the pointer to the previous node.
        "_ZNSt8__detail15_List_node_base7_M_hookEPS0_" => {
            let before = nodes.get(b, 8)?;
            nodes.link(before, a)?;
            nodes.link(a, b)?;
            give(Value::default())
        }
        "_ZNSt8__detail15_List_node_base9_M_unhookEv" => {
            let (next, before) = (nodes.link_of(a)?, nodes.get(a, 8)?);
            nodes.link(before, next)?;
            give(Value::default())
        }
        "_ZNSt8__detail15_List_node_base4swapERS0_S1_" => {
            // Each head gets the other's ring; one without nodes points to itself.
            let rings = [nodes.ring(a)?, nodes.ring(b)?];
            for (head, ring) in [(b, rings[0]), (a, rings[1])] {
                match ring {
                    Some((first, last)) => {
                        nodes.link(head, first)?;
                        nodes.link(last, head)?;
                    }
                    None => nodes.link(head, head)?,
                }
            }
            give(Value::default())
        }
        "_ZNSt8__detail15_List_node_base10_M_reverseEv" => {
            let mut node = a;
            loop {
                let (next, before) = (nodes.link_of(node)?, nodes.get(node, 8)?);
                nodes.machine.memory.set_number(process, node, 8, before, false)?;
                nodes.machine.memory.set_number(process, node + 8, 8, next, false)?;
                node = next;
                if node == a {
                    break;
                }
            }
            give(Value::default())
        }
        "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_" => {
            // Moves [b, c) before a.
            if a != c && b != c {
                let (before_first, last, before_here) = (nodes.get(b, 8)?, nodes.get(c, 8)?, nodes.get(a, 8)?);
                nodes.link(before_first, c)?;
                nodes.link(before_here, b)?;
                nodes.link(last, a)?;
            }
            give(Value::default())
        }
        "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm" => {
            let buckets = nodes.buckets(a, b)?;
            give(Value::new(buckets))
        }
        "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm" => {
            let (buckets, wanted) = (b, c.saturating_add(d));
            let (limit, _) = nodes.machine.memory.number(process, a + 8, 8)?;
            if wanted <= limit {
                return give(Value::of(vec![Value::default(), Value::default()]));
            }
            let load = f64::from(f32::from_bits(nodes.machine.memory.number(process, a, 4)?.0 as u32));
            // Nothing is there yet: room for a few.
            let wanted = if limit == 0 { wanted.max(11) } else { wanted };
            let least = wanted as f64 / load;
            if least >= buckets as f64 {
                let grown = nodes.buckets(a, (least.floor() as u64 + 1).max(2 * buckets))?;
                return give(Value::of(vec![Value::new(1), Value::new(grown)]));
            }
            let limit = (buckets as f64 * load).floor() as u64;
            nodes.machine.memory.set_number(process, a + 8, 8, limit, false)?;
            give(Value::of(vec![Value::default(), Value::default()]))
        }
        _ => Ok(None),
    }
}

impl Nodes<'_, '_> {
    fn link(&mut self, before: u64, after: u64) -> Result<()> {
        self.machine.memory.set_number(self.process, before, 8, after, false)?;
        self.machine.memory.set_number(self.process, after + 8, 8, before, false)
    }

    /// First and last node of the list with this head; `None`: the list is empty.
    fn ring(&mut self, head: u64) -> Result<Option<(u64, u64)>> {
        let (first, last) = (self.link_of(head)?, self.get(head, 8)?);
        Ok((first != head).then_some((first, last)))
    }

    fn link_of(&mut self, node: u64) -> Result<u64> {
        Ok(self.machine.memory.number(self.process, node, 8)?.0)
    }

    /// A prime number of buckets, at least this many; the policy stores how many elements fit.
    fn buckets(&mut self, policy: u64, least: u64) -> Result<u64> {
        if least > 1 << 24 {
            return Err(Halt::Memory);
        }
        let prime = |n: &u64| *n >= 2 && (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
        let n = (least.max(2)..).find(prime).unwrap_or(2);
        let load = f64::from(f32::from_bits(self.machine.memory.number(self.process, policy, 4)?.0 as u32));
        let limit = (n as f64 * load).floor() as u64;
        self.machine.memory.set_number(self.process, policy + 8, 8, limit, false)?;
        Ok(n)
    }
}
