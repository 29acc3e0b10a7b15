//! Values that the user of the program gives: the command line, the environment, and what functions make of them (theory, 4.3).
//!
//! A deterministic function of parameters of the run is a parameter itself, the same wherever it is asked for.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::Returns;
use rma_skeleton::facts::{Role, SymKey};
use rma_term::ids::{SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Op, Sym, SymKind, Term};

/// Parts of the names of environment variables that differ from process to process or from machine to machine, as launchers and systems set
/// them (`OMPI_COMM_WORLD_RANK`, `SLURM_PROCID`, `PMIX_RANK`, `HOSTNAME`).
const OF_ONE_PROCESS: [&str; 9] =
    ["RANK", "PROCID", "LOCALID", "NODEID", "NODENAME", "VPID", "PMI_ID", "HOST", "TASK_PID"];

impl<'a> Interp<'a> {
    /// How many bits of a value are set: none, one, or more. Optimised code asks so for powers of two (`n & (n - 1)`).
    pub(super) fn set_bits(&mut self, frame: &mut Frame<'a>, call: &CallSite, of: TermId, mem: &mut Mem) -> TermId {
        if let Some(known) = self.facts.terms.as_const(of).filter(|c| *c >= 0) {
            return self.facts.terms.int(i64::from(known.count_ones()));
        }
        let before = self.facts.terms.add_int(of, -1);
        let common = self.facts.terms.op(Op::And, of, before);
        let [none, power] = [of, common].map(|t| self.facts.terms.eq0(t));
        let (count, most) = (self.function_of_arguments(frame, call, mem), self.facts.terms.int(63));
        let above_two = self.facts.terms.op(Op::Mod, count, most);
        let more = self.facts.terms.add_int(above_two, 2);
        let [zero, one] = [0, 1].map(|n| self.facts.terms.int(n));
        let some = self.facts.terms.ite(power, one, more);
        self.facts.terms.ite(none, zero, some)
    }

    /// The result of a function of the arguments and of the memory that they point to. If a pointer is one of several, so is the result.
    pub(super) fn function_of_each(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        let read = |pos: usize| {
            call.routine.effects.iter().any(|e| e.at == pos && e.access == rma_frontend::api::AccessKind::Read)
        };
        for (pos, a) in call.args.iter().enumerate().filter(|(pos, _)| read(*pos)) {
            if let Term::Ite(cond, a, b) = *self.facts.terms.get(*a) {
                let [null_a, null_b] = [a, b].map(|t| self.facts.terms.as_const(t) == Some(0));
                let mut of = |text: TermId| {
                    let mut args = call.args.to_vec();
                    args[pos] = text;
                    self.function_of_each(frame, &CallSite { args: &args, ..*call }, mem)
                };
                // Nothing is read behind a null pointer: the program has made sure that it is the other one (C11, 7.1.4).
                return match (null_a, null_b) {
                    (true, false) => of(b),
                    (false, true) => of(a),
                    _ => {
                        let (a, b) = (of(a), of(b));
                        self.facts.terms.ite(cond, a, b)
                    }
                };
            }
        }
        match call.routine.returns {
            Returns::Number(pos) => self.number_in_text(call, pos, mem),
            Returns::Order(a, b) => self.order_of_texts(call, [a, b], mem),
            _ => None,
        }
        .unwrap_or_else(|| self.function_of_arguments(frame, call, mem))
    }

    /// A deterministic function of arguments and of the memory that they point to: `atoi(argv[1])` has the knowledge of `argv[1]`.
    fn function_of_arguments(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        let (mut inputs, mut of_settings) = (Vec::new(), false);
        for (pos, a) in call.args.iter().enumerate() {
            let of = |kind| call.routine.effects.iter().any(|e| e.at == pos && e.access == kind);
            let behind = of(rma_frontend::api::AccessKind::Read);
            if !behind
                && (of(rma_frontend::api::AccessKind::Write) || call.routine.outputs.iter().any(|o| o.arg == pos))
            {
                continue;
            }
            if behind && self.is_of_settings(*a) {
                of_settings = true;
                inputs.push(*a);
            } else if behind {
                let known = self.content_behind(*a, mem).or_else(|| self.text_behind(*a, mem));
                match known {
                    Some(t) if self.facts.terms.knowledge(t) == Knowledge::Input => {
                        return self.input(frame, call.value, Role::Value, &call.routine.name);
                    }
                    Some(t) => inputs.push(t),
                    None if let Some(t) = self.same_bytes_behind(*a, mem) => {
                        of_settings = true;
                        inputs.push(t);
                    }
                    None if self.is_learned_behind(*a, mem) => {
                        return self.input(frame, call.value, Role::Value, &call.routine.name);
                    }
                    None => return self.lost(frame, call.value, Role::Value),
                }
            } else {
                inputs.push(*a);
            }
        }
        let value = self.facts.terms.apply(&call.routine.name, &inputs);
        if of_settings { self.made_of_settings(value, call) } else { self.as_parameter(value, call) }
    }

    /// A setting of the process, such as an environment variable: a pointer to its text, or null. All calls for the same name give the same
    /// pointer.
    pub(super) fn setting(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        let read = |pos: &usize| {
            call.routine.effects.iter().any(|e| e.at == *pos && e.access == rma_frontend::api::AccessKind::Read)
        };
        let named: Option<Vec<TermId>> = (0..call.args.len())
            .filter(read)
            .map(|pos| {
                let text = self.text_behind(call.args[pos], mem);
                text.or_else(|| self.content_behind(call.args[pos], mem))
            })
            .collect();
        let Some(named) = named else { return self.input(frame, call.value, Role::Value, &call.routine.name) };
        let value = self.facts.terms.apply(&call.routine.name, &named);
        let of_all = named.iter().all(|name| self.is_of_all_processes(*name));
        let value = self.made_of_settings(value, call);
        if let Term::Sym(s) = *self.facts.terms.get(value) {
            self.facts.texts.insert(s);
            self.facts.terms.syms[s].uniform = of_all;
        }
        self.is_at_least(value, 0)
    }

    /// Whether all processes have the same environment variable of a name (assumption 26); not where a launcher or system gives
    /// each process or machine its own.
    fn is_of_all_processes(&self, name: TermId) -> bool {
        let text = self.facts.terms.as_const(name).and_then(|number| self.api.texts.text(number));
        match text {
            Some(text) => {
                let text = String::from_utf8_lossy(text.as_ref()).to_ascii_uppercase();
                !OF_ONE_PROCESS.iter().any(|part| text.contains(part))
            }
            None => self.alike(&[name]),
        }
    }

    /// A value that settings determine, as a value that each process reads. It is the same on all processes, if all settings that it
    /// depends on are.
    fn made_of_settings(&mut self, of: TermId, call: &CallSite) -> TermId {
        let loc = self.facts.terms.limits.here();
        let name = format!("{}(..)", call.routine.name);
        let (uniform, def_loop) = (self.alike(&[of]), self.facts.innermost(of));
        let s = self.facts.symbol(SymKey::Parameter(of), |_| Sym {
            loc,
            def_loop,
            uniform,
            ..Sym::new(SymKind::Input, name, Knowledge::Input)
        });
        self.facts.terms.sym(s)
    }

    /// Made of settings and constants alone.
    fn is_of_settings(&self, t: TermId) -> bool {
        let terms = &self.facts.terms;
        let setting = |s: SymId| terms.syms[s].kind == SymKind::Input && self.facts.texts.contains(&s);
        terms.any_sym(t, |_| true) && !terms.any_sym(t, |s| !setting(s))
    }

    /// Records a lower bound of a value.
    pub(super) fn is_at_least(&mut self, t: TermId, least: i64) -> TermId {
        if let Term::Sym(s) = *self.facts.terms.get(t) {
            let sym = &mut self.facts.terms.syms[s];
            sym.lo = Some(sym.lo.map_or(least, |lo| lo.max(least)));
        }
        t
    }

    /// A function of nothing but parameters of the run is a parameter itself.
    pub(super) fn as_parameter(&mut self, value: TermId, call: &CallSite) -> TermId {
        let given = |s: SymId| self.facts.terms.syms[s].kind == SymKind::Parameter || self.facts.texts.contains(&s);
        let mut any = false;
        let mut all = true;
        self.facts.terms.for_each_sym(value, &mut |s| {
            any = true;
            all &= given(s);
        });
        if any && all { self.parameter(value, &format!("{}(..)", call.routine.name)) } else { value }
    }

    /// A value that a call makes of another one: a parameter of the run if that is one.
    pub(super) fn as_known_as(&mut self, frame: &Frame<'a>, call: &CallSite, of: Option<TermId>, what: &str) -> TermId {
        match of.filter(|of| self.is_parameter(*of)) {
            Some(of) => {
                // Each item of a statement is another one.
                let item = self.facts.terms.int(i64::from(call.value.raw()));
                let value = self.facts.terms.apply(&format!("{} {what}", call.routine.name), &[of, item]);
                self.parameter(value, "argv[..]")
            }
            None => self.input(frame, call.value, Role::Value, &call.routine.name),
        }
    }

    /// Made of parameters of the run alone.
    pub(crate) fn is_parameter(&self, t: TermId) -> bool {
        let (mut only, mut others) = (false, false);
        self.facts.terms.for_each_sym(t, &mut |s| match self.facts.terms.syms[s].kind {
            SymKind::Parameter => only = true,
            _ => others = true,
        });
        only && !others
    }

    /// A value that a term of parameters determines, as a new parameter.
    pub(crate) fn parameter(&mut self, of: TermId, name: &str) -> TermId {
        let def_loop = self.facts.innermost(of);
        let loc = self.facts.terms.limits.here();
        let s = self.facts.symbol(SymKey::Parameter(of), |_| Sym {
            uniform: true,
            def_loop,
            loc,
            ..Sym::new(SymKind::Parameter, name, Knowledge::Known)
        });
        self.facts.terms.sym(s)
    }

    /// A term that identifies the content of the memory that a pointer points to, if this content does not change: program arguments,
    /// constants.
    pub(crate) fn content_behind(&mut self, ptr: TermId, mem: &Mem) -> Option<TermId> {
        let places = self.facts.places(ptr);
        if places.list.is_empty() && self.facts.terms.any_sym(ptr, |_| true) {
            let parameter = self.facts.terms.knowledge(ptr) == Knowledge::Known;
            return parameter.then_some(ptr);
        }
        let constant = |p: &rma_skeleton::skeleton::Place| {
            let fixed = match self.facts.objects[p.obj].kind {
                ObjKind::Global(g) => self.facts.module.globals[g].is_const,
                ObjKind::Entry => true,
                _ => false,
            };
            fixed && mem.get(p.obj).is_none_or(|m| !m.dirty.any())
        };
        (!places.unknown && !places.list.is_empty() && places.list.iter().all(constant)).then_some(ptr)
    }

    /// Whether the program learns at run time what is in the memory that a pointer points to.
    fn is_learned_behind(&mut self, ptr: TermId, mem: &Mem) -> bool {
        let places = self.facts.places(ptr);
        if places.list.is_empty() {
            return self.facts.terms.knowledge(ptr) == Knowledge::Input;
        }
        !places.unknown && places.list.iter().all(|p| mem.get(p.obj).is_some_and(|m| m.learned))
    }
}
