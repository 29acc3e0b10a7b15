//! Accesses by class, and how many of them are kept.

use super::{Class, Module};
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of one screening.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All accesses by class.
    pub classes: BTreeMap<&'static str, u64>,
    /// Loads.
    pub loads: Share,
    /// Stores.
    pub stores: Share,
    /// Copies and fills of memory.
    pub copies: Share,
    /// Atomic accesses, which are always kept: they order threads.
    pub atomics: u64,
    /// Calls that touch memory, which are always kept.
    pub calls: u64,
}

/// How many accesses a checker watches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// All, without those of stack cells whose address goes nowhere.
    pub all: u64,
    /// The number of accesses that are kept.
    pub kept: u64,
    /// Accesses of stack cells whose address goes nowhere.
    pub local: u64,
}

impl Share {
    fn add(&mut self, access: &super::Access) {
        self.all += u64::from(!access.local);
        self.local += u64::from(access.local);
        self.kept += u64::from(!access.dropped && !access.local);
    }

    /// Kept of all, in percent.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.kept as f64 * 100.0 / self.all as f64 }
    }
}

impl Counts {
    /// Counts the accesses of modules.
    pub fn of(modules: &[Module]) -> Counts {
        let mut counts = Counts::default();
        counts.classes.extend(Class::ALL.iter().map(|class| (class.as_str(), 0)));
        for access in modules.iter().flat_map(|m| &m.functions).flat_map(|f| &f.accesses) {
            *counts.classes.entry(access.class.as_str()).or_default() += 1;
            match access.kind.as_str() {
                "load" => counts.loads.add(access),
                "store" => counts.stores.add(access),
                "copy" | "fill" => counts.copies.add(access),
                "atomic" => counts.atomics += 1,
                _ => counts.calls += 1,
            }
        }
        counts
    }

    /// Loads, stores, copies and fills together.
    pub fn memory(&self) -> Share {
        let parts = [self.loads, self.stores, self.copies];
        Share {
            all: parts.iter().map(|part| part.all).sum(),
            kept: parts.iter().map(|part| part.kept).sum(),
            local: parts.iter().map(|part| part.local).sum(),
        }
    }
}
