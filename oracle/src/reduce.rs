//! Makes a program smaller that the oracle and the analyzer disagree about (delta debugging on statements).

use crate::generate::Case;
use crate::lang::{Kind, Program};
use crate::walk;

/// The smallest program that `keep` still accepts: one statement at a time is removed, or replaced by what is inside it,
/// until nothing can be.
pub fn reduce(case: Case, mut keep: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let mut smaller = false;
        // From the end, so that what is used last goes first.
        let mut number = walk::count(&best.program);
        while number > 0 {
            number -= 1;
            let accepted =
                candidates(&best.program, number).into_iter().filter_map(|p| Case::new(p).ok()).find(&mut keep);
            if let Some(accepted) = accepted {
                best = accepted;
                smaller = true;
            }
            number = number.min(walk::count(&best.program));
        }
        if !smaller {
            return best;
        }
    }
}

fn candidates(program: &Program, number: usize) -> Vec<Program> {
    let mut result = Vec::new();
    for way in 0..4 {
        let mut next = program.clone();
        let changed = walk::edit(&mut next, number, |block, position| match way {
            0 => {
                block.remove(position);
                true
            }
            1 if position + 1 < block.len() => {
                // A pair such as lock and unlock goes together only, with what may stand between.
                block.remove(position);
                let partner = (position..block.len()).find(|&k| closes(&block[k].kind));
                partner.map(|k| block.remove(k)).is_some()
            }
            2 | 3 => {
                let inside = match &mut block[position].kind {
                    Kind::If { then, otherwise, .. } => Some(std::mem::take(if way == 2 { then } else { otherwise })),
                    Kind::For { body, .. } if way == 2 => Some(std::mem::take(body)),
                    _ => None,
                };
                inside.map(|inside| block.splice(position..=position, inside).count()).is_some()
            }
            _ => false,
        });
        // A helper that is called may be written where its call is.
        if changed == Some(true) {
            result.push(next);
        }
    }
    result.extend(inlined(program, number));
    result
}

fn closes(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Unlock { .. } | Kind::UnlockAll { .. } | Kind::Complete { .. } | Kind::WinWait { .. } | Kind::Wait { .. }
    )
}

/// The program with a call replaced by the helper's body, where that does not use its argument.
fn inlined(program: &Program, number: usize) -> Option<Program> {
    let mut next = program.clone();
    let helpers = program.helpers.clone();
    let changed = walk::edit(&mut next, number, |block, position| {
        let Kind::Call { helper, .. } = block[position].kind else { return false };
        let Some(body) = helpers.get(helper as usize) else { return false };
        block.splice(position..=position, body.iter().cloned());
        true
    });
    if changed != Some(true) {
        return None;
    }
    next.helpers.clear();
    Some(next)
}
