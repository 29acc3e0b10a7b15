//! Abstract memory: the values of cells, per object, with strong updates (theory, 4.3).
//!
//! A cell is `(instance, offset term, size)` of an object; two cells are the same when their terms are equal. What a
//! loop stores at `a + s·k` in every iteration k is a [`Family`]: one entry for all indices below a bound. So is what it stores in the
//! memory that each iteration allocates.
//! A cell without an entry holds the object's initial content, unless the object is [`Dirty`] there; then it may hold
//! any value.
//!
//! A load of a cell without known content makes an entry too, so that the next load gives the same value. Such an entry does not make the
//! object dirty where it is given up.

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::{Limit, Watch};
use std::rc::Rc;

/// Size in bytes of the cell with the text of a string whose characters are in the string itself. No number has this
/// size.
pub const SHORT_TEXT: u64 = 15;
/// Size of the cell with the text of a string whose characters are in separate memory: the text is all of this memory.
pub const LONG_TEXT: u64 = 1 << 40;

/// The sort of value that a cell contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// An integer or a pointer.
    Integer,
    /// A floating-point number.
    Float,
    /// Bytes that were filled with zero, which are a value of either sort.
    Either,
}

impl Sort {
    /// The sort of a floating-point number, or of an integer or pointer.
    pub fn of(float: bool) -> Sort {
        if float { Sort::Float } else { Sort::Integer }
    }

    /// The sort of a value that is of one sort or the other.
    pub fn or(self, other: Sort) -> Sort {
        if self == other { self } else { Sort::Either }
    }
}

/// A known cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Instance of the object.
    pub inst: TermId,
    /// Offset in bytes.
    pub off: TermId,
    /// Size in bytes.
    pub size: u64,
    /// Content.
    pub val: TermId,
    /// The sort; by strict aliasing, a store of the other sort does not change the cell.
    pub sort: Sort,
    /// The program has read the cell, and has not written to it since its content was last forgotten: without the entry, the content is
    /// not known, but no other than before.
    pub only_read: bool,
}

impl Entry {
    /// The cell holds the number of a text.
    pub fn is_text(&self) -> bool {
        holds_text(self.size)
    }
}

/// Whether a cell of this size holds the number of a text.
pub fn holds_text(size: u64) -> bool {
    matches!(size, SHORT_TEXT | LONG_TEXT)
}

/// Cells at `off(index)` with `val(index)` for all `0 ≤ index < bound`; or, with stride zero, one cell of each of the instances
/// `inst(index)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Instance of the object, or instances over the index.
    pub inst: TermId,
    /// Offset over the index: `base + stride·index`.
    pub base: TermId,
    /// Bytes from one to the next; at least `size` in magnitude, or zero where each cell is in an instance of its own.
    pub stride: i64,
    /// The index symbol in `val`.
    pub index: SymId,
    /// Number of cells.
    pub bound: TermId,
    /// Size in bytes.
    pub size: u64,
    /// Least offset and end of all rows, where the bounds of the array are known.
    pub span: Option<(i64, i64)>,
    /// Content over the index.
    pub val: TermId,
    /// The family describes a cell of all instances: the loop that stores to them also allocates them, so there are no others.
    pub whole: bool,
}

impl Family {
    /// One cell of each of several instances.
    pub fn of_instances(&self) -> bool {
        self.stride == 0
    }
}

/// The bytes of an object in which a cell without an entry may differ from the initial content: none, or from one offset to another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dirty(Option<(i64, i64)>);

impl Dirty {
    /// All bytes.
    pub const ALL: Dirty = Dirty(Some((i64::MIN, i64::MAX)));

    /// From the first offset up to the second.
    pub fn between(from: i64, to: i64) -> Dirty {
        Dirty((from < to).then_some((from, to)))
    }

    /// There are such bytes.
    pub fn any(self) -> bool {
        self.0.is_some()
    }

    /// One of the bytes from an offset up to another one is such.
    pub fn meets(self, from: i64, to: i64) -> bool {
        self.0.is_some_and(|(start, end)| from < end && start < to)
    }

    /// Both, and the bytes between them.
    #[must_use]
    pub fn or(self, other: Dirty) -> Dirty {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Dirty(Some((a.0.min(b.0), a.1.max(b.1)))),
            (a, b) => Dirty(a.or(b)),
        }
    }
}

/// Content of one object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjMem {
    /// Single cells.
    pub entries: Vec<Entry>,
    /// Rows of cells.
    pub families: Vec<Family>,
    /// Bytes at which cells without an entry may differ from the initial content.
    pub dirty: Dirty,
    /// The program has read the content of such cells at run time; no other content was lost.
    pub learned: bool,
    /// The initial content is overridden: cells without an entry are zero.
    pub zero: bool,
}

impl ObjMem {
    /// From now on, cells without an entry may hold any value.
    pub fn spoil(&mut self) {
        self.spoil_where(Dirty::ALL);
    }

    /// From now on, cells without an entry may hold any value, in these bytes.
    pub fn spoil_where(&mut self, bytes: Dirty) {
        self.dirty = self.dirty.or(bytes);
        self.learned = false;
    }

    /// The cell with exactly these terms.
    pub fn find(&self, inst: TermId, off: TermId, size: u64) -> Option<&Entry> {
        self.entries.iter().find(|e| e.inst == inst && e.off == off && e.size == size)
    }

    /// Adds or replaces a cell; overlapping cells do not change.
    pub fn put(&mut self, limits: &Watch, entry: Entry) {
        match self.entries.iter_mut().find(|e| e.inst == entry.inst && e.off == entry.off && e.size == entry.size) {
            Some(e) => *e = entry,
            None => {
                if !limits.room(Limit::Cells, self.entries.len()) && !self.entries.is_empty() {
                    // Preferably a number on which no branch and no address depends.
                    let oldest = self.entries.iter().position(|e| e.sort == Sort::Float);
                    if !self.entries.remove(oldest.unwrap_or(0)).only_read {
                        self.spoil();
                    }
                }
                self.entries.push(entry);
            }
        }
    }
}

/// The memory of a process at a program point.
#[derive(Debug, Clone, Default)]
pub struct Mem {
    objs: OrdMap<ObjId, Rc<ObjMem>>,
}

impl Mem {
    /// Content of an object, if any of it was touched.
    pub fn get(&self, obj: ObjId) -> Option<&ObjMem> {
        self.objs.get(&obj).map(|r| &**r)
    }

    /// Content of an object, to change.
    pub fn get_mut(&mut self, obj: ObjId) -> &mut ObjMem {
        Rc::make_mut(self.objs.entry(obj).or_default())
    }

    /// Forgets an object (its life ended, or a new one begins).
    pub fn remove(&mut self, obj: ObjId) {
        self.objs.remove(&obj);
    }

    /// Replaces an object's content.
    pub fn set(&mut self, obj: ObjId, content: ObjMem) {
        self.objs.insert(obj, Rc::new(content));
    }

    /// Ids of all objects with content.
    pub fn ids(&self) -> Vec<ObjId> {
        self.objs.keys().copied().collect()
    }

    /// Objects whose content differs between the two memories, in order. The time depends on what has changed since one was copied
    /// from the other.
    pub fn changed(&self, other: &Mem) -> Vec<ObjId> {
        let of = |item: DiffItem<ObjId, Rc<ObjMem>>| match item {
            DiffItem::Add(obj, _) | DiffItem::Remove(obj, _) | DiffItem::Update { old: (obj, _), .. } => *obj,
        };
        self.objs.diff(&other.objs).map(of).collect()
    }
}
