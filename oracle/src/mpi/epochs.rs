//! One process: which epoch each operation is in, and the calls that complete it (thesis, Table 4.2; MPI 4.1, 12.5).
//!
//! A window is used with one kind of synchronisation in a program (fences, locks, or post-start-complete-wait), and
//! every epoch is closed. What breaks these or other rules of epochs is [`Invalid`]: broken rules are not judged here.

use super::lang::{Reduction, Routine};
use super::unroll::{Act, Operation, Step};
use crate::race::Invalid;
use std::collections::BTreeSet;

/// The epoch of an operation at its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Epoch {
    /// Opened by the fence with this number on the window.
    Fence(usize),
    /// The epoch of the start with this number among the starts of the origin for this target on the window.
    Access(usize),
    /// The lock call at this step.
    Lock { step: usize, exclusive: bool },
}

/// An operation and the calls of its process that complete it, as steps.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Life {
    pub step: usize,
    pub epoch: Epoch,
    /// Steps after which its buffers at the origin may be used again.
    pub local: Vec<usize>,
    /// Steps after which it is complete at the target. With post-start-complete-wait, the wait of the target must
    /// follow.
    pub remote: Vec<usize>,
}

/// A lock epoch, from its lock call to its unlock call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Held {
    pub win: usize,
    /// The target; `None` for all.
    pub target: Option<usize>,
    pub exclusive: bool,
    pub from: usize,
    pub to: usize,
}

/// Everything about the epochs of one process.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Epochs {
    pub lives: Vec<Life>,
    pub held: Vec<Held>,
    /// A request is active at the end.
    pub unfinished: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Fence,
    Passive,
    Active,
}

#[derive(Clone)]
struct Window {
    style: Option<Style>,
    fences: usize,
    open: bool,
    issued: bool,
    /// The targets of the open access epoch, each with its number.
    start: Vec<(usize, usize)>,
    starts: Vec<usize>,
    started: bool,
    post: bool,
    locks: Vec<Option<(usize, bool)>>,
    all: Option<usize>,
}

impl Window {
    fn style(&mut self, style: Style) -> Result<(), Invalid> {
        if *self.style.get_or_insert(style) == style { Ok(()) } else { Err(Invalid("kinds of epochs are mixed")) }
    }

    fn epoch(&self, target: usize) -> Option<Epoch> {
        let passive = self.locks[target].or(self.all.map(|step| (step, false)));
        if let Some((step, exclusive)) = passive {
            return Some(Epoch::Lock { step, exclusive });
        }
        match self.start.iter().find(|(peer, _)| *peer == target) {
            Some(&(_, number)) => Some(Epoch::Access(number)),
            None => self.open.then(|| Epoch::Fence(self.fences - 1)),
        }
    }

    fn quiet(&self) -> bool {
        !self.issued && !self.started && !self.post && !self.passive()
    }

    fn passive(&self) -> bool {
        self.all.is_some() || self.locks.iter().any(Option::is_some)
    }
}

/// Follows the epochs of one process of `size`.
///
/// # Errors
/// When a rule of epochs or requests is broken.
pub fn epochs(steps: &[Step], windows: usize, size: usize) -> Result<Epochs, Invalid> {
    let window = Window {
        style: None,
        fences: 0,
        open: false,
        issued: false,
        start: Vec::new(),
        starts: vec![0; size],
        started: false,
        post: false,
        locks: vec![None; size],
        all: None,
    };
    let mut state = vec![window; windows];
    let mut result = Epochs::default();
    let mut requests: BTreeSet<u32> = BTreeSet::new();
    for (step, Step { act, .. }) in steps.iter().enumerate() {
        if let Some(request) = started(act)
            && !requests.insert(request)
        {
            return Err(Invalid("a request is used again before its wait"));
        }
        match act {
            Act::Rma(op) => {
                let window = &mut state[op.win];
                let epoch = window.epoch(op.target).ok_or(Invalid("an operation outside any epoch"))?;
                let passive = matches!(epoch, Epoch::Lock { .. });
                if op.request.is_some() && !passive {
                    return Err(Invalid("a request outside a passive epoch"));
                }
                window.issued |= !passive;
                let (local, remote) = completions(&steps[step + 1..], op, step + 1);
                result.lives.push(Life { step, epoch, local, remote });
            }
            Act::Fence { win, noprecede, nosucceed, .. } => {
                let window = &mut state[*win];
                window.style(Style::Fence)?;
                if *noprecede && window.issued {
                    return Err(Invalid("NOPRECEDE with operations before it"));
                }
                window.fences += 1;
                window.issued = false;
                window.open = !nosucceed;
            }
            Act::Lock { win, target, exclusive } => {
                let window = &mut state[*win];
                window.style(Style::Passive)?;
                if window.all.is_some() || window.locks[*target].replace((step, *exclusive)).is_some() {
                    return Err(Invalid("locked twice"));
                }
            }
            Act::LockAll { win } => {
                let window = &mut state[*win];
                window.style(Style::Passive)?;
                if window.passive() {
                    return Err(Invalid("locked twice"));
                }
                window.all = Some(step);
            }
            Act::Unlock { win, target } => {
                let (from, exclusive) = state[*win].locks[*target].take().ok_or(Invalid("unlock without lock"))?;
                result.held.push(Held { win: *win, target: Some(*target), exclusive, from, to: step });
            }
            Act::UnlockAll { win } => {
                let from = state[*win].all.take().ok_or(Invalid("unlock without lock"))?;
                result.held.push(Held { win: *win, target: None, exclusive: false, from, to: step });
            }
            Act::Flush { win, target, .. } => {
                let window = &state[*win];
                let inside = target.map_or(window.passive(), |t| matches!(window.epoch(t), Some(Epoch::Lock { .. })));
                if !inside {
                    return Err(Invalid("flush outside a passive epoch"));
                }
            }
            Act::Start { win, peers } => {
                let window = &mut state[*win];
                window.style(Style::Active)?;
                if window.started {
                    return Err(Invalid("start in an open access epoch"));
                }
                window.started = true;
                for &peer in peers {
                    window.start.push((peer, window.starts[peer]));
                    window.starts[peer] += 1;
                }
            }
            Act::Complete { win } => {
                let window = &mut state[*win];
                if !std::mem::replace(&mut window.started, false) {
                    return Err(Invalid("complete without start"));
                }
                window.start.clear();
                window.issued = false;
            }
            Act::Post { win, .. } => {
                let window = &mut state[*win];
                window.style(Style::Active)?;
                if std::mem::replace(&mut window.post, true) {
                    return Err(Invalid("post in an open exposure epoch"));
                }
            }
            Act::WinWait { win } if !std::mem::replace(&mut state[*win].post, false) => {
                return Err(Invalid("wait without post"));
            }
            Act::Wait { request } if !requests.remove(request) => {
                return Err(Invalid("wait for an inactive request"));
            }
            Act::Free { win } if !state[*win].quiet() => return Err(Invalid("an epoch is open at the end")),
            _ => {}
        }
    }
    result.unfinished = !requests.is_empty();
    Ok(result)
}

/// The request that a step starts.
pub fn started(act: &Act) -> Option<u32> {
    match act {
        Act::Rma(op) => op.request,
        Act::Collective { request, .. } | Act::Message { request, .. } => *request,
        _ => None,
    }
}

/// Rules R3, R4, R5 and R9: the steps that complete an operation at its origin, and at its target.
fn completions(rest: &[Step], op: &Operation, first: usize) -> (Vec<usize>, Vec<usize>) {
    // Reads of the target are over when the data has arrived. An update that fetches is not only a read.
    let only_reads = op.routine == Routine::Get
        || op.reduction == Reduction::NoOp && matches!(op.routine, Routine::GetAccumulate | Routine::FetchAndOp);
    let (mut local, mut remote) = (Vec::new(), Vec::new());
    let mut own_request = op.request;
    for (step, Step { act, .. }) in rest.iter().enumerate() {
        let both = match act {
            Act::Fence { win, noprecede: false, .. } | Act::UnlockAll { win } => (*win == op.win).then_some(true),
            Act::Unlock { win, target } => (*win == op.win && *target == op.target).then_some(true),
            Act::Flush { win, target, local } => {
                (*win == op.win && target.is_none_or(|t| t == op.target)).then_some(!local)
            }
            Act::Complete { win } => (*win == op.win).then_some(false),
            // Behind its wait the variable may stand for another operation.
            Act::Wait { request } if own_request == Some(*request) => {
                own_request = None;
                Some(false)
            }
            _ => None,
        };
        if let Some(both) = both {
            local.push(first + step);
            if both || only_reads {
                remote.push(first + step);
            }
        }
    }
    (local, remote)
}
