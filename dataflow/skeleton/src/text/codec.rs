//! One description of a record serves both directions: [`Io`] is a writer or a reader of its fields (theory, 5.1).
//!
//! A record is a sequence of words: `read buf[0..8] when=rank==0`. A word with a key is a named field, words without a key are
//! fields in a fixed order, and a known word alone is a flag. Records inside records are written in braces.

use super::Error;
use super::names::{Found, Names};
use super::terms::TermWriter;
use crate::facts::Facts;
use rma_term::ids::TermId;
use rma_term::term::Terms;

/// A value that is written as one word.
pub(super) trait Value: Sized {
    /// The value as text, without spaces outside of brackets.
    fn write(&self, w: &mut TermWriter) -> String;
    /// From text.
    fn read(text: &str, r: &mut Reader) -> Result<Self, Error>;
}

/// A value of several fields.
pub(super) trait Record: Sized + Clone {
    /// A placeholder value, before any part of it is read.
    fn blank(terms: &mut Terms) -> Self;
    /// Its fields, in order.
    fn fields<I: Io>(&mut self, io: &mut I) -> Result<(), Error>;
}

/// Writes or reads the fields of a record.
pub(super) trait Io {
    /// A field that is always there.
    fn field<T: Value>(&mut self, key: &'static str, x: &mut T) -> Result<(), Error>;
    /// A field that is left out if it has its usual value.
    fn unless<T: Value>(&mut self, key: &'static str, x: &mut T, usual: bool) -> Result<(), Error>;
    /// A word without a key.
    fn head<T: Value>(&mut self, x: &mut T) -> Result<(), Error>;
    /// A word that is there or not.
    fn flag(&mut self, key: &'static str, x: &mut bool) -> Result<(), Error>;
    /// Any number of fields with this key.
    fn each<T: Value>(&mut self, key: &'static str, x: &mut Vec<T>) -> Result<(), Error>;
    /// Whether a term is this constant; of no importance to a reader.
    fn is_const(&self, t: TermId, c: i64) -> bool;

    /// A field that may be missing.
    fn opt<T: Value>(&mut self, key: &'static str, x: &mut Option<T>) -> Result<(), Error>;

    /// A list that may be empty.
    fn list<T: Value>(&mut self, key: &'static str, x: &mut Vec<T>) -> Result<(), Error> {
        let usual = x.is_empty();
        self.unless(key, x, usual)
    }

    /// A condition that holds where it is not mentioned.
    fn when(&mut self, key: &'static str, x: &mut TermId) -> Result<(), Error> {
        let usual = self.is_const(*x, 1);
        self.unless(key, x, usual)
    }

    /// A number that is left out if it is zero.
    fn zero(&mut self, key: &'static str, x: &mut TermId) -> Result<(), Error> {
        let usual = self.is_const(*x, 0);
        self.unless(key, x, usual)
    }
}

/// Words of a record that is written.
pub(super) struct Writer<'w, 't> {
    /// Writes terms.
    pub terms: &'w mut TermWriter<'t>,
    /// Words so far.
    pub words: Vec<String>,
}

impl Writer<'_, '_> {
    /// A record as words.
    pub fn record<R: Record>(terms: &mut TermWriter, x: &R) -> String {
        let mut w = Writer { terms, words: Vec::new() };
        // A writer gives no error.
        let _ = x.clone().fields(&mut w);
        w.words.join(" ")
    }
}

impl Io for Writer<'_, '_> {
    fn field<T: Value>(&mut self, key: &'static str, x: &mut T) -> Result<(), Error> {
        let text = x.write(self.terms);
        self.words.push(format!("{key}={text}"));
        Ok(())
    }

    fn unless<T: Value>(&mut self, key: &'static str, x: &mut T, usual: bool) -> Result<(), Error> {
        if usual { Ok(()) } else { self.field(key, x) }
    }

    fn head<T: Value>(&mut self, x: &mut T) -> Result<(), Error> {
        let text = x.write(self.terms);
        self.words.push(text);
        Ok(())
    }

    fn flag(&mut self, key: &'static str, x: &mut bool) -> Result<(), Error> {
        if *x {
            self.words.push(key.to_owned());
        }
        Ok(())
    }

    fn each<T: Value>(&mut self, key: &'static str, x: &mut Vec<T>) -> Result<(), Error> {
        x.iter_mut().try_for_each(|x| self.field(key, x))
    }

    fn is_const(&self, t: TermId, c: i64) -> bool {
        self.terms.terms.as_const(t) == Some(c)
    }

    fn opt<T: Value>(&mut self, key: &'static str, x: &mut Option<T>) -> Result<(), Error> {
        match x {
            Some(x) => self.field(key, x),
            None => Ok(()),
        }
    }
}

/// The state of a reader: the terms and facts that a text is read into.
pub(super) struct Reader<'x, 'a> {
    /// Facts of the program.
    pub facts: &'x mut Facts<'a>,
    /// The ids that names stand for.
    pub found: &'x Found,
    /// Terms are kept as they were, and are not simplified.
    pub exact: bool,
    /// The line that is read.
    pub line: usize,
    /// Terms that have a name.
    pub lets: rustc_hash::FxHashMap<String, TermId>,
}

impl Reader<'_, '_> {
    /// An error in this line.
    pub fn wrong<T>(&self, expected: impl Into<String>, found: &str) -> Result<T, Error> {
        Err(Error { line: self.line, expected: expected.into(), found: found.to_owned() })
    }

    /// A record from its words.
    pub fn record<R: Record>(&mut self, text: &str) -> Result<R, Error> {
        let mut x = R::blank(&mut self.facts.terms);
        self.fields(text, &mut x)?;
        Ok(x)
    }

    /// Fields of a record from its words.
    pub fn fields<R: Record>(&mut self, text: &str, x: &mut R) -> Result<(), Error> {
        let words = match words(text) {
            Ok(words) => words,
            Err(at) => return self.wrong("balanced brackets", at),
        };
        let mut at = Fields { reader: self, words };
        x.fields(&mut at)?;
        match at.words.first().map(|w| (*w).to_owned()) {
            Some(left) => self.wrong("nothing more, or a field of this record", &left),
            None => Ok(()),
        }
    }
}

/// Words of a record that is read.
pub(super) struct Fields<'f, 'x, 'a, 't> {
    reader: &'f mut Reader<'x, 'a>,
    words: Vec<&'t str>,
}

impl<'t> Fields<'_, '_, '_, 't> {
    fn take(&mut self, key: &str) -> Option<&'t str> {
        let at = self.words.iter().position(|w| keyed(w).is_some_and(|(k, _)| k == key))?;
        keyed(self.words.remove(at)).map(|(_, text)| text)
    }
}

impl Io for Fields<'_, '_, '_, '_> {
    fn field<T: Value>(&mut self, key: &'static str, x: &mut T) -> Result<(), Error> {
        match self.take(key) {
            Some(text) => {
                *x = T::read(text, self.reader)?;
                Ok(())
            }
            None => self.reader.wrong(format!("`{key}=`"), self.words.first().copied().unwrap_or("the end")),
        }
    }

    fn unless<T: Value>(&mut self, key: &'static str, x: &mut T, _: bool) -> Result<(), Error> {
        if let Some(text) = self.take(key) {
            *x = T::read(text, self.reader)?;
        }
        Ok(())
    }

    fn head<T: Value>(&mut self, x: &mut T) -> Result<(), Error> {
        let Some(at) = self.words.iter().position(|w| keyed(w).is_none()) else {
            return self.reader.wrong("one more word", "the end");
        };
        *x = T::read(self.words.remove(at), self.reader)?;
        Ok(())
    }

    fn flag(&mut self, key: &'static str, x: &mut bool) -> Result<(), Error> {
        if let Some(at) = self.words.iter().position(|w| *w == key) {
            self.words.remove(at);
            *x = true;
        }
        Ok(())
    }

    fn each<T: Value>(&mut self, key: &'static str, x: &mut Vec<T>) -> Result<(), Error> {
        while let Some(text) = self.take(key) {
            x.push(T::read(text, self.reader)?);
        }
        Ok(())
    }

    fn is_const(&self, _: TermId, _: i64) -> bool {
        false
    }

    fn opt<T: Value>(&mut self, key: &'static str, x: &mut Option<T>) -> Result<(), Error> {
        if let Some(text) = self.take(key) {
            *x = Some(T::read(text, self.reader)?);
        }
        Ok(())
    }
}

/// Key and text of a word that has a key: a name, then one `=`.
fn keyed(word: &str) -> Option<(&str, &str)> {
    let at = word.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let text = word[at..].strip_prefix('=')?;
    (at > 0 && !text.starts_with('=')).then_some((&word[..at], text))
}

/// The words of a text: parted by spaces outside of brackets and quotes. An error is where a bracket has no partner.
pub(super) fn words(text: &str) -> Result<Vec<&str>, &str> {
    parted(text, char::is_whitespace).map(|w| w.into_iter().filter(|w| !w.is_empty()).collect())
}

/// Parts of a text between certain characters outside of brackets and quotes.
pub(super) fn parted(text: &str, at: impl Fn(char) -> bool) -> Result<Vec<&str>, &str> {
    let (mut out, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0usize, false);
    for (n, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => match depth.checked_sub(1) {
                Some(d) => depth = d,
                None => return Err(&text[n..]),
            },
            _ if depth == 0 && at(c) => {
                out.push(&text[start..n]);
                start = n + c.len_utf8();
            }
            _ => {}
        }
    }
    if quoted || depth > 0 {
        return Err(&text[start..]);
    }
    out.push(&text[start..]);
    Ok(out)
}

/// The text between a first and a last character.
pub(super) fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

impl<T: Value> Value for Vec<T> {
    fn write(&self, w: &mut TermWriter) -> String {
        let parts: Vec<String> = self.iter().map(|x| x.write(w)).collect();
        format!("[{}]", parts.join(","))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let Some(inner) = between(text, '[', ']') else { return r.wrong("a list in brackets", text) };
        if inner.trim().is_empty() {
            return Ok(Vec::new());
        }
        match parted(inner, |c| c == ',') {
            Ok(parts) => parts.into_iter().map(|p| T::read(p.trim(), r)).collect(),
            Err(at) => r.wrong("balanced brackets", at),
        }
    }
}

/// A record in braces as a value.
macro_rules! in_braces {
    ($($ty:ty),*) => { $(
        impl Value for $ty {
            fn write(&self, w: &mut TermWriter) -> String {
                format!("{{{}}}", Writer::record(w, self))
            }

            fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
                match $crate::text::codec::between(text, '{', '}') {
                    Some(inner) => r.record(inner),
                    None => r.wrong("a record in braces", text),
                }
            }
        }
    )* };
}

/// An enumeration as words.
macro_rules! as_words {
    ($ty:ty { $($variant:path = $word:literal),* $(,)? }) => {
        impl Value for $ty {
            fn write(&self, _: &mut TermWriter) -> String {
                match self { $($variant => $word,)* }.to_owned()
            }

            fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
                match text {
                    $($word => Ok($variant),)*
                    _ => r.wrong(concat!("one of", $(" ", $word),*), text),
                }
            }
        }
    };
}

pub(super) use {as_words, in_braces};

/// A name with only those characters that need no quotes; others become `_`.
pub(super) fn identifier(name: &str) -> String {
    let mut out: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, '_');
    }
    out
}

/// Names that are written as they are.
pub(super) const RESERVED: [&str; 9] =
    ["world", "self", "unknown", "none", "true", "false", "fence", "start", "passive"];

impl Value for String {
    fn write(&self, _: &mut TermWriter) -> String {
        format!("\"{}\"", self.replace('"', "'").replace(['\n', '\r'], " "))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match between(text, '"', '"') {
            Some(inner) => Ok(inner.to_owned()),
            None => r.wrong("a text in quotes", text),
        }
    }
}

/// Every number that fits into 64 bits.
macro_rules! as_numbers {
    ($($ty:ty),*) => { $(
        impl Value for $ty {
            fn write(&self, _: &mut TermWriter) -> String {
                self.to_string()
            }

            fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
                text.parse().or_else(|_| r.wrong("a number", text))
            }
        }
    )* };
}
as_numbers!(i64, u32, u8);

impl Value for bool {
    fn write(&self, _: &mut TermWriter) -> String {
        self.to_string()
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        text.parse().or_else(|_| r.wrong("true or false", text))
    }
}

/// Ids by their names.
macro_rules! by_name {
    ($($ty:ident $table:ident $what:literal),*) => { $(
        impl Value for rma_term::ids::$ty {
            fn write(&self, w: &mut TermWriter) -> String {
                w.used.$table.insert(*self);
                Names::name(&w.names.$table, *self)
            }

            fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
                match r.found.$table.get(text) {
                    Some(id) => Ok(*id),
                    None => r.wrong(concat!("the name of ", $what), text),
                }
            }
        }
    )* };
}
by_name!(SymId syms "a symbol", ObjId objs "an object", LoopId loops "a loop", NodeId nodes "a node", ThreadId threads "a thread");

impl Value for TermId {
    fn write(&self, w: &mut TermWriter) -> String {
        w.text(*self)
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        super::terms::parse(text, r)
    }
}
