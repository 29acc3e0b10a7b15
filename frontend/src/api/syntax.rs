//! The small language of the table cells. Words are separated by blanks; names are those of the row's `args`.
//!
//! | cell | form |
//! |---|---|
//! | effect | `own\|target read\|write\|atomic ARG[EXTENT] {until completion\|started_completion\|ready_completion} {by root\|non_root} {unless no_op\|in_place} {from ARG} {value ARG} {adds one\|ARG} {only read} {in SEGMENT} {each COUNT}` |
//! | extent | `COUNT of TYPE`, `1 of TYPE`, `COUNT of TYPE per rank`, `COUNT of TYPE per partition`, `COUNTS of TYPE at DISPLS`, `COUNTS of TYPE packed`, `A*B bytes`, `A*8 bytes`, `8 bytes`, `N counts`, `counts per rank`, `N x 8 bytes every INC`, `COUNT of CODE in 4,8,...`, `string`, `characters`, `array`, `N buffers`, `behind`, `unknown` |
//! | | of elements whose size the routine's name gives: `1 elements`, `COUNT elements` or, of single bytes, `COUNT bytes`, followed by any of `in blocks of N`, `every STRIDE`, `per pe` |
//! | completion | `origin\|both\|order SCOPE {if flag\|index\|indices\|some_indices} {unless noprecede}` |
//! | output | `ARG: KIND {N bytes}` |
//! | returns | `success`, `result`, `usual_success`, `status TIMEOUT`, `nothing`, `function`, `input`, `new_memory A*B`, `zeroed_memory A*B`, `new_or_null`, `arg A`, `arg_or_null A`, `into A`, `min A B`, `max A B`, `absolute A`, `sum A B`, `difference A B`, `modulo A B`, `contiguous A`, `allocated A`, `likewise A`, `text A`, `rank`, `size`, `translated`, `fetched`, `flag`, `index`, `index_or_none`, `count`, `shared_address` |
//! | exposes | `new SEGMENT[SIZE]`, `POINTER SEGMENT[SIZE]` |
//! | format | `print A`, `scan A` |
//! | readies | `ARG`, `LOW to HIGH`, `COUNT in ARRAY` |
//! | reduces | `max`, `min`, `OP` (a handle), `CODE in max,min,other` |
//! | calls | words `F` or `F(X,Y)`: function `F` with arguments `X` and `Y`, each an `ARG`, `?` (made up by the routine) or `...` (its variable arguments) |
//! | keeps | `HANDLE: F G`: functions `F` and `G`, kept with the handle that is stored through `HANDLE` |
//! | runs | `operation OP`, `deleted OBJECT`, `deleted OBJECT KEY`, `deleted_at_end`, `copied OBJECT`, `handler_set OBJECT HANDLER`, `handler OBJECT`, `requests REQUEST`, `requests REQUESTS COUNT`, `cancelled REQUEST` |

use super::model::{
    AccessKind, Addend, ArgPos, Bank, Callback, Completion, Effect, Exposes, Extent, Format, Keeps, OutKind, Output,
    Passed, Readies, Reduces, Reduction, Returns, Runs, Scope, Side, Until, When, Who,
};
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::de::{Deserialize, IntoDeserializer};

/// Why a cell of a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// A name that is no argument of the routine.
    #[error("`{0}` is not an argument of the routine")]
    UnknownArgument(String),
    /// A word that the grammar has not at this place.
    #[error("`{found}` where {expected} is expected")]
    Unexpected {
        /// The word, empty at the end of the cell.
        found: String,
        /// What would be allowed there.
        expected: String,
    },
}

fn unexpected(found: &str, expected: impl Into<String>) -> SyntaxError {
    SyntaxError::Unexpected { found: found.to_owned(), expected: expected.into() }
}

/// Resolves argument names of one row.
#[derive(Clone, Copy)]
pub(super) struct Args<'a> {
    /// The names.
    pub names: &'a [String],
    /// Bytes of an element, where the routine's name gives them.
    pub element: Option<u64>,
}

impl Args<'_> {
    /// Position of the argument `name`.
    pub fn position(self, name: &str) -> Result<ArgPos, SyntaxError> {
        self.names.iter().position(|a| a == name).ok_or_else(|| SyntaxError::UnknownArgument(name.to_owned()))
    }

    fn product(self, text: &str) -> Result<Vec<ArgPos>, SyntaxError> {
        text.split('*').map(|name| self.position(name.trim())).collect()
    }
}

impl Args<'_> {
    /// Arguments and numbers.
    fn scaled_product(self, text: &str) -> Result<Extent, SyntaxError> {
        let (mut factors, mut scale) = (Vec::new(), 1u64);
        for factor in text.split('*').map(str::trim) {
            match factor.parse::<u64>() {
                Ok(number) => scale = scale.saturating_mul(number),
                Err(_) => factors.push(self.position(factor)?),
            }
        }
        Ok(Extent::Bytes { factors, scale })
    }
}

/// A word that names a variant of an enum, by its `snake_case` name.
pub(super) fn word<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, SyntaxError> {
    let de: StrDeserializer<'a, WordError> = text.into_deserializer();
    T::deserialize(de).map_err(|e| unexpected(text, e.to_string()))
}

/// Reads an effect.
pub(super) fn effect(cell: &str, args: Args) -> Result<Effect, SyntaxError> {
    let (head, rest) = cell.split_once('[').ok_or_else(|| unexpected(cell, "ARG[EXTENT]"))?;
    let (extent_text, tail) = rest.split_once(']').ok_or_else(|| unexpected(rest, "]"))?;
    let head: Vec<&str> = head.split_whitespace().collect();
    let &[bank, access, at] = head.as_slice() else {
        return Err(unexpected(&head.join(" "), "BANK ACCESS ARG"));
    };
    let mut effect = Effect {
        bank: word::<Bank>(bank)?,
        access: word::<AccessKind>(access)?,
        at: args.position(at)?,
        extent: extent(extent_text, args)?,
        until: Until::Return,
        who: Who::All,
        unless_no_op: false,
        unless_in_place: false,
        from: None,
        value: None,
        only_read: false,
        adds: None,
        segment: None,
        each: None,
    };
    let mut words = tail.split_whitespace();
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        match key {
            "until" => effect.until = word(value)?,
            "by" => effect.who = word(value)?,
            "unless" if value == "no_op" => effect.unless_no_op = true,
            "unless" if value == "in_place" => effect.unless_in_place = true,
            "from" => effect.from = Some(args.position(value)?),
            "value" => effect.value = Some(args.position(value)?),
            "adds" if value == "one" => effect.adds = Some(Addend::One),
            "adds" => effect.adds = Some(Addend::Arg(args.position(value)?)),
            "only" if value == "read" => effect.only_read = true,
            "in" => effect.segment = Some(args.position(value)?),
            "each" => effect.each = Some(args.position(value)?),
            _ => {
                return Err(unexpected(
                    &format!("{key} {value}"),
                    "until, by, unless no_op, unless in_place, from, value, adds, only read, in or each",
                ));
            }
        }
    }
    Ok(effect)
}

fn extent(text: &str, args: Args) -> Result<Extent, SyntaxError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["string"] => Extent::CString,
        ["characters"] => Extent::Characters,
        ["behind"] => Extent::Behind,
        [n, "buffers"] => Extent::Buffers(args.position(n)?),
        ["array"] => Extent::Array,
        ["unknown"] => Extent::Unknown,
        ["counts", "per", "rank"] => Extent::CountPerRank,
        [n, "counts"] => Extent::Counts(args.position(n)?),
        [n, "bytes", rest @ ..] if !rest.is_empty() => elements(n, rest, Args { element: Some(1), ..args })?,
        [n, "bytes"] => match n.parse() {
            Ok(size) => Extent::Fixed(size),
            Err(_) => args.scaled_product(n)?,
        },
        [n, "x", size, "bytes", "every", every] => Extent::Strided {
            count: args.position(n)?,
            size: size.parse().map_err(|_| unexpected(size, "a number of bytes"))?,
            every: args.position(every)?,
        },
        ["1", "of", ty] => Extent::Typed { count: None, datatype: args.position(ty)? },
        [n, "of", ty] => Extent::Typed { count: Some(args.position(n)?), datatype: args.position(ty)? },
        [n, "of", code, "in", sizes] => Extent::Coded {
            count: args.position(n)?,
            code: args.position(code)?,
            sizes: sizes
                .split(',')
                .map(|s| s.parse().map_err(|_| unexpected(s, "a number of bytes")))
                .collect::<Result<_, _>>()?,
        },
        [n, "of", ty, "per", "rank"] => Extent::TypedPerRank { count: args.position(n)?, datatype: args.position(ty)? },
        [n, "of", ty, "per", "partition"] => {
            Extent::TypedPerPartition { count: args.position(n)?, datatype: args.position(ty)? }
        }
        [n, "of", ty, "at", displs] => Extent::TypedVector {
            counts: args.position(n)?,
            displs: Some(args.position(displs)?),
            datatype: args.position(ty)?,
        },
        [n, "of", ty, "packed"] => {
            Extent::TypedVector { counts: args.position(n)?, displs: None, datatype: args.position(ty)? }
        }
        ["1", "elements"] => Extent::Fixed(element_size(args)?),
        [n, "elements", rest @ ..] => elements(n, rest, args)?,
        _ => return Err(unexpected(text, "an extent")),
    })
}

fn element_size(args: Args) -> Result<u64, SyntaxError> {
    args.element.ok_or_else(|| unexpected("elements", "bytes (the name gives no type)"))
}

fn elements(count: &str, rest: &[&str], args: Args) -> Result<Extent, SyntaxError> {
    let size = element_size(args)?;
    let count = args.position(count)?;
    let (mut block, mut stride, mut per_member) = (None, None, false);
    let mut rest = rest;
    loop {
        rest = match rest {
            [] => return Ok(Extent::Elements { size, count, block, stride, per_member }),
            ["in", "blocks", "of", name, rest @ ..] => {
                block = Some(args.position(name)?);
                rest
            }
            ["every", name, rest @ ..] => {
                stride = Some(args.position(name)?);
                rest
            }
            ["per", "pe", rest @ ..] => {
                per_member = true;
                rest
            }
            _ => return Err(unexpected(&rest.join(" "), "`in blocks of N`, `every STRIDE` or `per pe`")),
        };
    }
}

/// Reads a completion.
pub(super) fn completion(cell: &str) -> Result<Completion, SyntaxError> {
    let mut words = cell.split_whitespace();
    let mut completion = Completion {
        side: word::<Side>(words.next().unwrap_or_default())?,
        scope: word::<Scope>(words.next().unwrap_or_default())?,
        when: When::Always,
        unless_noprecede: false,
    };
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        match key {
            "if" => completion.when = word(value)?,
            "unless" if value == "noprecede" => completion.unless_noprecede = true,
            _ => return Err(unexpected(&format!("{key} {value}"), "if or unless noprecede")),
        }
    }
    Ok(completion)
}

/// Reads an output.
pub(super) fn output(cell: &str, args: Args) -> Result<Output, SyntaxError> {
    let (arg, kind) = cell.split_once(':').ok_or_else(|| unexpected(cell, "ARG: KIND"))?;
    let words: Vec<&str> = kind.split_whitespace().collect();
    let (kind, size) = match words.as_slice() {
        [kind] => (kind, None),
        [kind, n, "bytes"] => (kind, Some(n.parse().map_err(|_| unexpected(n, "a number of bytes"))?)),
        _ => return Err(unexpected(kind, "KIND or KIND N bytes")),
    };
    Ok(Output { arg: args.position(arg.trim())?, kind: word::<OutKind>(kind)?, size })
}

/// Reads a return value.
pub(super) fn returns(cell: &str, args: Args) -> Result<Returns, SyntaxError> {
    let words: Vec<&str> = cell.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["success"] => Returns::Success,
        ["result"] => Returns::Result,
        ["usual_success"] => Returns::UsualSuccess,
        ["status", timeout] => Returns::Status(args.position(timeout)?),
        ["nothing"] => Returns::Nothing,
        ["function"] => Returns::Function,
        ["length"] => Returns::Length,
        ["number", name] => Returns::Number(args.position(name)?),
        ["input"] => Returns::Input,
        ["parameter"] => Returns::Parameter,
        ["new_or_null"] => Returns::NewOrNull,
        ["new_memory"] => Returns::NewMemory { size: Vec::new(), zeroed: false },
        ["new_memory", size] => Returns::NewMemory { size: args.product(size)?, zeroed: false },
        ["zeroed_memory", size] => Returns::NewMemory { size: args.product(size)?, zeroed: true },
        ["arg", name] => Returns::Arg(args.position(name)?),
        ["arg_or_null", name] => Returns::ArgOrNull(args.position(name)?),
        ["order", a, b] => Returns::Order(args.position(a)?, args.position(b)?),
        ["same", a, b] => Returns::Same(args.position(a)?, args.position(b)?),
        ["other", a, b] => Returns::Other(args.position(a)?, args.position(b)?),
        ["setting"] => Returns::Setting,
        ["into", name] => Returns::Into(args.position(name)?),
        ["min", a, b] => Returns::Min(args.position(a)?, args.position(b)?),
        ["max", a, b] => Returns::Max(args.position(a)?, args.position(b)?),
        ["absolute", name] => Returns::Absolute(args.position(name)?),
        ["bits", name] => Returns::Bits(args.position(name)?),
        ["sum", a, b] => Returns::Sum(args.position(a)?, args.position(b)?),
        ["difference", a, b] => Returns::Difference(args.position(a)?, args.position(b)?),
        ["modulo", a, b] => Returns::Modulo(args.position(a)?, args.position(b)?),
        ["contiguous", name] => Returns::Contiguous(args.position(name)?),
        ["likewise", name] => Returns::Likewise(args.position(name)?),
        ["text", name] => Returns::Text(args.position(name)?),
        ["allocated", name] => Returns::Allocated(args.position(name)?),
        ["of_type", a, b] => Returns::OfType(args.position(a)?, args.position(b)?),
        ["extends", a, b] => Returns::Extends(args.position(a)?, args.position(b)?),
        ["same_type", a, b] => Returns::SameType(args.position(a)?, args.position(b)?),
        ["rank"] => Returns::Rank,
        ["size"] => Returns::Size,
        ["translated"] => Returns::Translated,
        ["fetched"] => Returns::Fetched,
        ["flag"] => Returns::Flag,
        ["index"] => Returns::Index,
        ["index_or_none"] => Returns::IndexOrNone,
        ["count"] => Returns::Count,
        ["shared_address"] => Returns::SharedAddress,
        _ => return Err(unexpected(cell, "a return value")),
    })
}

/// Reads what becomes a segment.
pub(super) fn exposes(cell: &str, args: Args) -> Result<Exposes, SyntaxError> {
    let words: Vec<&str> =
        cell.split(|c: char| c.is_whitespace() || "[]".contains(c)).filter(|w| !w.is_empty()).collect();
    let &[memory, segment, size] = words.as_slice() else { return Err(unexpected(cell, "MEMORY SEGMENT[SIZE]")) };
    let memory = if memory == "new" { None } else { Some(args.position(memory)?) };
    Ok(Exposes { segment: args.position(segment)?, memory, size: args.position(size)? })
}

/// Reads a format.
pub(super) fn readies(cell: &str, args: Args) -> Result<Readies, SyntaxError> {
    let words: Vec<&str> = cell.split_whitespace().collect();
    Ok(match words.as_slice() {
        [one] => Readies::One(args.position(one)?),
        [low, "to", high] => Readies::Range(args.position(low)?, args.position(high)?),
        [count, "in", array] => Readies::List { count: args.position(count)?, array: args.position(array)? },
        _ => return Err(unexpected(cell, "ARG, LOW to HIGH or COUNT in ARRAY")),
    })
}

/// Reads the operation of a reduction.
pub(super) fn reduces(cell: &str, args: Args) -> Result<Reduces, SyntaxError> {
    let operation = |word: &str| match word {
        "max" => Ok(Reduction::Max),
        "min" => Ok(Reduction::Min),
        "other" => Ok(Reduction::Other),
        _ => Err(unexpected(word, "max, min or other")),
    };
    match cell.split_whitespace().collect::<Vec<_>>().as_slice() {
        [word @ ("max" | "min")] => Ok(Reduces::Always(operation(word)?)),
        [name] => Ok(Reduces::Handle(args.position(name)?)),
        [name, "in", list] => {
            Ok(Reduces::Code(args.position(name)?, list.split(',').map(operation).collect::<Result<_, _>>()?))
        }
        _ => Err(unexpected(cell, "max, min, OP or CODE in max,min,other")),
    }
}

pub(super) fn format(cell: &str, args: Args) -> Result<Format, SyntaxError> {
    match cell.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["print", name] => Ok(Format::Print(args.position(name)?)),
        ["scan", name] => Ok(Format::Scan(args.position(name)?)),
        _ => Err(unexpected(cell, "print ARG or scan ARG")),
    }
}

/// Reads a function that the routine calls, with what it is called with.
pub(super) fn callback(cell: &str, args: Args) -> Result<Callback, SyntaxError> {
    let Some((name, rest)) = cell.split_once('(') else {
        return Ok(Callback { function: args.position(cell)?, args: Vec::new() });
    };
    let list = rest.strip_suffix(')').ok_or_else(|| unexpected(rest, ")"))?;
    let passed = |text: &str| match text {
        "?" => Ok(Passed::Unknown),
        "..." => Ok(Passed::Variable),
        name => args.position(name).map(Passed::Arg),
    };
    Ok(Callback { function: args.position(name)?, args: list.split(',').map(passed).collect::<Result<_, _>>()? })
}

/// Reads which functions the routine keeps, and with which handle.
pub(super) fn keeps(cell: &str, args: Args) -> Result<Keeps, SyntaxError> {
    let (handle, functions) = cell.split_once(':').ok_or_else(|| unexpected(cell, "HANDLE: FUNCTIONS"))?;
    let functions = functions.split_whitespace().map(|f| args.position(f)).collect::<Result<_, _>>()?;
    Ok(Keeps { handle: args.position(handle.trim())?, functions })
}

/// Reads which of the functions kept before the routine calls.
pub(super) fn runs(cell: &str, args: Args) -> Result<Runs, SyntaxError> {
    let at = |name: &str| args.position(name);
    match cell.split_whitespace().collect::<Vec<_>>()[..] {
        ["operation", op] => Ok(Runs::Operation(at(op)?)),
        ["deleted", object] => Ok(Runs::Deleted(at(object)?, None)),
        ["deleted", object, key] => Ok(Runs::Deleted(at(object)?, Some(at(key)?))),
        ["deleted_at_end"] => Ok(Runs::DeletedAtEnd),
        ["copied", object] => Ok(Runs::Copied(at(object)?)),
        ["handler_set", object, handler] => Ok(Runs::HandlerSet(at(object)?, at(handler)?)),
        ["handler", object] => Ok(Runs::Handler(at(object)?)),
        ["requests", request] => Ok(Runs::Requests(at(request)?, None)),
        ["requests", requests, count] => Ok(Runs::Requests(at(requests)?, Some(at(count)?))),
        ["cancelled", request] => Ok(Runs::Cancelled(at(request)?)),
        _ => Err(unexpected(cell, "which functions are called")),
    }
}
