//! C types, from the text in which clang writes them, and their layout (LP64).

use super::tree::Node;
use std::collections::BTreeMap;

/// A C type. Sizes are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Type {
    Void,
    Int { size: i64, signed: bool },
    Float(i64),
    Pointer(Box<Type>),
    Array(Box<Type>, i64),
    Record(String),
    Function,
}

/// A member of a record.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Field {
    pub id: u64,
    pub offset: i64,
    pub ty: Type,
    /// A bit-field, whose layout is not followed.
    pub bits: bool,
}

/// Layout of a record.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Record {
    pub fields: Vec<Field>,
    pub size: i64,
    pub align: i64,
}

/// The records of a program by name, and the types that typedefs without a name in C stand for.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Types {
    pub records: BTreeMap<String, Record>,
    typedefs: BTreeMap<String, String>,
    names: BTreeMap<u64, String>,
}

impl Types {
    /// Reads a declaration of a record or a type name; others are passed over.
    pub fn declare(&mut self, node: &Node) {
        match node.kind.as_str() {
            "RecordDecl" if node.inner.iter().any(|n| n.kind == "FieldDecl") => {
                let name = if node.name.is_empty() { format!("#{}", node.id) } else { node.name.clone() };
                self.names.insert(node.id, name.clone());
                node.inner.iter().for_each(|n| self.declare(n));
                let mut record = Record { align: 1, ..Record::default() };
                let union = node.operator == "union";
                for field in node.inner.iter().filter(|n| n.kind == "FieldDecl") {
                    let ty = self.parse(&field.ty);
                    let align = self.align(&ty);
                    let offset = if union { 0 } else { (record.size + align - 1) / align * align };
                    record.size = if union { record.size.max(self.size(&ty)) } else { offset + self.size(&ty) };
                    record.align = record.align.max(align);
                    record.fields.push(Field { id: field.id, offset, ty, bits: field.bits });
                }
                record.size = (record.size + record.align - 1) / record.align * record.align;
                self.records.insert(name, record);
            }
            "TypedefDecl" => {
                let owned = node.inner.iter().find_map(|n| self.names.get(&n.target));
                let meaning = owned.map_or_else(|| node.ty.clone(), |name| format!("struct {name}"));
                if meaning != node.name {
                    self.typedefs.insert(node.name.clone(), meaning);
                }
            }
            _ => {}
        }
    }

    /// The type that a text means. What is not understood is [`Type::Void`].
    pub fn parse(&self, text: &str) -> Type {
        let mut tokens = Vec::new();
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            if c.is_alphanumeric() || c == '_' || c == '#' {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                tokens.push(std::mem::take(&mut word));
            }
            if !c.is_whitespace() {
                tokens.push(c.to_string());
            }
        }
        tokens.retain(|t| !matches!(t.as_str(), "const" | "volatile" | "restrict" | "_Atomic" | "static"));
        let split = tokens.iter().position(|t| matches!(t.as_str(), "*" | "(" | "[")).unwrap_or(tokens.len());
        let (base, rest) = tokens.split_at(split);
        let base = self.base(base);
        declarator(base, rest)
    }

    fn base(&self, words: &[String]) -> Type {
        let has = |word: &str| words.iter().any(|w| w == word);
        if has("struct") || has("union") {
            return Type::Record(words.last().cloned().unwrap_or_default());
        }
        if let [name] = words
            && let Some(meaning) = self.typedefs.get(name)
        {
            return self.parse(meaning);
        }
        let longs = words.iter().filter(|w| *w == "long").count();
        let size = match () {
            () if has("void") => return Type::Void,
            () if has("float") => return Type::Float(4),
            () if has("double") => return Type::Float(if longs > 0 { 16 } else { 8 }),
            () if has("char") || has("_Bool") || has("bool") => 1,
            () if has("short") => 2,
            () if longs > 0 => 8,
            () if has("int") || has("unsigned") || has("signed") || has("enum") => 4,
            () => return Type::Void,
        };
        Type::Int { size, signed: !has("unsigned") && !has("_Bool") && !has("bool") }
    }

    /// Bytes of a type.
    pub fn size(&self, ty: &Type) -> i64 {
        match ty {
            Type::Void | Type::Function => 1,
            Type::Int { size, .. } | Type::Float(size) => *size,
            Type::Pointer(_) => 8,
            Type::Array(element, count) => self.size(element) * count,
            Type::Record(name) => self.records.get(name).map_or(0, |record| record.size),
        }
    }

    fn align(&self, ty: &Type) -> i64 {
        match ty {
            Type::Array(element, _) => self.align(element),
            Type::Record(name) => self.records.get(name).map_or(1, |record| record.align),
            ty => self.size(ty),
        }
    }

    /// The member that a declaration makes.
    pub fn field(&self, id: u64) -> Option<&Field> {
        self.records.values().flat_map(|record| &record.fields).find(|field| field.id == id)
    }
}

/// `base` with stars, an inner declarator in parentheses, and the arrays or parameters behind it.
fn declarator(mut base: Type, tokens: &[String]) -> Type {
    let mut rest = tokens;
    while let [star, more @ ..] = rest
        && star == "*"
    {
        base = Type::Pointer(Box::new(base));
        rest = more;
    }
    let mut inner: &[String] = &[];
    if let [open, next, ..] = rest
        && open == "("
        && (next == "*" || next == "(")
    {
        let end = closing(rest);
        inner = &rest[1..end];
        rest = &rest[end + 1..];
    }
    base = suffix(base, rest);
    if inner.is_empty() { base } else { declarator(base, inner) }
}

fn suffix(base: Type, rest: &[String]) -> Type {
    match rest.first().map(String::as_str) {
        Some("[") => {
            let end = closing(rest);
            let count = rest[1..end].first().and_then(|n| n.parse().ok()).unwrap_or(0);
            Type::Array(Box::new(suffix(base, &rest[end + 1..])), count)
        }
        Some("(") => Type::Function,
        _ => base,
    }
}

/// Position of the bracket that closes the first one.
fn closing(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (k, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return k;
        }
    }
    tokens.len().saturating_sub(1)
}
