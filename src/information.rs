//! Output that needs no input program: the rules and the assumptions.

use crate::cli::Cli;
use crate::generate;
use rma_frontend::api::catalog;
use rma_reports::assumptions::assumptions;
use rma_reports::rules::rules;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of `--explain`, `--list-rules`, `--list-assumptions` or `--generate`; `None` when none of them is given.
pub(crate) fn asked_for(cli: &Cli) -> Option<String> {
    if cli.version {
        return Some(version(cli.verbose));
    }
    if let Some(rule) = cli.explain {
        return Some(rule.markdown());
    }
    if let Some(what) = cli.generate {
        return Some(generate::text(what));
    }
    if cli.list_rules {
        return Some(list_of_rules());
    }
    cli.list_assumptions.then(list_of_assumptions)
}

/// The version; with the versions of the parts, on request.
fn version(parts: bool) -> String {
    let mut text = format!("rma-static {}\n", env!("CARGO_PKG_VERSION"));
    if parts {
        for (name, version) in rma_frontend::load::readers() {
            let _ = writeln!(text, "{name}: LLVM {version}");
        }
        let _ = writeln!(text, "z3: {}", rma_solver::z3_version());
        let mut rows: BTreeMap<String, usize> = BTreeMap::new();
        for routine in catalog().iter() {
            *rows.entry(format!("{:?}", routine.model).to_lowercase()).or_default() += 1;
        }
        for (name, rows) in rows {
            let _ = writeln!(text, "table {name}: {rows} routines");
        }
        let _ = writeln!(text, "rules: {}, assumptions: {}", rules().len(), assumptions().len());
    }
    text
}

fn list_of_rules() -> String {
    let width = rules().iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    rules().iter().fold(String::new(), |mut list, rule| {
        let _ = writeln!(list, "{}  {:<width$}  {}", rule.id, rule.name, rule.short);
        list
    })
}

fn list_of_assumptions() -> String {
    assumptions().iter().fold(String::new(), |mut list, assumption| {
        let removed = assumption.option.as_ref().map(|option| format!(" Removed by: {option}."));
        let _ = writeln!(list, "{}. {}{}", assumption.id, assumption.text, removed.unwrap_or_default());
        list
    })
}
