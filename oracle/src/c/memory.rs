//! Values and the memory of one process: objects with cells of known values.

use std::collections::BTreeMap;

/// A place in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Pointer {
    pub object: u32,
    pub offset: i64,
}

/// What an expression gives. Data that came from another process, and floating-point numbers, are unknown.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Value {
    Unknown,
    Int(i64),
    Pointer(Pointer),
    /// A function, by the identity of its name.
    Function(String),
    /// The cells of a record or array: offset, size and value.
    Record(Vec<(i64, i64, Value)>),
}

/// A variable, or a block of the heap.
#[derive(Debug, Default)]
struct Object {
    size: i64,
    /// Bytes that no cell has are zero.
    zeroed: bool,
    cells: BTreeMap<i64, (i64, Value)>,
    /// Bytes that other processes may write, whose values are never known.
    wild: Vec<(i64, i64)>,
}

/// All objects of a process. Number 0 is no object: pointers into it are addresses without memory.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { objects: vec![Object::default()] }
    }
}

impl Memory {
    /// A new object.
    pub fn make(&mut self, size: i64, zeroed: bool) -> Pointer {
        self.objects.push(Object { size, zeroed, ..Object::default() });
        Pointer { object: self.objects.len() as u32 - 1, offset: 0 }
    }

    /// Bytes of the object that a pointer points into.
    pub fn size(&self, at: Pointer) -> i64 {
        self.objects[at.object as usize].size
    }

    /// Whether these bytes are inside the object.
    pub fn inside(&self, at: Pointer, size: i64) -> bool {
        at.object != 0 && at.offset >= 0 && at.offset + size <= self.size(at)
    }

    /// The value of these bytes.
    pub fn load(&self, at: Pointer, size: i64) -> Value {
        let object = &self.objects[at.object as usize];
        let (from, to) = (at.offset, at.offset + size);
        if object.wild.iter().any(|w| w.0 < to && from < w.1) {
            return Value::Unknown;
        }
        match object.cells.get(&from) {
            Some((width, value)) if *width == size => value.clone(),
            _ if object.zeroed && self.cells(at, size).is_empty() => Value::Int(0),
            _ => Value::Unknown,
        }
    }

    /// The cells inside these bytes, with offsets from the pointer.
    pub fn cells(&self, at: Pointer, size: i64) -> Vec<(i64, i64, Value)> {
        let object = &self.objects[at.object as usize];
        let (from, to) = (at.offset, at.offset + size);
        let wild = |offset: i64, width: i64| object.wild.iter().any(|w| w.0 < offset + width && offset < w.1);
        let touched = object.cells.range(from - 16..to).filter(|(offset, (width, _))| **offset + width > from);
        touched
            .map(|(&offset, (width, value))| {
                let value = if wild(offset, *width) { Value::Unknown } else { value.clone() };
                (offset - from, *width, value)
            })
            .collect()
    }

    /// Gives these bytes a value.
    pub fn store(&mut self, at: Pointer, size: i64, value: Value) {
        let old: Vec<i64> = self.cells(at, size).iter().map(|cell| cell.0 + at.offset).collect();
        let object = &mut self.objects[at.object as usize];
        old.iter().for_each(|offset| {
            object.cells.remove(offset);
        });
        match value {
            Value::Record(cells) => {
                // Bytes without a cell are zero or unknown; unknown is safe for both.
                let known: i64 = cells.iter().map(|cell| cell.1).sum();
                if known < size && object.zeroed && cells.is_empty() {
                    object.cells.insert(at.offset, (size, Value::Unknown));
                }
                cells.into_iter().for_each(|(offset, width, value)| {
                    object.cells.insert(at.offset + offset, (width, value));
                });
            }
            value => {
                object.cells.insert(at.offset, (size, value));
            }
        }
    }

    /// From now on the values of these bytes are not known.
    pub fn forget(&mut self, at: Pointer, size: i64) {
        self.objects[at.object as usize].wild.push((at.offset, at.offset + size));
    }

    /// A copy of these bytes, all zero before anything is written.
    pub fn zero(&mut self, at: Pointer, size: i64) {
        let old: Vec<i64> = self.cells(at, size).iter().map(|cell| cell.0 + at.offset).collect();
        let object = &mut self.objects[at.object as usize];
        old.iter().for_each(|offset| {
            object.cells.remove(offset);
        });
        if !object.zeroed {
            // Four-byte and eight-byte loads are the usual ones.
            for offset in (at.offset..at.offset + size).step_by(4) {
                object.cells.insert(offset, (4.min(at.offset + size - offset), Value::Int(0)));
            }
        }
    }
}
