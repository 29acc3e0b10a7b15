//! Values of instructions (theory, 9.4).

use std::rc::Rc;

/// A value: the bits of a number or address, or the parts of an aggregate or vector.
#[derive(Clone, Debug, Default)]
pub(crate) struct Value {
    /// Integers of up to 64 bits without sign extension, addresses, floating point as its bits (`x87`: as a double).
    pub bits: u64,
    /// Follows from something that the program reads in the run: fetched, received, from a file or a clock.
    pub read: bool,
    /// Members or lanes.
    pub parts: Option<Rc<[Value]>>,
}

impl Value {
    pub fn new(bits: u64) -> Value {
        Value { bits, read: false, parts: None }
    }

    pub fn read(bits: u64) -> Value {
        Value { bits, read: true, parts: None }
    }

    pub fn of(parts: Vec<Value>) -> Value {
        let read = parts.iter().any(|p| p.read);
        Value { bits: 0, read, parts: Some(parts.into()) }
    }

    /// The same value; it also counts as read at run time if `also` does.
    pub fn tied(mut self, also: bool) -> Value {
        self.read |= also;
        self
    }

    pub fn f64(x: f64) -> Value {
        Value::new(x.to_bits())
    }

    pub fn as_f64(&self) -> f64 {
        f64::from_bits(self.bits)
    }

    /// The value as a signed number of 32 bits.
    pub fn int(&self) -> i64 {
        i64::from(self.bits as u32 as i32)
    }

    /// The value as a signed number of 64 bits.
    pub fn long(&self) -> i64 {
        self.bits as i64
    }
}

/// The low `width` bits.
pub(crate) fn cut(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// A number of `width` bits with its sign.
pub(crate) fn signed(bits: u64, width: u32) -> i64 {
    if width == 0 || width >= 64 { bits as i64 } else { ((bits << (64 - width)) as i64) >> (64 - width) }
}
