//! Values that fields hold: words of enumerations, bytes, and small records (theory, 5.1).

use super::Error;
use super::codec::{Io, Reader, Record, Value, Writer, as_words, between, in_braces, parted};
use super::terms::TermWriter;
use crate::facts::Base;
use crate::options::{Caller, MemoryModel};
use crate::skeleton::{
    Area, Block, Death, Dim, Direction, Element, EpochKind, Held, HeldRow, Location, Members, NoteRef, Place,
    RequestRef, Requests, Wanted,
};
use crate::thread::{Dependence, Handing, ThreadKind};
use rma_frontend::api::{Abi, AccessKind, Compare, Epoch, Routine, Side, catalog};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{CommId, Knowledge, Terms};

as_words!(AccessKind { AccessKind::Read = "read", AccessKind::Write = "write", AccessKind::Atomic = "atomic" });
as_words!(Side { Side::Origin = "origin", Side::Both = "both", Side::Order = "order" });
as_words!(Compare { Compare::Eq = "eq", Compare::Ne = "ne", Compare::Gt = "gt", Compare::Ge = "ge", Compare::Lt = "lt", Compare::Le = "le" });
as_words!(Direction {
    Direction::AllToAll = "all", Direction::RootToAll = "from_root", Direction::AllToRoot = "to_root",
    Direction::Scan = "scan", Direction::Neighbor = "neighbor", Direction::None = "unordered",
});
as_words!(Death {
    Death::Return = "return", Death::Block = "block", Death::Free = "free", Death::Realloc = "realloc", Death::Segment = "segment", Death::Window = "window", Death::Detach = "detach",
});
as_words!(Epoch {
    Epoch::Fence = "fence", Epoch::Post = "post", Epoch::Start = "start", Epoch::Complete = "complete", Epoch::Wait = "wait",
    Epoch::Test = "test", Epoch::Lock = "lock", Epoch::LockAll = "lock_all", Epoch::Unlock = "unlock",
    Epoch::UnlockAll = "unlock_all", Epoch::Sync = "sync", Epoch::Flush = "flush", Epoch::Attach = "attach",
    Epoch::Detach = "detach", Epoch::Acquire = "acquire", Epoch::Release = "release",
});
as_words!(Knowledge {
    Knowledge::Known = "known", Knowledge::Input = "read", Knowledge::Arranged = "arranged", Knowledge::Lost = "lost",
});
as_words!(ThreadKind { ThreadKind::Team = "team", ThreadKind::Task = "task", ThreadKind::Thread = "thread" });
as_words!(Handing { Handing::Part = "part", Handing::RoundRobin = "in_turn", Handing::OnRequest = "on_request" });
as_words!(MemoryModel { MemoryModel::Unified = "unified", MemoryModel::Separate = "separate" });
as_words!(Caller { Caller::Launcher = "launcher", Caller::Unknown = "unknown" });

/// Numbers of [`EpochKind`] as words, for hand-written programs.
pub(super) const EPOCHS: [(&str, EpochKind); 4] = [
    ("none", EpochKind::Unknown),
    ("fence", EpochKind::Fence),
    ("start", EpochKind::Start),
    ("passive", EpochKind::Passive),
];

/// The kind of an epoch: a number that may be a term.
#[derive(Clone, Copy)]
pub(super) struct KindOfEpoch(pub TermId);

impl Value for KindOfEpoch {
    fn write(&self, w: &mut TermWriter) -> String {
        let number = w.terms.as_const(self.0);
        match EPOCHS.iter().find(|(_, kind)| number == Some(*kind as i64)) {
            Some((word, _)) => (*word).to_owned(),
            None => self.0.write(w),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match EPOCHS.iter().find(|(word, _)| *word == text) {
            Some((_, kind)) => Ok(KindOfEpoch(r.facts.terms.int(*kind as i64))),
            None => TermId::read(text, r).map(KindOfEpoch),
        }
    }
}

/// ABIs in words.
const ABIS: [(&str, Abi); 3] = [("mpich", Abi::Mpich), ("openmpi", Abi::OpenMpi), ("mpi5", Abi::Mpi5)];

impl Value for Abi {
    fn write(&self, _: &mut TermWriter) -> String {
        ABIS.iter().find(|(_, abi)| abi == self).map_or("mpich", |(word, _)| word).to_owned()
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match ABIS.iter().find(|(word, _)| *word == text) {
            Some((_, abi)) => Ok(*abi),
            None => r.wrong("mpich, openmpi or mpi5", text),
        }
    }
}

impl Value for &'static Routine {
    fn write(&self, _: &mut TermWriter) -> String {
        self.name.clone()
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match catalog().lookup(text) {
            Some(routine) => Ok(routine),
            None => r.wrong("a routine of the tables", text),
        }
    }
}

impl Value for CommId {
    fn write(&self, w: &mut TermWriter) -> String {
        match self {
            CommId::World => "world".to_owned(),
            CommId::SelfComm => "self".to_owned(),
            CommId::Unknown => "unknown".to_owned(),
            CommId::Object(o) => o.write(w),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        Ok(match text {
            "world" => CommId::World,
            "self" => CommId::SelfComm,
            "unknown" => CommId::Unknown,
            _ => CommId::Object(ObjId::read(text, r)?),
        })
    }
}

impl<T: Value> Value for Option<T> {
    fn write(&self, w: &mut TermWriter) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), |x| x.write(w))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        if text == "none" { Ok(None) } else { T::read(text, r).map(Some) }
    }
}

impl Value for Members {
    fn write(&self, w: &mut TermWriter) -> String {
        match self {
            Members::All => "all".to_owned(),
            Members::Only(ranks) => ranks.write(w),
            Members::Except(ranks) => format!("but{}", ranks.write(w)),
            Members::Unknown => "unknown".to_owned(),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        Ok(match (text, text.strip_prefix("but")) {
            ("all", _) => Members::All,
            ("unknown", _) => Members::Unknown,
            (_, Some(ranks)) => Members::Except(Vec::read(ranks, r)?),
            _ => Members::Only(Vec::read(text, r)?),
        })
    }
}

/// `buf#instance@offset?guard!named`, each part except the first only if it is not the default.
impl Value for Place {
    fn write(&self, w: &mut TermWriter) -> String {
        let mut out = self.obj.write(w);
        for (sign, t, usual) in [('#', self.inst, 0), ('@', self.offset, 0), ('?', self.guard, 1), ('!', self.named, 1)]
        {
            if w.terms.as_const(t) != Some(usual) {
                out.push(sign);
                out.push_str(&w.piece(t));
            }
        }
        out
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let Ok(parts) = parted(text, |c| matches!(c, '#' | '@' | '?' | '!')) else {
            return r.wrong("a place with balanced brackets", text);
        };
        let (zero, yes) = (r.facts.terms.int(0), r.facts.terms.truth(true));
        let obj = ObjId::read(parts.first().copied().unwrap_or(""), r)?;
        let mut place = Place { guard: yes, named: yes, obj, inst: zero, offset: zero };
        let mut at = 0;
        for pair in parts.windows(2) {
            at += pair[0].len();
            let t = TermId::read(pair[1], r)?;
            match &text[at..=at] {
                "#" => place.inst = t,
                "@" => place.offset = t,
                "?" => place.guard = t,
                _ => place.named = t,
            }
            at += 1;
        }
        Ok(place)
    }
}

/// `0..8`, or `offset:length` with `?` for a length that is not known, and `,count~stride` for each dimension.
impl Value for Block {
    fn write(&self, w: &mut TermWriter) -> String {
        let length = self.len.map(|len| w.terms.as_const(len));
        let mut out = match (w.terms.as_const(self.offset), length) {
            (Some(from), Some(Some(len))) if from >= 0 && len >= 0 && from.checked_add(len).is_some() => {
                format!("{from}..{}", from + len)
            }
            (_, None) => format!("{}:?", self.offset.write(w)),
            (_, Some(_)) => {
                let from = self.offset.write(w);
                format!("{from}:{}", self.len.map_or_else(String::new, |len| len.write(w)))
            }
        };
        for dim in &self.dims {
            out.push_str(&format!(",{}~{}", dim.count.write(w), dim.stride.write(w)));
        }
        out
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let Ok(parts) = parted(text, |c| c == ',') else { return r.wrong("balanced brackets", text) };
        let bytes = parts.first().copied().unwrap_or("");
        let (offset, len) = if let Some((from, end)) = bytes.split_once("..") {
            let (from, end) = (TermId::read(from, r)?, TermId::read(end, r)?);
            (from, Some(r.facts.terms.sub(end, from)))
        } else if let Some((from, len)) = bytes.split_once(':') {
            (TermId::read(from, r)?, if len == "?" { None } else { Some(TermId::read(len, r)?) })
        } else {
            return r.wrong("bytes as `from..end` or `from:length`", bytes);
        };
        let mut dims = Vec::new();
        for part in parts.iter().skip(1) {
            let Some((count, stride)) = part.split_once('~') else { return r.wrong("`count~stride`", part) };
            dims.push(Dim { count: TermId::read(count, r)?, stride: TermId::read(stride, r)? });
        }
        Ok(Block { offset, dims, len })
    }
}

/// Places separated by `|`, the last of which is `_` for an unknown pointer; then, in brackets, blocks separated by `;`.
impl Value for Area {
    fn write(&self, w: &mut TermWriter) -> String {
        let mut places: Vec<String> = self.places.iter().map(|p| p.write(w)).collect();
        if self.unknown {
            places.push("_".to_owned());
        }
        let blocks: Vec<String> = self.blocks.iter().map(|b| b.write(w)).collect();
        format!("{}[{}]", places.join("|"), blocks.join(";"))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let Ok(ends) = open_bracket(text) else { return r.wrong("places and bytes, `buf[0..8]`", text) };
        let (head, tail) = text.split_at(ends);
        let mut area = Area { places: Vec::new(), unknown: false, blocks: Vec::new() };
        let Ok(places) = parted(head, |c| c == '|') else { return r.wrong("balanced brackets", head) };
        for place in places.into_iter().filter(|p| !p.is_empty()) {
            match place {
                "_" => area.unknown = true,
                _ => area.places.push(Place::read(place, r)?),
            }
        }
        let Some(inner) = between(tail, '[', ']') else { return r.wrong("bytes in brackets", tail) };
        let Ok(blocks) = parted(inner, |c| c == ';') else { return r.wrong("balanced brackets", inner) };
        for block in blocks.into_iter().filter(|b| !b.trim().is_empty()) {
            area.blocks.push(Block::read(block.trim(), r)?);
        }
        Ok(area)
    }
}

/// The position at which the last bracket of the top level opens.
fn open_bracket(text: &str) -> Result<usize, ()> {
    let (mut depth, mut found) = (0i32, None);
    for (n, c) in text.char_indices() {
        match c {
            '[' | '(' | '{' => {
                if depth == 0 && c == '[' {
                    found = Some(n);
                }
                depth += 1;
            }
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
    }
    found.ok_or(())
}

/// `buf#instance+offset`, with `?` for what is not known.
impl Value for Base {
    fn write(&self, w: &mut TermWriter) -> String {
        let inst = self.inst.map_or_else(|| "?".to_owned(), |i| w.piece(i));
        let off = self.off.map_or_else(|| "?".to_owned(), |o| o.to_string());
        format!("{}#{inst}@{off}", self.obj.write(w))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let Ok(parts) = parted(text, |c| matches!(c, '#' | '@')) else { return r.wrong("balanced brackets", text) };
        let &[obj, inst, off] = &parts[..] else { return r.wrong("`object#instance@offset`", text) };
        let obj = ObjId::read(obj, r)?;
        let inst = if inst == "?" { None } else { Some(TermId::read(inst, r)?) };
        let off = if off == "?" { None } else { Some(i64::read(off, r)?) };
        Ok(Base { obj, inst, off })
    }
}

/// A term and what follows it, `a:b`.
impl<A: Value, B: Value> Value for (A, B) {
    fn write(&self, w: &mut TermWriter) -> String {
        let first = self.0.write(w);
        format!("{first}:{}", self.1.write(w))
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match parted(text, |c| c == ':').ok().and_then(|p| Some((*p.first()?, p.get(1)?.len()))) {
            Some((a, _)) => Ok((A::read(a, r)?, B::read(&text[a.len() + 1..], r)?)),
            None => r.wrong("two values, `a:b`", text),
        }
    }
}

/// A record whose fields are listed once.
macro_rules! record {
    ($ty:ty, |$terms:ident| $blank:expr, |$x:ident, $io:ident| $fields:block) => {
        impl Record for $ty {
            #[allow(unused_variables, reason = "not every record needs terms")]
            fn blank($terms: &mut Terms) -> Self {
                $blank
            }

            fn fields<I: Io>(&mut self, $io: &mut I) -> Result<(), Error> {
                let $x = self;
                $fields
                Ok(())
            }
        }
    };
}
pub(super) use record;

record!(NoteRef, |terms| NoteRef { segment: terms.int(0), id: terms.int(0) }, |x, io| {
    io.zero("segment", &mut x.segment)?;
    io.field("id", &mut x.id)?;
});
record!(
    Location,
    |terms| Location { memory: terms.int(0), target: terms.int(0), offset: terms.int(0), len: None },
    |x, io| {
        io.field("memory", &mut x.memory)?;
        io.field("target", &mut x.target)?;
        io.zero("offset", &mut x.offset)?;
        io.opt("len", &mut x.len)?;
    }
);
record!(Wanted, |terms| Wanted { compare: Compare::Eq, value: terms.int(0), initial: None, polled: false }, |x, io| {
    io.head(&mut x.compare)?;
    io.field("value", &mut x.value)?;
    io.opt("initial", &mut x.initial)?;
    io.flag("polled", &mut x.polled)?;
});
record!(Element, |terms| Element { ty: terms.int(0), size: 0 }, |x, io| {
    io.field("type", &mut x.ty)?;
    io.field("size", &mut x.size)?;
});
record!(RequestRef, |terms| RequestRef { obj: ObjId::from_raw(0), inst: terms.int(0), cell: Vec::new() }, |x, io| {
    io.head(&mut x.obj)?;
    io.zero("inst", &mut x.inst)?;
    io.list("cell", &mut x.cell)?;
});
record!(HeldRow, |terms| HeldRow { index: SymId::from_raw(0), stride: 0, bound: terms.int(0) }, |x, io| {
    io.field("index", &mut x.index)?;
    io.field("stride", &mut x.stride)?;
    io.field("bound", &mut x.bound)?;
});
record!(Held, |terms| Held { guard: terms.int(1), at: terms.int(0), handle: terms.int(0), row: None }, |x, io| {
    io.field("handle", &mut x.handle)?;
    io.zero("at", &mut x.at)?;
    io.when("if", &mut x.guard)?;
    io.opt("row", &mut x.row)?;
});
record!(
    Requests,
    |terms| Requests {
        cell: Area { places: Vec::new(), unknown: false, blocks: Vec::new() },
        count: terms.int(1),
        size: 4,
        value: terms.int(0),
        held: Vec::new(),
        known: false,
        partition: None,
    },
    |x, io| {
        io.field("cell", &mut x.cell)?;
        let one = io.is_const(x.count, 1);
        io.unless("count", &mut x.count, one)?;
        let usual = x.size == 4;
        io.unless("bytes", &mut x.size, usual)?;
        io.zero("value", &mut x.value)?;
        io.each("held", &mut x.held)?;
        io.flag("known", &mut x.known)?;
        io.opt("partition", &mut x.partition)?;
    }
);
record!(Dependence, |terms| Dependence { address: terms.int(0), writes: false, set: false }, |x, io| {
    io.head(&mut x.address)?;
    io.flag("writes", &mut x.writes)?;
    io.flag("set", &mut x.set)?;
});
in_braces!(NoteRef, Location, Wanted, Element, RequestRef, HeldRow, Held, Requests, Dependence);
