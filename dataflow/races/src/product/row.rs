//! Effects on one object, ordered by the bytes that they touch, so that effects on other bytes need not be visited (theory,
//! 7.4).

use rma_frontend::api::AccessKind;
use rma_skeleton::overlap::Fixed;
use rma_skeleton::skeleton::Access;
use rma_term::ids::EventRef;

/// Effects on one object, by their positions in a list.
#[derive(Debug, Default)]
pub(super) struct EffectRow {
    /// Effects on known bytes, sorted by their first byte.
    fixed: Vec<(Fixed, usize)>,
    /// At position n, the largest end of the first n entries.
    ends: Vec<i64>,
    /// Effects on bytes that are not known as numbers.
    open: Vec<usize>,
    /// The events of effects on known bytes; and those among them that write.
    events: [Vec<EventRef>; 2],
}

fn writes(effect: &Access) -> bool {
    effect.kind != AccessKind::Read
}

impl EffectRow {
    /// Adds effect number `n`.
    pub fn push(&mut self, n: usize, at: EventRef, effect: &Access, fixed: Option<Fixed>) {
        let Some(fixed) = fixed else {
            if self.open.last() != Some(&n) {
                self.open.push(n);
            }
            return;
        };
        self.fixed.push((fixed, n));
        self.events[0].push(at);
        if writes(effect) {
            self.events[1].push(at);
        }
    }

    /// Sorts the entries; call it after the last insertion.
    pub fn sort(&mut self) {
        self.fixed.sort_unstable_by_key(|(f, n)| (f.start, *n));
        let ends = self.fixed.iter().scan(i64::MIN, |end, (f, _)| {
            *end = f.end.max(*end);
            Some(*end)
        });
        self.ends = ends.collect();
        self.events.iter_mut().for_each(|list| list.sort_unstable());
    }

    /// The effects that may share bytes with one on `fixed` bytes, in their order.
    pub fn near(&self, fixed: Option<&Fixed>) -> Vec<usize> {
        let mut out = self.open.clone();
        match fixed {
            None => out.extend(self.fixed.iter().map(|(_, n)| *n)),
            Some(x) => {
                let below = self.fixed.partition_point(|(f, _)| f.start < x.end);
                let reaching = (0..below).rev().take_while(|i| self.ends[*i] > x.start);
                out.extend(reaching.map(|i| &self.fixed[i]).filter(|(f, _)| !f.misses(x)).map(|(_, n)| *n));
            }
        }
        out.sort_unstable();
        out
    }

    /// How many effects on known bytes, from `from` on, would conflict with an effect if they had a common byte with it.
    pub fn conflicting(&self, effect: &Access, from: Option<EventRef>) -> usize {
        let list = &self.events[usize::from(!writes(effect))];
        from.map_or(list.len(), |at| list.len() - list.partition_point(|e| *e < at))
    }

    /// Whether effect number `n` is on known bytes.
    pub fn holds_fixed(&self, n: usize) -> bool {
        self.open.binary_search(&n).is_err()
    }
}
