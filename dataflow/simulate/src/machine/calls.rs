//! Calls and returns (theory, 9.4).

use super::constants::function_at;
use super::execute::TURN;
use super::frame::Back;
use super::{Answer, Frame, Halt, Known, Machine, Result, Value};
use crate::{library, world};
use rma_frontend::ir::{BlockId, Callee, FuncId, Inst, InstKind, LocId, Operand, TypeId};

/// Calls inside each other.
const DEPTH: usize = 2000;
/// Instructions that a call of a parallel model counts as: it takes about as long.
const ROUTINE: u64 = 200;

impl Machine<'_> {
    /// Calls a function of the program and waits for its result; it may not wait for other processes.
    pub fn call_nested(&mut self, process: usize, function: FuncId, args: Vec<Value>) -> Result<Value> {
        match self.known(function) {
            Known::Body => {}
            Known::Row(_) | Known::Nothing => {
                let Answer::Value(value) = self.external(process, function, &args, None)? else {
                    return Err(Halt::Deadlock);
                };
                return Ok(value);
            }
        }
        let depth = self.processes[process].frames.len();
        self.enter(process, function, args, None)?;
        if let Some(frame) = self.processes[process].frames.last_mut() {
            frame.back = Back::Machine;
        }
        while self.processes[process].frames.len() > depth {
            self.simple(process, TURN)?;
            if self.processes[process].frames.len() > depth && !self.step(process)? {
                return Err(Halt::Deadlock);
            }
        }
        Ok(std::mem::take(&mut self.processes[process].result))
    }

    /// The frame of a call.
    pub(super) fn enter(
        &mut self,
        process: usize,
        function: FuncId,
        mut args: Vec<Value>,
        byval: Option<&[(u32, TypeId)]>,
    ) -> Result<()> {
        let f = &self.module.functions[function];
        if self.processes[process].frames.len() >= DEPTH {
            return Err(Halt::Memory);
        }
        let mut values = self.spare.pop().unwrap_or_default();
        values.resize(f.insts.len(), Value::default());
        let mark = self.memory.stack(process);
        for (n, ty) in byval.unwrap_or_default() {
            let (size, align) = (self.module.types[*ty].size, u64::from(self.module.types[*ty].align));
            let Some(arg) = args.get_mut(*n as usize) else { continue };
            let copied = self.memory.copy_out(process, arg.bits, size)?;
            let place = self.memory.take(process, super::memory::STACK, size, align.max(8))?;
            self.memory.copy_in(process, place, &copied)?;
            *arg = Value::new(place);
        }
        let more = if args.len() > f.params.len() { args.split_off(f.params.len()) } else { Vec::new() };
        let entry = BlockId::from_usize(0);
        self.processes[process].frames.push(Frame {
            function,
            block: entry,
            came_from: None,
            next: f.blocks[entry].start,
            values,
            params: args,
            more,
            mark,
            doubts: Vec::new(),
            iterations: Vec::new(),
            back: Back::Caller,
        });
        Ok(())
    }

    /// Returns from a call.
    pub(super) fn leave(&mut self, process: usize, value: Value) {
        match self.drop_frame(process) {
            None => {}
            Some(Back::Machine) => self.processes[process].result = value,
            Some(Back::Caller) => self.resume(process, value),
            Some(Back::Instead(other)) => self.resume(process, other),
            Some(Back::Thread(thread)) => {
                let of = &mut self.processes[process].threads;
                of.results.insert(of.current, value);
                of.current = thread;
                self.resume(process, Value::default());
            }
        }
    }

    /// The innermost call is gone; where it would have returned to.
    pub(super) fn drop_frame(&mut self, process: usize) -> Option<Back> {
        let of = &mut self.processes[process];
        let frame = of.frames.pop()?;
        of.doubts -= frame.doubts.len();
        self.memory.unwind(process, frame.mark);
        self.world.forget_stack(process, super::memory::STACK + frame.mark);
        for mut values in [frame.values, frame.params] {
            values.clear();
            self.spare.push(values);
        }
        Some(frame.back)
    }

    /// The caller continues after its call.
    pub(super) fn resume(&mut self, process: usize, value: Value) {
        let Some(frame) = self.processes[process].frames.last_mut() else { return };
        let (at, f) = (frame.next, &self.module.functions[frame.function]);
        match &f.insts[at].kind {
            InstKind::Call { .. } => self.give(process, at, value),
            InstKind::Invoke { normal, .. } => {
                frame.values[at.index()] = value;
                let to = *normal;
                let _ = self.jump(process, to);
            }
            // A function that runs before the first one, or after the last.
            _ => {}
        }
    }

    /// The last function has returned, or the program has called for its end.
    pub(super) fn end(&mut self, process: usize) -> Result<()> {
        if let Some((last, argument)) = self.processes[process].at_exit.pop() {
            if matches!(self.known(last), Known::Body) {
                return self.enter(process, last, vec![argument], None);
            }
            return self.external(process, last, &[argument], None).map(|_| ());
        }
        self.step_clock(process);
        self.processes[process].ended = true;
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        process: usize,
        inst: &Inst,
        callee: Callee,
        args: &[Operand],
        byval: &[(u32, TypeId)],
    ) -> Result<bool> {
        let mut host = None;
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => {
                let pointer = self.value(process, pointer)?;
                self.decide(process, pointer.read);
                match function_at(self.module, pointer.bits) {
                    Some(function) => function,
                    None => match self.trampoline(process, pointer.bits) {
                        Some((function, argument)) => {
                            host = Some(argument);
                            function
                        }
                        None => return self.library_method(process, pointer.bits, args, inst),
                    },
                }
            }
            Callee::Asm => return Err(Halt::Unknown("inline assembly".to_owned())),
        };
        let mut values = self.spare.pop().unwrap_or_default();
        for operand in args {
            values.push(self.value(process, *operand)?);
        }
        values.extend(host);
        if matches!(self.known(function), Known::Body) {
            self.enter(process, function, values, Some(byval))?;
            return Ok(true);
        }
        let answer = self.external(process, function, &values, inst.loc)?;
        values.clear();
        self.spare.push(values);
        self.answered(process, answer)
    }

    /// Continues after a call of the library; `false` when the process waits in it.
    fn answered(&mut self, process: usize, answer: Answer) -> Result<bool> {
        match answer {
            Answer::Value(value) => {
                self.processes[process].waits = None;
                self.resume(process, value);
            }
            Answer::Wait => return Ok(false),
            // The stack is kept: functions that run at the end may read it.
            Answer::Exit => {
                self.processes[process].frames.clear();
                self.processes[process].doubts = 0;
            }
            Answer::Enter(function, args) => self.enter_as(process, function, args, Back::Caller)?,
            Answer::Instead(function, args, value) => self.enter_as(process, function, args, Back::Instead(value))?,
            Answer::Thread(function, args) => {
                let of = &mut self.processes[process].threads;
                let back = Back::Thread(of.current);
                of.current = of.started;
                self.enter_as(process, function, args, back)?;
            }
            Answer::Throw(object) => self.throw(process, object)?,
        }
        Ok(true)
    }

    /// A call that the library makes.
    fn enter_as(&mut self, process: usize, function: FuncId, args: Vec<Value>, back: Back) -> Result<()> {
        if !matches!(self.known(function), Known::Body) {
            return match self.external(process, function, &args, None)? {
                Answer::Value(value) => {
                    self.resume(process, if let Back::Instead(other) = back { other } else { value });
                    Ok(())
                }
                // `__once_proxy` calls what it finds in a variable.
                Answer::Enter(function, args) => self.enter_as(process, function, args, back),
                _ => Err(Halt::Deadlock),
            };
        }
        self.enter(process, function, args, None)?;
        if let Some(frame) = self.processes[process].frames.last_mut() {
            frame.back = back;
        }
        Ok(())
    }

    /// The procedure and the additional argument that `llvm.init.trampoline` has written at an address.
    fn trampoline(&mut self, process: usize, address: u64) -> Option<(FuncId, Value)> {
        let (code, _) = self.memory.number(process, address, 8).ok()?;
        let function = function_at(self.module, code)?;
        let (host, _) = self.memory.number(process, address + 8, 8).ok()?;
        Some((function, Value::new(host)))
    }

    /// A virtual function of a class of the library.
    fn library_method(&mut self, process: usize, address: u64, args: &[Operand], inst: &Inst) -> Result<bool> {
        let name = library::method_at(address).ok_or(Halt::Address)?;
        let values = args.iter().map(|a| self.value(process, *a)).collect::<Result<Vec<_>>>()?;
        let answer = library::call(self, process, name, &values, inst.loc)?;
        self.answered(process, answer.ok_or_else(|| Halt::Unknown(name.to_owned()))?)
    }

    /// A call of a function without a body.
    pub fn external(&mut self, process: usize, function: FuncId, args: &[Value], loc: Option<LocId>) -> Result<Answer> {
        let module = self.module;
        let name = module.functions[function].name.as_str();
        match self.known(function) {
            Known::Row(row) if row.model.is_parallel() => {
                let answer = world::call(self, process, row, args, loc)?;
                // A waiting process repeats the call.
                if !matches!(answer, Answer::Wait) {
                    self.budget = self.budget.saturating_sub(ROUTINE);
                    self.calls += 1;
                }
                Ok(answer)
            }
            _ => match library::call(self, process, name, args, loc)? {
                Some(answer) => Ok(answer),
                None => Err(Halt::Unknown(name.to_owned())),
            },
        }
    }
}
