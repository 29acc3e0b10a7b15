//! Objects, identified by the place that creates them: one place creates the same object on each visit (theory, 4.3).

use crate::interp::Interp;
use rma_frontend::api::ArgPos;
use rma_frontend::ir::{FuncId, GlobalId, TypeId, ValueId};
use rma_term::ids::{CtxId, ObjId, TermId};
use rma_term::object::Object;
use rustc_hash::{FxHashMap, FxHashSet};

/// Creation site of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ObjKey {
    Global(GlobalId),
    Function(FuncId),
    /// Made by an instruction of an instance.
    Site(CtxId, ValueId, Made),
    /// The memory that a parameter of the entry function points to, by its position.
    Entry(u32),
    /// The text of the command line.
    CommandLine,
    /// The cell in which a library with a model keeps its request; the number is that of the operation's name in the
    /// catalog.
    Kept(u32),
    Anonymous,
    /// Memory and code of the C++ library.
    Library,
    /// The constants in tables that are read at an index that is not known.
    Constants,
    /// The exception in flight, and the last one that was caught.
    Exceptions,
    /// The last values that a process itself has stored in an object that other processes store to.
    Shadow(ObjId),
    /// Provided by the library.
    Provided(Provided),
    /// The team of an active set: first rank, distance, size.
    ActiveSet(TermId, TermId, TermId),
    /// The communicator of a handle that is one of several.
    Chosen(TermId),
}

/// Which of the objects that an instruction makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Made {
    /// The value of the instruction: a stack cell, memory that a call returns.
    Value,
    /// An object that a call stores through this argument.
    Output(ArgPos),
    /// The memory of a window.
    WindowMemory,
    /// Memory of another process in a shared window, whose address a call stores through this argument.
    SharedPart(ArgPos),
    /// Memory of the library with the value of an attribute, whose address a call stores through this argument.
    Attribute(ArgPos),
    /// Symmetric memory of another process.
    OtherMemory,
    /// The window of a segment.
    Segment,
    /// The memory of a segment.
    SegmentMemory,
    /// The object that represents a blocking operation on a segment.
    Call,
    /// The characters of a string.
    Characters,
    /// The elements of the array whose descriptor is this argument.
    Array(ArgPos),
    /// The memory of an allocatable component of this number, in the copy that a call makes.
    Part(u32),
    /// The memory in which `va_start` finds the variable arguments.
    VariableArguments,
    /// The callee's copy of this argument.
    ByValue(u32),
    /// An exception that the library throws.
    Exception,
    /// Memory of the library that a function gets which the routine calls, by a number.
    Passed(u32),
    /// The cell with the number of the thread.
    ThreadNumber,
    /// A task.
    Task,
    /// The data that a task shares with its creator.
    TaskShared,
    /// The copy of its data that a task gets.
    TaskData,
}

/// Objects that the library provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Provided {
    DefaultContext,
    WorldTeam,
    SharedTeam,
}

/// Facts about objects beyond their kind.
#[derive(Debug, Default)]
pub(crate) struct ObjectTable {
    /// The object of each creation site.
    pub ids: FxHashMap<ObjKey, ObjId>,
    /// Memory that the program allocates: a state has content of it, if none that is known, from then on.
    pub allocated: FxHashSet<ObjId>,
    /// For each object, the instance that was allocated last.
    pub made: FxHashMap<ObjId, TermId>,
    /// Escaped objects whose initial content is known.
    pub escaped_with_content: Vec<ObjId>,
    /// The program has written through an unknown pointer.
    pub written_anywhere: bool,
    /// The types of variables of functions.
    pub declared: FxHashMap<ObjId, TypeId>,
}

impl Interp<'_> {
    /// The object of a creation site.
    pub fn object(&mut self, key: ObjKey, make: impl FnOnce() -> Object) -> ObjId {
        if let Some(&id) = self.objects.ids.get(&key) {
            return id;
        }
        let id = self.facts.objects.push(make());
        self.objects.ids.insert(key, id);
        id
    }
}
