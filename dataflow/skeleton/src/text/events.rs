//! Events as records: what kind of event a line is, and its fields (theory, 5.1).

use super::Error;
use super::codec::{Io, Reader, Record, Value, Writer, identifier};
use super::team::{team_event, team_line};
use super::terms::TermWriter;
use super::values::{KindOfEpoch, record};
use crate::skeleton::{
    Access, Actor, Area, Complete, Covers, Death, Direction, EpochCall, Event, Issue, Location, Members, NoteRef,
    OrderCall, OrderKind, Part, Place, Requests,
};
use rma_frontend::api::{AccessKind, Bank, Epoch, Routine, Side, catalog};
use rma_term::ids::{ObjId, TermId};
use rma_term::term::{CommId, Terms};

/// What instructions are called that make accesses.
const INSTRUCTIONS: [&str; 9] =
    ["load", "store", "atomic load", "atomic store", "copy", "fill", "atomic update", "unknown call", "end"];

fn nowhere() -> Area {
    Area { places: Vec::new(), unknown: false, blocks: Vec::new() }
}

/// A placeholder routine, before the routine of a record is read.
fn any_routine() -> Option<&'static Routine> {
    catalog().iter().next()
}

impl Value for Actor {
    fn write(&self, w: &mut TermWriter) -> String {
        match self {
            Actor::Instruction(what) => (*what).to_owned().write(w),
            Actor::Argument { routine, arg } if identifier(arg) == *arg => format!("{}.{arg}", routine.name),
            Actor::Argument { routine, arg } => format!("{}.{}", routine.name, arg.write(w)),
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        if text.starts_with('"') {
            let name = String::read(text, r)?;
            return match INSTRUCTIONS.iter().find(|i| **i == name) {
                Some(i) => Ok(Actor::Instruction(i)),
                None => r.wrong("the name of an instruction", text),
            };
        }
        let at = text.find(".\"").or_else(|| text.rfind('.'));
        match at.map(|at| (&text[..at], &text[at + 1..])) {
            Some((name, arg)) => {
                let routine = <&'static Routine>::read(name, r)?;
                let arg = if arg.starts_with('"') { String::read(arg, r)? } else { arg.to_owned() };
                Ok(Actor::Argument { routine, arg })
            }
            None => r.wrong("who makes the access, `MPI_Send.buf` or `\"load\"`", text),
        }
    }
}

/// The usual instruction for an access of this kind, which the text leaves out.
fn usual(kind: AccessKind) -> Actor {
    Actor::Instruction(match kind {
        AccessKind::Read => "load",
        AccessKind::Write => "store",
        AccessKind::Atomic => "atomic update",
    })
}

record!(
    Access,
    |terms| Access {
        kind: AccessKind::Read,
        area: nowhere(),
        actor: Actor::Instruction(""),
        bank: Bank::Own,
        symmetric: false,
        cond: terms.truth(true),
    },
    |x, io| {
        io.head(&mut x.kind)?;
        io.head(&mut x.area)?;
        let common = x.actor == usual(x.kind);
        if x.actor == Actor::Instruction("") {
            x.actor = usual(x.kind);
        }
        io.unless("by", &mut x.actor, common)?;
        let mut remote = x.bank == Bank::Target;
        io.flag("remote", &mut remote)?;
        x.bank = if remote { Bank::Target } else { Bank::Own };
        io.flag("symmetric", &mut x.symmetric)?;
        io.when("when", &mut x.cond)?;
    }
);

/// An effect of an operation: `read(buf[0..8])`, `write(mem[0..8] when=rank==0)`.
#[derive(Clone)]
struct Effect(Access);

impl Value for Effect {
    fn write(&self, w: &mut TermWriter) -> String {
        let text = Writer::record(w, &self.0);
        match text.split_once(' ') {
            Some((kind, rest)) => format!("{kind}({rest})"),
            None => text,
        }
    }

    fn read(text: &str, r: &mut Reader) -> Result<Self, Error> {
        let inner = text.split_once('(').and_then(|(kind, rest)| Some((kind, rest.strip_suffix(')')?)));
        match inner {
            Some((kind, rest)) => r.record(&format!("{kind} {rest}")).map(Effect),
            None => r.wrong("an effect, `read(buf[0..8])`", text),
        }
    }
}

/// The argument that an effect uses if no other argument is given.
fn usual_argument(routine: &'static Routine, bank: Bank) -> Actor {
    let arg = if bank == Bank::Own { "origin_addr" } else { "target_disp" };
    Actor::Argument { routine, arg: arg.to_owned() }
}

/// An issue with a routine.
#[derive(Clone)]
pub(super) struct IssueLine(pub Option<Issue>);

impl Record for IssueLine {
    fn blank(_: &mut Terms) -> Self {
        IssueLine(any_routine().map(|r| Issue::of(r, Vec::new())))
    }

    fn fields<I: Io>(&mut self, io: &mut I) -> Result<(), Error> {
        let Some(x) = &mut self.0 else { return Ok(()) };
        io.head(&mut x.routine)?;
        io.opt("win", &mut x.target.win)?;
        io.opt("target", &mut x.target.rank)?;
        io.opt("disp", &mut x.target.disp)?;
        io.opt("which", &mut x.target.which)?;
        for (key, bank) in [("own", Bank::Own), ("remote", Bank::Target)] {
            // An effect that uses the default argument does not name it.
            let mut here: Vec<Effect> = x.effects.iter().filter(|e| e.bank == bank).cloned().map(Effect).collect();
            for e in &mut here {
                e.0.bank = Bank::Own;
                if e.0.actor == usual_argument(x.routine, bank) {
                    e.0.actor = usual(e.0.kind);
                }
            }
            let before = here.len();
            io.each(key, &mut here)?;
            for mut e in here.drain(before..).map(|e| e.0) {
                e.bank = bank;
                if e.actor == usual(e.kind) {
                    e.actor = usual_argument(x.routine, bank);
                }
                x.effects.push(e);
            }
        }
        let mut epoch = x.epoch.kind.map(KindOfEpoch);
        io.opt("epoch", &mut epoch)?;
        x.epoch.kind = epoch.map(|e| e.0);
        io.opt("outside", &mut x.epoch.outside)?;
        io.opt("active_only", &mut x.epoch.active_only)?;
        io.opt("op", &mut x.atomicity.op)?;
        io.opt("stores", &mut x.written.stores)?;
        io.opt("element", &mut x.atomicity.element)?;
        io.opt("request", &mut x.completion.request)?;
        io.opt("partition", &mut x.completion.partition)?;
        io.flag("over", &mut x.completion.over)?;
        io.flag("atomic", &mut x.atomicity.atomic)?;
        io.flag("by_operator", &mut x.atomicity.by_operator)?;
        io.flag("announced", &mut x.completion.announced)?;
        io.opt("value", &mut x.written.value)?;
        io.opt("adds", &mut x.written.adds)?;
        io.opt("queue", &mut x.completion.queue)?;
        io.opt("note", &mut x.completion.note)
    }
}

record!(Part, |terms| Part { count: terms.int(0), least: 0 }, |x, io| {
    io.field("count", &mut x.count)?;
    io.field("least", &mut x.least)?;
});
super::codec::in_braces!(Part);

/// A completion with a routine.
#[derive(Clone)]
pub(super) struct CompleteLine(pub Option<Complete>);

/// The kind of operations that a completion covers, as the word that determines the fields.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Window,
    Target,
    Requests,
    Queue,
    Note,
}
super::codec::as_words!(Scope {
    Scope::Window = "window", Scope::Target = "target", Scope::Requests = "requests", Scope::Queue = "queue", Scope::Note = "note",
});

impl Record for CompleteLine {
    fn blank(terms: &mut Terms) -> Self {
        let zero = terms.int(0);
        let cond = terms.truth(true);
        let covers = Covers::Window { win: zero, passive: None };
        CompleteLine(any_routine().map(|routine| Complete { routine, side: Side::Both, covers, cond, some: None }))
    }

    fn fields<I: Io>(&mut self, io: &mut I) -> Result<(), Error> {
        let Some(x) = &mut self.0 else { return Ok(()) };
        io.head(&mut x.routine)?;
        let mut scope = match &x.covers {
            Covers::Window { .. } => Scope::Window,
            Covers::Target { .. } => Scope::Target,
            Covers::Requests(_) => Scope::Requests,
            Covers::Queue(_) => Scope::Queue,
            Covers::Note(_) => Scope::Note,
        };
        let before = scope;
        io.head(&mut scope)?;
        if scope != before {
            let zero = x.cond;
            x.covers = match scope {
                Scope::Window => Covers::Window { win: zero, passive: None },
                Scope::Target => Covers::Target { win: zero, rank: zero },
                Scope::Requests => Covers::Requests(Box::new(Requests::of_value(zero, zero, 4))),
                Scope::Queue => Covers::Queue(zero),
                Scope::Note => Covers::Note(NoteRef { segment: zero, id: zero }),
            };
        }
        match &mut x.covers {
            Covers::Window { win, passive } => {
                io.field("win", win)?;
                io.opt("passive", passive)?;
            }
            Covers::Target { win, rank } => {
                io.field("win", win)?;
                io.field("rank", rank)?;
            }
            Covers::Requests(requests) => io.field("of", &mut **requests)?,
            Covers::Queue(queue) => io.field("queue", queue)?,
            Covers::Note(note) => io.field("note", note)?,
        }
        let usual = x.side == Side::Both;
        io.unless("side", &mut x.side, usual)?;
        io.when("when", &mut x.cond)?;
        io.opt("some", &mut x.some)
    }
}

/// A synchronisation call on a window.
#[derive(Clone)]
pub(super) struct EpochLine(pub Option<EpochCall>);

impl Record for EpochLine {
    fn blank(terms: &mut Terms) -> Self {
        let (zero, yes) = (terms.int(0), terms.truth(true));
        EpochLine(any_routine().map(|routine| EpochCall {
            routine,
            change: Epoch::Fence,
            win: zero,
            comm: CommId::World,
            rank: None,
            exclusive: zero,
            assert: None,
            members: Members::All,
            ends: yes,
            cond: yes,
            unmatched: None,
            mixed: None,
            removes: None,
        }))
    }

    fn fields<I: Io>(&mut self, io: &mut I) -> Result<(), Error> {
        let Some(x) = &mut self.0 else { return Ok(()) };
        io.head(&mut x.routine)?;
        io.head(&mut x.change)?;
        io.field("win", &mut x.win)?;
        comm(io, &mut x.comm)?;
        io.opt("rank", &mut x.rank)?;
        io.zero("exclusive", &mut x.exclusive)?;
        io.opt("assert", &mut x.assert)?;
        let usual = x.members == Members::All;
        io.unless("members", &mut x.members, usual)?;
        io.when("ends", &mut x.ends)?;
        io.when("when", &mut x.cond)?;
        io.opt("unmatched", &mut x.unmatched)?;
        io.opt("mixed", &mut x.mixed)?;
        io.opt("removes", &mut x.removes)
    }
}

fn comm<I: Io>(io: &mut I, comm: &mut CommId) -> Result<(), Error> {
    let usual = *comm == CommId::World;
    io.unless("comm", comm, usual)
}

/// Which part an order call takes.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Collective,
    Send,
    Receive,
    Taken,
    Observe,
    Update,
    Notify,
    Notified,
    Reset,
    Arrive,
}
super::codec::as_words!(Role {
    Role::Collective = "collective", Role::Send = "send", Role::Receive = "receive", Role::Taken = "taken",
    Role::Observe = "observe", Role::Update = "update", Role::Notify = "notify", Role::Notified = "notified",
    Role::Reset = "reset", Role::Arrive = "arrive",
});

/// An order call with a routine.
#[derive(Clone)]
pub(super) struct OrderLine(pub Option<OrderCall>);

impl OrderLine {
    fn part(kind: &OrderKind) -> Role {
        match kind {
            OrderKind::Collective { .. } => Role::Collective,
            OrderKind::Send { .. } => Role::Send,
            OrderKind::Receive { .. } => Role::Receive,
            OrderKind::Taken { .. } => Role::Taken,
            OrderKind::Observe { .. } => Role::Observe,
            OrderKind::Update { .. } => Role::Update,
            OrderKind::Notify { .. } => Role::Notify,
            OrderKind::Notified { .. } => Role::Notified,
            OrderKind::Reset { .. } => Role::Reset,
            OrderKind::Arrive { .. } => Role::Arrive,
        }
    }

    /// A placeholder for such a part, before its fields are read.
    fn empty(part: Role, zero: TermId) -> OrderKind {
        let request = ObjId::from_raw(0);
        let location = Location { memory: zero, target: zero, offset: zero, len: None };
        let note = NoteRef { segment: zero, id: zero };
        let direction = Direction::AllToAll;
        match part {
            Role::Collective => {
                OrderKind::Collective { direction, root: None, frees: None, makes: None, request: None }
            }
            Role::Send => OrderKind::Send { to: zero, tag: zero, synchronous: false, request: None },
            Role::Receive => {
                OrderKind::Receive { from: None, tag: None, takes: true, posted: false, sender: None, told: None }
            }
            Role::Taken => OrderKind::Taken { to: zero, tag: zero, request },
            Role::Observe => OrderKind::Observe { location, claims: false, wanted: None },
            Role::Update => OrderKind::Update { location, value: None, adds: None },
            Role::Notify => OrderKind::Notify { note, to: zero, queue: None },
            Role::Notified => OrderKind::Notified { note },
            Role::Reset => OrderKind::Reset { note },
            Role::Arrive => OrderKind::Arrive { request, direction, root: None },
        }
    }
}

impl Record for OrderLine {
    fn blank(terms: &mut Terms) -> Self {
        let zero = terms.int(0);
        let cond = terms.truth(true);
        OrderLine(any_routine().map(|routine| OrderCall {
            routine,
            kind: OrderLine::empty(Role::Arrive, zero),
            comm: CommId::World,
            handle: None,
            cond,
            empty: None,
            member: None,
        }))
    }

    fn fields<I: Io>(&mut self, io: &mut I) -> Result<(), Error> {
        let Some(x) = &mut self.0 else { return Ok(()) };
        io.head(&mut x.routine)?;
        let mut part = OrderLine::part(&x.kind);
        let before = part;
        io.head(&mut part)?;
        if part != before {
            // Any term will do until the fields are read.
            x.kind = OrderLine::empty(part, x.cond);
        }
        match &mut x.kind {
            OrderKind::Collective { direction, root, frees, makes, request } => {
                io.head(direction)?;
                io.opt("root", root)?;
                io.opt("frees", frees)?;
                io.opt("makes", makes)?;
                io.opt("request", request)?;
            }
            OrderKind::Send { to, tag, synchronous, request } => {
                io.field("to", to)?;
                io.field("tag", tag)?;
                io.flag("synchronous", synchronous)?;
                io.opt("request", request)?;
            }
            OrderKind::Receive { from, tag, takes, posted, sender, told } => {
                io.opt("from", from)?;
                io.opt("tag", tag)?;
                let mut leaves = !*takes;
                io.flag("leaves", &mut leaves)?;
                *takes = !leaves;
                io.flag("posted", posted)?;
                io.opt("sender", sender)?;
                io.opt("told", told)?;
            }
            OrderKind::Taken { to, tag, request } => {
                io.field("to", to)?;
                io.field("tag", tag)?;
                io.field("request", request)?;
            }
            OrderKind::Observe { location, claims, wanted } => {
                io.field("at", location)?;
                io.flag("claims", claims)?;
                io.opt("wanted", wanted)?;
            }
            OrderKind::Update { location, value, adds } => {
                io.field("at", location)?;
                io.opt("value", value)?;
                io.opt("adds", adds)?;
            }
            OrderKind::Notify { note, to, queue } => {
                io.field("note", note)?;
                io.field("to", to)?;
                io.opt("queue", queue)?;
            }
            OrderKind::Notified { note } | OrderKind::Reset { note } => io.field("note", note)?,
            OrderKind::Arrive { request, direction, root } => {
                io.head(direction)?;
                io.field("request", request)?;
                io.opt("root", root)?;
            }
        }
        comm(io, &mut x.comm)?;
        io.opt("handle", &mut x.handle)?;
        io.when("when", &mut x.cond)?;
        io.opt("empty", &mut x.empty)?;
        io.opt("member", &mut x.member)
    }
}

/// The end of memory.
#[derive(Clone)]
struct DeathLine {
    places: Vec<Place>,
    unknown: bool,
    how: Death,
}
record!(DeathLine, |terms| DeathLine { places: Vec::new(), unknown: false, how: Death::Return }, |x, io| {
    io.head(&mut x.how)?;
    io.list("of", &mut x.places)?;
    io.flag("perhaps", &mut x.unknown)?;
});

/// An event as a line.
pub(super) fn write(w: &mut TermWriter, event: &Event) -> String {
    let (word, text) = match event {
        Event::Access(a) => return Writer::record(w, a),
        Event::Issue(i) => ("issue", Writer::record(w, &IssueLine(Some((**i).clone())))),
        Event::Complete(c) => ("complete", Writer::record(w, &CompleteLine(Some(c.clone())))),
        Event::Epoch(e) => ("epoch", Writer::record(w, &EpochLine(Some((**e).clone())))),
        Event::Order(o) => ("order", Writer::record(w, &OrderLine(Some((**o).clone())))),
        Event::Death { places, unknown, how } => {
            ("death", Writer::record(w, &DeathLine { places: places.clone(), unknown: *unknown, how: *how }))
        }
        Event::Team(t) => ("team", Writer::record(w, &team_line(t))),
        Event::Foreign => return "foreign".to_owned(),
        Event::ForgetRequest { cell } => ("forget", cell.write(w)),
    };
    format!("{word} {text}")
}

/// The event on a line; `None` if the line contains none.
pub(super) fn read(text: &str, r: &mut Reader) -> Result<Option<Event>, Error> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let missing = |r: &Reader| r.wrong("a table with routines", rest);
    Ok(Some(match word {
        "read" | "write" | "atomic" => Event::Access(r.record(text)?),
        "issue" => match r.record::<IssueLine>(rest)?.0 {
            Some(x) => Event::Issue(Box::new(x)),
            None => return missing(r),
        },
        "complete" => match r.record::<CompleteLine>(rest)?.0 {
            Some(x) => Event::Complete(x),
            None => return missing(r),
        },
        "epoch" => match r.record::<EpochLine>(rest)?.0 {
            Some(x) => Event::Epoch(Box::new(x)),
            None => return missing(r),
        },
        "order" => match r.record::<OrderLine>(rest)?.0 {
            Some(x) => Event::Order(Box::new(x)),
            None => return missing(r),
        },
        "death" => {
            let DeathLine { places, unknown, how } = r.record(rest)?;
            Event::Death { places, unknown, how }
        }
        "team" => {
            let line = r.record(rest)?;
            Event::Team(team_event(line, r)?)
        }
        "foreign" => Event::Foreign,
        "forget" => Event::ForgetRequest { cell: Area::read(rest.trim(), r)? },
        _ => return Ok(None),
    }))
}
