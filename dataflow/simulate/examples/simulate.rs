//! Prints what runs of a program show: `simulate FILE.bc ...`.
#![allow(clippy::print_stdout, missing_docs)]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<std::path::PathBuf> = std::env::args().skip(1).map(Into::into).collect();
    let loaded = rma_frontend::load::load(&paths, &rma_frontend::load::LoadOptions::default())?;
    let module = &loaded.module;
    let entry = module.functions.position(|f| f.name == "main").ok_or("no main")?;
    let runs = rma_simulate::simulate(module, entry, &[], &|| true);
    for run in &runs.runs {
        let order =
            [(run.chosen, ", chosen"), (run.saw, ", saw")].map(|(is, text)| if is { text } else { "" }).concat();
        println!("{} processes, {}: {}{order}", run.processes, run.arguments.join(" "), run.end);
    }
    for (race, shown) in &runs.races {
        let line = |site: &rma_simulate::Site| {
            let loc = &module.locs[site.loc];
            format!("{}:{} {:?}{}", loc.line, loc.col, site.access, if site.at_target { " at target" } else { "" })
        };
        println!("RACE {} | {} | {shown:?} one={}", line(&race.sites[0]), line(&race.sites[1]), race.one_process);
    }
    Ok(())
}
