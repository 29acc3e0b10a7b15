//! The facts of a program other than the graph, as records: symbols, objects, communicators, windows, threads, loops
//! (theory, 5.1).

use super::Error;
use super::codec::{Io, Reader, Record, Value, Writer, in_braces};
use super::terms::TermWriter;
use super::values::record;
use crate::facts::{Base, Behind, Grid, SharedPart, Window};
use crate::options::{Caller, MemoryModel, Options};
use crate::skeleton::{Edge, Location, Loop, LoopValue, Place};
use crate::thread::{Chunks, Dependence, Handing, Share, ThreadData, ThreadKind};
use rma_frontend::ir::{FuncId, GlobalId};
use rma_term::ids::{CtxId, LoopId, NodeId, SymId, TermId, ThreadId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Distinct, Knowledge, Process, Sym, SymKind, Terms};

/// A word, and what follows it in brackets.
fn split(text: &str) -> (&str, &str) {
    match text.split_once('(').and_then(|(word, rest)| Some((word, rest.strip_suffix(')')?))) {
        Some(parts) => parts,
        None => (text, ""),
    }
}

impl Value for SymKind {
    fn write(&self, w: &mut TermWriter) -> String {
        match self {
            SymKind::Rank(c) => format!("rank({})", c.write(w)),
            SymKind::Size(c) => format!("size({})", c.write(w)),
            SymKind::Counter(l) => format!("counter({})", l.write(w)),
            SymKind::LoopPhi(l) => format!("phi({})", l.write(w)),
            SymKind::Earlier(s, n) => format!("earlier({}:{n})", s.write(w)),
            SymKind::Parameter => "parameter".to_owned(),
            SymKind::Input => "input".to_owned(),
            SymKind::RequestIndex => "request_index".to_owned(),
            SymKind::Sender => "sender".to_owned(),
            SymKind::Lost => "lost".to_owned(),
            SymKind::Index => "index".to_owned(),
            SymKind::Thread => "thread".to_owned(),
            SymKind::Share => "share".to_owned(),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let (word, of) = split(text);
        Ok(match word {
            "rank" => SymKind::Rank(CommId::read(of, r)?),
            "size" => SymKind::Size(CommId::read(of, r)?),
            "counter" => SymKind::Counter(LoopId::read(of, r)?),
            "phi" => SymKind::LoopPhi(LoopId::read(of, r)?),
            "earlier" => {
                let (s, n) = <(SymId, u32)>::read(of, r)?;
                SymKind::Earlier(s, n)
            }
            "parameter" => SymKind::Parameter,
            "input" => SymKind::Input,
            "request_index" => SymKind::RequestIndex,
            "sender" => SymKind::Sender,
            "lost" => SymKind::Lost,
            "index" => SymKind::Index,
            "thread" => SymKind::Thread,
            "share" => SymKind::Share,
            _ => return r.wrong("the kind of a symbol", text),
        })
    }
}

impl Value for Distinct {
    fn write(&self, _: &mut TermWriter) -> String {
        match self {
            Distinct::Unless(n) => format!("unless({n})"),
            Distinct::By(n) => format!("by({n})"),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        match split(text) {
            ("unless", n) => Ok(Distinct::Unless(i64::read(n, r)?)),
            ("by", n) => Ok(Distinct::By(i64::read(n, r)?)),
            _ => r.wrong("unless(N) or by(N)", text),
        }
    }
}

fn usual(kind: &SymKind) -> Knowledge {
    match kind {
        SymKind::Lost => Knowledge::Lost,
        SymKind::Input | SymKind::RequestIndex | SymKind::Sender => Knowledge::Input,
        _ => Knowledge::Known,
    }
}

/// A symbol, and the facts about it that other tables contain.
#[derive(Clone)]
pub(super) struct SymLine {
    pub sym: Sym,
    pub own_name: Option<String>,
    pub from_window: bool,
    pub bases: Option<Vec<Base>>,
    pub behind: Option<Behind>,
    pub share: Option<Share>,
    pub chunks: Option<Chunks>,
    pub executor: Option<ThreadId>,
    pub fetched: Option<Location>,
}

impl SymLine {
    /// The line of a symbol with defaults for everything else.
    pub fn of(sym: Sym) -> SymLine {
        SymLine {
            sym,
            own_name: None,
            from_window: false,
            bases: None,
            behind: None,
            share: None,
            chunks: None,
            executor: None,
            fetched: None,
        }
    }
}

record!(SymLine, |terms| SymLine::of(Sym::new(SymKind::Lost, "", Knowledge::Lost)), |x, io| {
    io.head(&mut x.sym.kind)?;
    let mut known = Some(x.sym.knowledge).filter(|k| *k != usual(&x.sym.kind));
    // A reader begins with empty fields.
    if x.sym.name.is_empty() {
        known = None;
    }
    io.opt("known", &mut known)?;
    x.sym.knowledge = known.unwrap_or(usual(&x.sym.kind));
    io.opt("name", &mut x.own_name)?;
    io.opt("lo", &mut x.sym.lo)?;
    io.opt("hi", &mut x.sym.hi)?;
    io.opt("usual", &mut x.sym.usual)?;
    io.opt("below", &mut x.sym.below)?;
    io.opt("in", &mut x.sym.def_loop)?;
    io.flag("uniform", &mut x.sym.uniform)?;
    io.flag("kept", &mut x.sym.kept)?;
    io.opt("fact", &mut x.sym.fact)?;
    io.opt("least", &mut x.sym.least)?;
    io.opt("most", &mut x.sym.most)?;
    io.opt("distinct", &mut x.sym.distinct)?;
    let usual = x.sym.process == Process::All;
    io.unless("process", &mut x.sym.process, usual)?;
    io.opt("of", &mut x.sym.thread)?;
    io.flag("from_window", &mut x.from_window)?;
    io.opt("fetched", &mut x.fetched)?;
    io.opt("bases", &mut x.bases)?;
    io.opt("behind", &mut x.behind)?;
    io.opt("share", &mut x.share)?;
    io.opt("chunks", &mut x.chunks)?;
    io.opt("executor", &mut x.executor)?;
});

/// The part of a pointer that a symbol stands for: `choice`, `offset` or `instance`.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Choice,
    Offset,
    Instance,
}
super::codec::as_words!(Side { Side::Choice = "choice", Side::Offset = "offset", Side::Instance = "instance" });

record!(Behind, |terms| Behind::Offset(terms.int(0)), |x, io| {
    let (mut side, mut bases) = match &*x {
        Behind::Choice(_, bases) => (Side::Choice, bases.clone()),
        Behind::Offset(_) => (Side::Offset, Vec::new()),
        Behind::Instance(_) => (Side::Instance, Vec::new()),
    };
    let mut ptr = x.pointer();
    io.head(&mut side)?;
    io.field("of", &mut ptr)?;
    io.list("bases", &mut bases)?;
    *x = match side {
        Side::Choice => Behind::Choice(ptr, bases),
        Side::Offset => Behind::Offset(ptr),
        Side::Instance => Behind::Instance(ptr),
    };
});
record!(
    Share,
    |terms| {
        let (none, handing) = (SymId::from_raw(0), Handing::Part);
        Share { upper: none, behind: 0, handing, family: none, whole: None }
    },
    |x, io| {
        io.head(&mut x.handing)?;
        io.field("upper", &mut x.upper)?;
        let usual = x.behind == 0;
        io.unless("behind", &mut x.behind, usual)?;
        io.field("family", &mut x.family)?;
        let mut bounds: Vec<TermId> = x.whole.into_iter().flatten().collect();
        io.list("whole", &mut bounds)?;
        x.whole = match bounds[..] {
            [lower, upper] => Some([lower, upper]),
            _ => None,
        };
    }
);
record!(
    Chunks,
    |terms| {
        let zero = terms.int(0);
        Chunks { team: ThreadId::from_raw(0), number: zero, lower: zero, upper: zero, size: zero, stride: zero }
    },
    |x, io| {
        io.field("team", &mut x.team)?;
        io.field("number", &mut x.number)?;
        io.field("lower", &mut x.lower)?;
        io.field("upper", &mut x.upper)?;
        io.field("size", &mut x.size)?;
        io.field("stride", &mut x.stride)?;
    }
);
in_braces!(Behind, Share, Chunks);

/// What an object is; globals come with whether they hold zeros at the start.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub kind: ObjKind,
    pub zero: bool,
}

impl Value for Kind {
    fn write(&self, _: &mut TermWriter) -> String {
        match self.kind {
            ObjKind::Global(_) if self.zero => "global_zero",
            ObjKind::Global(_) => "global",
            ObjKind::Function(_) => "code",
            ObjKind::Stack => "stack",
            ObjKind::Heap => "heap",
            ObjKind::Entry => "entry",
            ObjKind::Window => "window",
            ObjKind::Datatype => "datatype",
            ObjKind::Comm => "comm",
            ObjKind::Group => "group",
            ObjKind::Request => "request",
            ObjKind::Anonymous => "anonymous",
            ObjKind::OtherHandle => "handle",
        }
        .to_owned()
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        // Those with numbers get them from the module.
        let kind = match text {
            "global" | "global_zero" => ObjKind::Global(GlobalId::from_raw(0)),
            "code" => ObjKind::Function(FuncId::from_raw(0)),
            "stack" => ObjKind::Stack,
            "heap" => ObjKind::Heap,
            "entry" => ObjKind::Entry,
            "window" => ObjKind::Window,
            "datatype" => ObjKind::Datatype,
            "comm" => ObjKind::Comm,
            "group" => ObjKind::Group,
            "request" => ObjKind::Request,
            "anonymous" => ObjKind::Anonymous,
            "handle" => ObjKind::OtherHandle,
            _ => return r.wrong("the kind of an object", text),
        };
        Ok(Kind { kind, zero: text == "global_zero" })
    }
}

/// An object, and the facts about it that other tables contain.
#[derive(Clone)]
pub(super) struct ObjLine {
    pub object: Object,
    pub zero: bool,
    pub own_name: Option<String>,
    pub copied: bool,
    pub moved: Vec<(i64, i64)>,
}

record!(
    ObjLine,
    |terms| ObjLine {
        object: Object::of_kind(ObjKind::Stack),
        zero: false,
        own_name: None,
        copied: false,
        moved: Vec::new(),
    },
    |x, io| {
        let mut kind = Kind { kind: x.object.kind, zero: x.zero };
        io.head(&mut kind)?;
        (x.object.kind, x.zero) = (kind.kind, kind.zero);
        io.opt("name", &mut x.own_name)?;
        io.opt("size", &mut x.object.size)?;
        io.flag("zeroed", &mut x.object.zeroed)?;
        io.flag("escaped", &mut x.object.escaped)?;
        io.flag("copied", &mut x.copied)?;
        io.list("moved", &mut x.moved)?;
    }
);

/// The facts about a communicator.
#[derive(Clone, Default)]
pub(super) struct CommLine {
    pub parent: Option<CommId>,
    pub colour: Option<TermId>,
    pub split: Option<CommId>,
    pub size: Option<TermId>,
    pub rank: Option<TermId>,
    pub doubt: Option<TermId>,
    pub local: Option<CommId>,
    pub leader: Option<(TermId, (CommId, TermId))>,
    pub grid: Option<Grid>,
}

record!(CommLine, |terms| CommLine::default(), |x, io| {
    io.opt("parent", &mut x.parent)?;
    io.opt("colour", &mut x.colour)?;
    io.opt("split", &mut x.split)?;
    io.opt("size", &mut x.size)?;
    io.opt("rank", &mut x.rank)?;
    io.opt("doubt", &mut x.doubt)?;
    io.opt("local", &mut x.local)?;
    io.opt("leader", &mut x.leader)?;
    io.opt("grid", &mut x.grid)?;
});
record!(Grid, |terms| Grid { comm: CommId::World, dims: Vec::new(), periods: Vec::new(), own: Vec::new() }, |x, io| {
    io.field("comm", &mut x.comm)?;
    io.field("dims", &mut x.dims)?;
    io.field("periods", &mut x.periods)?;
    io.field("own", &mut x.own)?;
});
in_braces!(Grid);

record!(
    Window,
    |terms| Window {
        base: None,
        inst: terms.int(0),
        size: None,
        disp_unit: terms.int(1),
        comm: CommId::World,
        contiguous: false,
        allocated: false
    },
    |x, io| {
        io.opt("base", &mut x.base)?;
        io.zero("inst", &mut x.inst)?;
        io.opt("size", &mut x.size)?;
        io.when("unit", &mut x.disp_unit)?;
        let usual = x.comm == CommId::World;
        io.unless("comm", &mut x.comm, usual)?;
        io.flag("contiguous", &mut x.contiguous)?;
        io.flag("allocated", &mut x.allocated)?;
    }
);
record!(
    SharedPart,
    |terms| SharedPart { win: terms.int(0), rank: terms.int(0), base: None, inst: terms.int(0) },
    |x, io| {
        io.field("win", &mut x.win)?;
        io.field("rank", &mut x.rank)?;
        io.opt("base", &mut x.base)?;
        io.zero("inst", &mut x.inst)?;
    }
);
record!(
    ThreadData,
    |terms| ThreadData {
        kind: ThreadKind::Team,
        parent: None,
        number: terms.int(0),
        size: terms.int(1),
        instance: Vec::new(),
        handle: Vec::new(),
        own: None,
        owned: false,
        depends: None,
        groups: Vec::new(),
        of_tasks: false,
        loc: None,
    },
    |x, io| {
        io.head(&mut x.kind)?;
        io.opt("parent", &mut x.parent)?;
        io.zero("number", &mut x.number)?;
        io.when("size", &mut x.size)?;
        io.list("instance", &mut x.instance)?;
        io.list::<Place>("handle", &mut x.handle)?;
        io.opt::<Vec<Dependence>>("depends", &mut x.depends)?;
        io.flag("of_tasks", &mut x.of_tasks)?;
    }
);

/// The facts about all threads together.
#[derive(Clone, Default)]
pub(super) struct ThreadsLine {
    pub level: Option<i64>,
    pub lockstep: Vec<LoopId>,
    pub waiting: Vec<LoopId>,
    pub ending: Vec<ThreadId>,
    pub completes: Vec<ThreadId>,
}
record!(ThreadsLine, |terms| ThreadsLine::default(), |x, io| {
    io.opt("level", &mut x.level)?;
    io.list("lockstep", &mut x.lockstep)?;
    io.list("waiting", &mut x.waiting)?;
    io.list("ending", &mut x.ending)?;
    io.list("completes", &mut x.completes)?;
});

record!(Options, |terms| Options::default(), |x, io| {
    let usual = x.memory_model == MemoryModel::Unified;
    io.unless("memory", &mut x.memory_model, usual)?;
    io.flag("strict", &mut x.strict_spec)?;
    let usual = x.caller == Caller::Launcher;
    io.unless("caller", &mut x.caller, usual)?;
});

record!(LoopValue, |terms| LoopValue { sym: SymId::from_raw(0), init: terms.int(0), back: terms.int(0) }, |x, io| {
    io.head(&mut x.sym)?;
    io.field("init", &mut x.init)?;
    io.field("back", &mut x.back)?;
});
in_braces!(LoopValue);
record!(
    Loop,
    |terms| Loop {
        header: None,
        states: Vec::new(),
        parent: None,
        ctx: CtxId::from_raw(0),
        func: FuncId::from_raw(0),
        counter: SymId::from_raw(0),
        values: Vec::new(),
        trips: None,
        finals: Vec::new(),
        bounds: Vec::new(),
        body_at_last: false,
        loc: None,
        recursion: false,
    },
    |x, io| {
        io.field("counter", &mut x.counter)?;
        io.opt("header", &mut x.header)?;
        io.list::<NodeId>("states", &mut x.states)?;
        io.opt("parent", &mut x.parent)?;
        io.opt("trips", &mut x.trips)?;
        io.list("bounds", &mut x.bounds)?;
        io.each("value", &mut x.values)?;
        io.list("finals", &mut x.finals)?;
        io.flag("last", &mut x.body_at_last)?;
        io.flag("recursion", &mut x.recursion)?;
    }
);

/// The head of a node.
#[derive(Clone, Default)]
pub(super) struct NodeLine {
    pub loops: Vec<LoopId>,
    pub reach: Vec<TermId>,
}
record!(NodeLine, |terms| NodeLine::default(), |x, io| {
    io.list("in", &mut x.loops)?;
    io.list("reach", &mut x.reach)?;
});
record!(Edge, |terms| Edge { to: NodeId::from_raw(0), cond: terms.truth(true), iterations: None }, |x, io| {
    io.head(&mut x.to)?;
    io.when("if", &mut x.cond)?;
    io.opt("turns", &mut x.iterations)?;
});

/// `all`, `target` and `third`; `racing.0`, `earlier.1`; `sender.3.0`, `helper.0.1`.
impl Value for Process {
    fn write(&self, _: &mut TermWriter) -> String {
        match self {
            Process::All => "all".to_owned(),
            Process::Target => "target".to_owned(),
            Process::Third => "third".to_owned(),
            Process::Racing(who) => format!("racing.{who}"),
            Process::Earlier(who) => format!("earlier.{who}"),
            Process::Sender(n, who) => format!("sender.{n}.{who}"),
            Process::Helper(n, who) => format!("helper.{n}.{who}"),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let mut parts = text.split('.');
        let kind = parts.next().unwrap_or_default();
        let numbers: Option<Vec<u8>> = parts.map(|n| n.parse().ok()).collect();
        match (kind, numbers.as_deref()) {
            ("all", Some([])) => Ok(Process::All),
            ("target", Some([])) => Ok(Process::Target),
            ("third", Some([])) => Ok(Process::Third),
            ("racing", Some(&[who])) => Ok(Process::Racing(who)),
            ("earlier", Some(&[who])) => Ok(Process::Earlier(who)),
            ("sender", Some(&[n, who])) => Ok(Process::Sender(n, who)),
            ("helper", Some(&[n, who])) => Ok(Process::Helper(n, who)),
            _ => r.wrong("a process, such as racing.0 or target", text),
        }
    }
}
