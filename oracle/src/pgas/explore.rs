//! All executions of a run that differ in what waits have seen, or in the order in which processes have taken locks.
//!
//! A search over states: how far each process is, which updates have arrived, what the words hold. Steps that no other
//! choice can influence are taken at once; between the rest every order is tried.

use super::effects::{Run, Sync};
use super::unroll::Word;
use crate::expression::Cmp;
use crate::race::Invalid;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// States that are visited.
const MAX_STATES: usize = 6000;
/// Executions that are judged.
const MAX_EXECUTIONS: usize = 400;

/// A set of updates.
type Set = u128;

/// What one step has learned from other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Learned {
    /// The updates that a wait has seen.
    Updates(Set),
    /// The step (process, step) that released the lock before; `None` for the first holder.
    Lock(Option<(usize, usize)>),
}

/// What each wait and lock of each process has learned, in program order.
pub type History = BTreeMap<(usize, usize), Learned>;

/// Holder of a lock, and who gave it back last.
type Lock = (Option<usize>, Option<(usize, usize)>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    arrived: Set,
    /// The value of each word, and the updates that a reader of this value sees.
    words: Vec<(i64, Set)>,
    locks: Vec<Lock>,
    history: History,
}

struct Search<'a> {
    run: &'a Run,
    syncs: &'a [Vec<Sync>],
    words: Vec<Word>,
    /// Updates of each word.
    hits: Vec<Set>,
}

/// Whether all executions are wanted, or only as many as the limit allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Extent {
    All,
    Some,
}

/// The histories of executions.
///
/// # Errors
///
/// When the program may hang or, if all executions are wanted, has too many.
pub fn executions(run: &Run, extent: Extent) -> Result<Vec<History>, Invalid> {
    if run.strict != run.syncs {
        search(run, &run.strict, extent)?;
    }
    search(run, &run.syncs, extent)
}

fn search(run: &Run, syncs: &[Vec<Sync>], extent: Extent) -> Result<Vec<History>, Invalid> {
    if run.updates.len() > 128 {
        return Err(Invalid("too many updates"));
    }
    let mut words: BTreeSet<Word> = run.updates.iter().map(|u| u.word).collect();
    for sync in syncs.iter().flatten() {
        match sync {
            Sync::Wait(list, ..) => words.extend(list),
            Sync::Store(word, _) => {
                words.insert(*word);
            }
            _ => {}
        }
    }
    let words: Vec<Word> = words.into_iter().collect();
    let hits = words
        .iter()
        .map(|w| run.updates.iter().enumerate().filter(|(_, u)| u.word == *w).map(|(k, _)| 1 << k).sum())
        .collect();
    let search = Search { run, syncs, hits, words };
    let start = State {
        at: vec![0; syncs.len()],
        arrived: 0,
        words: vec![(0, 0); search.words.len()],
        locks: vec![(None, None); 4],
        history: History::new(),
    };
    let (mut seen, mut open, mut found) = (HashSet::new(), vec![start], BTreeSet::new());
    while let Some(mut state) = open.pop() {
        search.advance(&mut state);
        if !seen.insert(state.clone()) {
            continue;
        }
        if seen.len() > MAX_STATES || found.len() > MAX_EXECUTIONS {
            match extent {
                Extent::All => return Err(Invalid("too many executions")),
                Extent::Some => break,
            }
        }
        if state.at.iter().zip(syncs).all(|(at, row)| *at == row.len()) {
            found.insert(state.history);
            continue;
        }
        let next = search.choices(&state);
        if next.is_empty() {
            return Err(Invalid("may hang"));
        }
        open.extend(next);
    }
    Ok(found.into_iter().collect())
}

impl Search<'_> {
    fn word(&self, word: &Word) -> usize {
        self.words.binary_search(word).expect("every word is listed")
    }

    fn outstanding(&self, state: &State, word: usize) -> Set {
        self.hits[word] & !state.arrived
    }

    fn apply(&self, state: &mut State, update: usize) {
        let u = &self.run.updates[update];
        let (value, set) = &mut state.words[self.word(&u.word)];
        if u.adds {
            *value += u.value;
            *set |= 1 << update;
        } else {
            (*value, *set) = (u.value, 1 << update);
        }
        state.arrived |= 1 << update;
    }

    fn ready(&self, state: &State, update: usize) -> bool {
        self.run.updates[update].after.iter().all(|k| state.arrived & (1 << k) != 0)
    }

    /// Whether the owner still waits for the word (`satisfied`: at the present value), and whether it still stores to it.
    fn owner(&self, state: &State, word: usize) -> (bool, bool, bool) {
        let Word { owner, .. } = self.words[word];
        let (mut waits, mut satisfied, mut stores) = (false, false, false);
        for sync in &self.syncs[owner][state.at[owner]..] {
            match sync {
                Sync::Wait(list, cmp, value) if list.iter().any(|w| self.word(w) == word) => {
                    waits = true;
                    satisfied |= list.len() > 1 || cmp.holds(state.words[word].0, *value);
                }
                Sync::Store(w, _) if self.word(w) == word => stores = true,
                _ => {}
            }
        }
        (waits, satisfied, stores)
    }

    /// Whether the update may arrive now, because arriving later would give no other order.
    fn harmless(&self, state: &State, update: usize) -> bool {
        let word = self.word(&self.run.updates[update].word);
        let (waits, satisfied, stores) = self.owner(state, word);
        !waits || self.outstanding(state, word) == 1 << update && !satisfied && !stores
    }

    fn met<'s>(&'s self, state: &'s State, list: &'s [Word], cmp: Cmp, value: i64) -> impl Iterator<Item = usize> + 's {
        list.iter().map(|w| self.word(w)).filter(move |w| cmp.holds(state.words[*w].0, value))
    }

    fn pass_wait(state: &mut State, process: usize, word: usize) {
        let at = state.at[process];
        state.history.insert((process, at), Learned::Updates(state.words[word].1));
        state.at[process] += 1;
    }

    fn pass_lock(state: &mut State, process: usize, lock: usize) {
        let at = state.at[process];
        let last = state.locks[lock].1;
        state.history.insert((process, at), Learned::Lock(last));
        state.locks[lock].0 = Some(process);
        state.at[process] += 1;
    }

    /// Takes every step that needs no choice.
    fn advance(&self, state: &mut State) {
        loop {
            let before = (state.at.clone(), state.arrived);
            for process in 0..state.at.len() {
                while self.step(state, process) {}
            }
            for update in 0..self.run.updates.len() {
                if self.on_its_way(state, update) && self.harmless(state, update) {
                    self.apply(state, update);
                }
            }
            if (&before.0, before.1) == (&state.at, state.arrived) {
                return;
            }
        }
    }

    fn on_its_way(&self, state: &State, update: usize) -> bool {
        let u = &self.run.updates[update];
        let issued = state.at[u.process] > u.step && !u.immediate;
        issued && state.arrived & (1 << update) == 0 && self.ready(state, update)
    }

    /// Takes the next step of a process if it needs no choice.
    fn step(&self, state: &mut State, process: usize) -> bool {
        let at = state.at[process];
        let Some(sync) = self.syncs[process].get(at) else { return false };
        match sync {
            Sync::None => {}
            Sync::Drain(list) => {
                if !list.iter().all(|k| state.arrived & (1 << k) != 0) {
                    return false;
                }
            }
            Sync::Collective(needed) => {
                if !needed.iter().all(|&(p, s)| state.at[p] >= s) {
                    return false;
                }
            }
            Sync::Unlock(lock) => {
                // A process that does not hold it has nothing to give back (OpenSHMEM 1.6, 9.13.1): the program is thrown away.
                if state.locks[*lock as usize].0 != Some(process) {
                    return false;
                }
                state.locks[*lock as usize] = (None, Some((process, at)));
            }
            Sync::Lock(lock) => {
                let wanted = |p: usize| self.syncs[p][state.at[p]..].contains(&Sync::Lock(*lock));
                let others = (0..state.at.len()).any(|p| p != process && wanted(p));
                if others || state.locks[*lock as usize].0.is_some() {
                    return false;
                }
                Self::pass_lock(state, process, *lock as usize);
                return true;
            }
            Sync::Immediate(update) => {
                if !self.ready(state, *update) || !self.harmless(state, *update) {
                    return false;
                }
                self.apply(state, *update);
            }
            Sync::Store(word, value) => {
                let word = self.word(word);
                if self.outstanding(state, word) != 0 {
                    return false;
                }
                state.words[word] = (*value, 0);
            }
            Sync::Wait(list, cmp, value) => {
                if list.iter().any(|w| self.outstanding(state, self.word(w)) != 0) {
                    return false;
                }
                let met: Vec<usize> = self.met(state, list, *cmp, *value).collect();
                let [word] = met[..] else { return false };
                Self::pass_wait(state, process, word);
                return true;
            }
        }
        state.at[process] += 1;
        true
    }

    /// The states after each event that can happen next.
    fn choices(&self, state: &State) -> Vec<State> {
        let mut result = Vec::new();
        for update in (0..self.run.updates.len()).filter(|&u| self.on_its_way(state, u)) {
            let mut next = state.clone();
            self.apply(&mut next, update);
            result.push(next);
        }
        for process in 0..state.at.len() {
            let mut next = state.clone();
            match self.syncs[process].get(state.at[process]) {
                Some(Sync::Wait(list, cmp, value)) => {
                    for word in self.met(state, list, *cmp, *value) {
                        let mut next = state.clone();
                        Self::pass_wait(&mut next, process, word);
                        result.push(next);
                    }
                    continue;
                }
                Some(Sync::Lock(lock)) if state.locks[*lock as usize].0.is_none() => {
                    Self::pass_lock(&mut next, process, *lock as usize);
                }
                Some(Sync::Immediate(update)) if self.ready(state, *update) => {
                    self.apply(&mut next, *update);
                    next.at[process] += 1;
                }
                Some(Sync::Store(word, value)) => {
                    next.words[self.word(word)] = (*value, 0);
                    next.at[process] += 1;
                }
                _ => continue,
            }
            result.push(next);
        }
        result
    }
}
