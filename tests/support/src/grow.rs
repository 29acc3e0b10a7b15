//! Writes programs with a chosen number of one-sided operations, to measure how the search for races between
//! processes grows.
//!
//! Each shape grows one thing that the search could be slow in: barriers, functions, operations of one phase, loops,
//! the code that operations are pending over.
//! Every operation puts one element to the right neighbour; planted races are one finding each.

use std::fmt::Write;

/// Operations between two synchronisations, and in one function.
const TOGETHER: usize = 4;
/// Operations of one function.
const PER_FUNCTION: usize = 8;
/// Elements of a window that are used again and again.
const SLOTS: usize = 64;
/// One operation of so many is planted in a race.
const RACY_EVERY: usize = 50;

/// What grows with the number of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Phases of a few puts, each ended by flush and barrier before the owner reads.
    Phases,
    /// The same phases spread over functions, with computation around them.
    Functions,
    /// Functions with computation around puts to disjoint displacements, all pending until the end of the program.
    OneEpoch,
    /// Puts to disjoint displacements in one phase, and reads of their owner: the pairs grow with the square.
    OnePhase,
    /// Loops whose iterations put, synchronise and read.
    Loops,
}

impl Shape {
    /// All of them.
    pub const ALL: [Shape; 5] = [Shape::Phases, Shape::Functions, Shape::OnePhase, Shape::OneEpoch, Shape::Loops];

    /// The name in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Phases => "phases",
            Shape::Functions => "functions",
            Shape::OnePhase => "one phase",
            Shape::OneEpoch => "one epoch",
            Shape::Loops => "loops",
        }
    }
}

/// A program and how many races it contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grown {
    /// The text of its one file.
    pub text: String,
    /// Races between processes, each on lines of its own.
    pub races: usize,
}

/// A program of `operations` puts; race-free unless `racy`.
pub fn grow(shape: Shape, operations: usize, racy: bool) -> Grown {
    let mut out = Grown { text: String::new(), races: 0 };
    let mut before = String::new();
    let mut body = String::new();
    match shape {
        Shape::Phases => {
            for (n, chunk) in chunks(operations, TOGETHER).enumerate() {
                phase(&mut body, &mut out.races, racy, n, chunk);
            }
        }
        Shape::Functions => {
            for (f, part) in chunks(operations, PER_FUNCTION).enumerate() {
                let _ = writeln!(before, "static double part_{f}(struct Context *c)\n{{\n    double sum = {f};");
                for (n, chunk) in chunks(part.len(), TOGETHER).enumerate() {
                    let chunk = part.start + chunk.start..part.start + chunk.end;
                    phase(&mut before, &mut out.races, racy, PER_FUNCTION / TOGETHER * f + n, chunk);
                    before.push_str(COMPUTATION);
                }
                before.push_str("    return sum;\n}\n\n");
                let _ = writeln!(body, "    sum += part_{f}(c);");
            }
        }
        Shape::OnePhase => {
            pending(&mut body, &mut out.races, racy, 0..operations);
            body.push_str(END_OF_PHASE);
            for n in (0..operations).step_by(2) {
                let _ = writeln!(body, "    sum += c->mem[{n}];");
            }
        }
        Shape::OneEpoch => {
            for (f, part) in chunks(operations, PER_FUNCTION).enumerate() {
                let _ = writeln!(before, "static double part_{f}(struct Context *c)\n{{\n    double sum = {f};");
                for chunk in chunks(part.len(), TOGETHER) {
                    pending(&mut before, &mut out.races, racy, part.start + chunk.start..part.start + chunk.end);
                    before.push_str(COMPUTATION);
                }
                before.push_str("    return sum;\n}\n\n");
                let _ = writeln!(body, "    sum += part_{f}(c);");
            }
            body.push_str(END_OF_PHASE);
            body.push_str("    sum += c->mem[0];\n");
        }
        Shape::Loops => {
            for (n, chunk) in chunks(operations, TOGETHER).enumerate() {
                let _ = writeln!(body, "    for (int step = 0; step < c->size + {}; step++) {{", n % 7);
                phase(&mut body, &mut out.races, racy, n, chunk);
                body.push_str("    }\n");
            }
        }
    }
    let elements = operations.max(SLOTS);
    out.text = format!("{HEAD}{before}{MAIN}{body}{TAIL}").replace("ELEMENTS", &elements.to_string());
    out
}

fn chunks(operations: usize, size: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..operations).step_by(size).map(move |start| start..operations.min(start + size))
}

fn put(out: &mut String, target: &str, n: usize, displacement: usize) {
    let _ = writeln!(out, "    MPI_Put(&c->send[{n}], 1, MPI_INT, {target}, {displacement}, 1, MPI_INT, c->win);");
}

/// Puts that are complete at their target when the owner reads; in the racy case complete only after the barrier.
fn phase(out: &mut String, races: &mut usize, racy: bool, index: usize, operations: std::ops::Range<usize>) {
    let racy = racy && index % (RACY_EVERY / TOGETHER) == 1;
    *races += usize::from(racy);
    let read = operations.start % SLOTS;
    for n in operations {
        put(out, "c->right", n, n % SLOTS);
    }
    let (flush, barrier) = ("    MPI_Win_flush(c->right, c->win);\n", "    MPI_Barrier(MPI_COMM_WORLD);\n");
    out.push_str(if racy { barrier } else { flush });
    out.push_str(if racy { "" } else { barrier });
    let _ = writeln!(out, "    sum += c->mem[{read}];");
    out.push_str(if racy { flush } else { "" });
    out.push_str(barrier);
}

/// Puts without completion. In the racy case some go to rank 0 from everywhere, and the owner reads some too early.
fn pending(out: &mut String, races: &mut usize, racy: bool, operations: std::ops::Range<usize>) {
    for n in operations {
        let planted = racy && n % RACY_EVERY == RACY_EVERY / 2;
        *races += usize::from(planted);
        let to_all = planted && (n / RACY_EVERY).is_multiple_of(2);
        put(out, if to_all { "0" } else { "c->right" }, n, n);
        if planted && !to_all {
            let _ = writeln!(out, "    sum += c->mem[{n}];");
        }
    }
}

const END_OF_PHASE: &str = "    MPI_Win_flush_all(c->win);\n    MPI_Barrier(MPI_COMM_WORLD);\n";

const HEAD: &str = r"#include <mpi.h>
#include <stdio.h>

struct Context {
    int rank, size, right;
    int *mem, *send;
    MPI_Win win;
};

static int send[ELEMENTS];

";

const COMPUTATION: &str = r"    for (int i = 1; i < c->size; i++) {
        if (sum > i * 0.5)
            sum = (sum + i * 1.25) * 0.75 - (sum - i) * (sum + i) * 0.125;
        else
            sum = sum * sum - (i * 0.5 + sum) * (sum * 0.25 - i) * (i * 3 - sum * 2);
        sum += (sum * 0.5 - i) * (sum * 0.25 + i) - (sum * 0.75 - i * 7) * 0.5;
        if (i % 5 == 3)
            sum -= (i * 2 + sum) * (i * 3 - sum) + (i * 5 + sum) * (i * 7 - sum);
        sum = sum * 0.5 + (i + 1) * (i + 2) * (i + 3) * 0.001 - (i * 9 + 4) * 0.01;
    }
";

const MAIN: &str = r"int main(int argc, char **argv)
{
    struct Context context, *c = &context;
    double sum = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->size);
    c->right = (c->rank + 1) % c->size;
    c->send = send;
    MPI_Win_allocate(ELEMENTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &c->mem, &c->win);
    MPI_Win_lock_all(0, c->win);
";

const TAIL: &str = r#"    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(c->win);
    printf("%f\n", sum);
    MPI_Win_free(&c->win);
    MPI_Finalize();
    return 0;
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_and_races_are_as_many_as_said() {
        for shape in Shape::ALL {
            let planted = if matches!(shape, Shape::OnePhase | Shape::OneEpoch) { 4 } else { 5 };
            for (racy, races) in [(false, 0), (true, planted)] {
                let program = grow(shape, 200, racy);
                assert_eq!(program.text.matches("MPI_Put(").count(), 200, "{shape:?}");
                assert_eq!(program.races, races, "{shape:?}");
            }
        }
    }

    #[test]
    fn the_last_phase_may_be_short() {
        let program = grow(Shape::Functions, 125, false);
        assert_eq!(program.text.matches("MPI_Put(").count(), 125);
        assert_eq!(program.text.matches("sum += part_").count(), 16);
    }
}
