//! Writes a large MPI program of a chosen size, to measure how the analysis scales.
//!
//! The program is race-free but for a known number of races on origin buffers. Stages of six shapes follow each
//! other: fence epochs, gets under a lock, strided puts in a loop, requests, accumulates through a helper, and
//! plain computation. Half of them share buffers that hang off one context structure, half use arrays of their own.

use std::fmt::Write;

/// Every so many stages one is racy.
const RACY_EVERY: usize = 40;

/// Stages in one source file.
const STAGES_PER_FILE: usize = 60;

/// The sources of a generated program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// File names and texts; `context.h` first.
    pub files: Vec<(String, String)>,
    /// How many races it contains, each on lines of its own.
    pub races: usize,
    /// How many places in it call a one-sided operation.
    pub operations: usize,
}

const CONTEXT: &str = r"#include <mpi.h>

enum { LENGTH = 64 };

struct Context {
    int rank, size, right;
    double *send, *receive;
    double *read_base, *fence_base, *passive_base, *sum_base;
    MPI_Win read_win, fence_win, passive_win, sum_win;
};

void post_sum(MPI_Win win, const double *values, int count, int target);
";

const MAIN_HEAD: &str = r"#include <stdio.h>
#include <stdlib.h>

void post_sum(MPI_Win win, const double *values, int count, int target)
{
    MPI_Accumulate(values, count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, MPI_SUM, win);
}

static void open_window(double **base, MPI_Win *win)
{
    MPI_Win_allocate(LENGTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, base, win);
    for (int i = 0; i < LENGTH; i++)
        (*base)[i] = 0.0;
}

int main(int argc, char **argv)
{
    struct Context context, *c = &context;
    double total = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->size);
    c->right = (c->rank + 1) % c->size;
    c->send = calloc(LENGTH, sizeof(double));
    c->receive = calloc(LENGTH, sizeof(double));
    open_window(&c->read_base, &c->read_win);
    open_window(&c->fence_base, &c->fence_win);
    open_window(&c->passive_base, &c->passive_win);
    open_window(&c->sum_base, &c->sum_win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, c->fence_win);
    for (int step = 0; step < 4; step++) {
";

const MAIN_TAIL: &str = r#"    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, c->fence_win);
    printf("%f\n", total);
    MPI_Win_free(&c->sum_win);
    MPI_Win_free(&c->passive_win);
    MPI_Win_free(&c->fence_win);
    MPI_Win_free(&c->read_win);
    free(c->receive);
    free(c->send);
    MPI_Finalize();
    return 0;
}
"#;

/// A program of `stages` stages; each also calls `computations` functions of plain computation.
pub fn generate(stages: usize, computations: usize) -> Generated {
    let parts = stages.div_ceil(STAGES_PER_FILE);
    let mut files = vec![("context.h".to_owned(), CONTEXT.to_owned())];
    let mut races = 0;
    let mut operations = 0;
    let mut main = "#include \"context.h\"\n".to_owned();
    let mut calls = String::new();
    for part in 0..parts {
        let range = part * STAGES_PER_FILE..stages.min((part + 1) * STAGES_PER_FILE);
        let mut text = "#include \"context.h\"\n\n".to_owned();
        for index in range.clone() {
            let racy = index % RACY_EVERY == RACY_EVERY / 2;
            races += usize::from(racy);
            operations += usize::from(racy || index % SHAPES.len() != COMPUTING);
            text.push_str(&stage(index, racy, computations));
        }
        let _ = writeln!(text, "double part_{part}(struct Context *c, int step)\n{{\n    double sum = 0.0;");
        for index in range {
            let guard = if index % 3 == 2 { format!("if (step % {} == 0) ", 2 + index % 2) } else { String::new() };
            // A fence is collective, so every process must take the same way: `step` is the same everywhere.
            let _ = writeln!(text, "    {guard}sum += stage_{index}(c, step);");
        }
        text.push_str("    return sum;\n}\n");
        files.push((format!("part_{part}.c"), text));
        let _ = writeln!(main, "double part_{part}(struct Context *c, int step);");
        let _ = writeln!(calls, "        total += part_{part}(c, step);");
    }
    files.push(("main.c".to_owned(), format!("{main}{MAIN_HEAD}{calls}{MAIN_TAIL}")));
    Generated { files, races, operations }
}

fn stage(index: usize, racy: bool, computations: usize) -> String {
    let body = if racy { RACY } else { SHAPES[index % SHAPES.len()] };
    let buffer = if index.is_multiple_of(2) { "    double *buf = c->send;" } else { "    double buf[LENGTH];" };
    let fill = "    for (int i = 0; i < LENGTH; i++)\n        buf[i] = i * 0.5 + c->rank;";
    let head =
        format!("static double stage_{index}(struct Context *c, int step)\n{{\n{buffer}\n    double sum = {index};");
    let mut text = String::new();
    let mut calls = String::new();
    for part in 0..computations {
        let name = format!("compute_{index}_{part}");
        let body = COMPUTATIONS[part % COMPUTATIONS.len()];
        let _ =
            write!(text, "static double {name}(double *buf, double sum, int step)\n{{\n{body}    return sum;\n}}\n\n");
        let _ = writeln!(calls, "    sum = {name}(buf, sum, step);");
    }
    let _ = write!(text, "{head}\n{fill}\n{calls}{body}    return sum + buf[{}];\n}}\n\n", index % 64);
    text
}

const RACY: &str = r"    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->right, 0, c->passive_win);
    MPI_Put(buf, 16, MPI_DOUBLE, c->right, 0, 16, MPI_DOUBLE, c->passive_win);
    buf[3] = 1.0;
    MPI_Win_unlock(c->right, c->passive_win);
";

const RELAX: &str = r"    for (int i = 1; i < LENGTH - 1; i++)
        for (int j = 0; j < step; j++) {
            if (buf[i] > buf[i - 1])
                sum += (buf[i + 1] - buf[i]) * 0.25;
            else if (j % 3 == 1)
                sum -= buf[i - 1];
            else
                buf[i] = sum / (1 + j);
        }
";

/// The shape without an operation.
const COMPUTING: usize = 5;

const SHAPES: [&str; 6] = [
    r"    MPI_Win_fence(0, c->fence_win);
    MPI_Put(buf, LENGTH, MPI_DOUBLE, c->right, 0, LENGTH, MPI_DOUBLE, c->fence_win);
    MPI_Win_fence(0, c->fence_win);
    for (int i = 0; i < LENGTH; i++)
        buf[i] = buf[i] * 1.5 - step;
",
    r"    MPI_Win_lock(MPI_LOCK_SHARED, c->right, 0, c->read_win);
    MPI_Get(c->receive, LENGTH, MPI_DOUBLE, c->right, 0, LENGTH, MPI_DOUBLE, c->read_win);
    for (int i = 0; i < LENGTH; i++)
        buf[i] += sum;
    MPI_Win_unlock(c->right, c->read_win);
    for (int i = 0; i < LENGTH; i++)
        sum += c->receive[i] * buf[i];
",
    r"    MPI_Win_lock_all(0, c->passive_win);
    for (int j = 0; j < 8; j++) {
        for (int i = 0; i < 8; i++)
            buf[8 * j + i] = sum + i * step;
        MPI_Put(&buf[8 * j], 8, MPI_DOUBLE, c->right, 8 * j, 8, MPI_DOUBLE, c->passive_win);
    }
    MPI_Win_flush_all(c->passive_win);
    for (int i = 0; i < LENGTH; i += 2)
        buf[i] = -buf[i];
    MPI_Win_unlock_all(c->passive_win);
",
    r"    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->right, 0, c->passive_win);
    MPI_Rput(buf, 32, MPI_DOUBLE, c->right, 0, 32, MPI_DOUBLE, c->passive_win, &request);
    for (int i = 32; i < LENGTH; i++)
        buf[i] = sum * i;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 32; i++)
        buf[i] = sum - i;
    MPI_Win_unlock(c->right, c->passive_win);
",
    r"    MPI_Win_lock(MPI_LOCK_SHARED, c->right, 0, c->sum_win);
    post_sum(c->sum_win, buf, 24, c->right);
    for (int i = 24; i < LENGTH; i++)
        sum += buf[i];
    MPI_Win_flush_local(c->right, c->sum_win);
    for (int i = 0; i < 24; i++)
        buf[i] = sum;
    MPI_Win_unlock(c->right, c->sum_win);
",
    RELAX,
];

/// Plain computation on the values of a buffer that no operation is pending on.
const COMPUTATIONS: [&str; 3] = [
    RELAX,
    r"    double work[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        work[i] = buf[i] * buf[LENGTH - 1 - i] + step;
    for (int width = LENGTH / 2; width > 0; width /= 2)
        for (int i = 0; i < width; i++)
            work[i] += work[i + width];
    sum += work[0] < 0.0 ? -work[0] : work[0];
",
    r"    int count = 0;
    double low = buf[0], high = buf[0];
    while (count < LENGTH) {
        double value = buf[count++];
        if (value < low)
            low = value;
        else if (value > high)
            high = value;
        switch (count % 4) {
        case 0: sum += value * low; break;
        case 1: sum -= value * high; break;
        case 2: sum *= 0.5; break;
        default: sum += high - low;
        }
    }
",
];

/// Instructions in textual LLVM IR, debug records left out.
pub fn count_instructions(ir: &str) -> usize {
    let mut inside = false;
    let mut count = 0;
    for line in ir.lines() {
        match line {
            _ if line.starts_with("define ") => inside = true,
            "}" => inside = false,
            // An instruction is indented by two; deeper lines continue one (cases of a switch, clauses).
            _ if inside && line.starts_with("  ") && !line.starts_with("   ") => {
                let text = line.trim_start();
                count += usize::from(
                    !text.starts_with('#') && !text.starts_with(']') && !text.starts_with("call void @llvm.dbg"),
                );
            }
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_races_follow_the_number_of_stages() {
        let program = generate(130, 0);
        let names: Vec<&str> = program.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["context.h", "part_0.c", "part_1.c", "part_2.c", "main.c"]);
        assert_eq!(program.races, 3);
        let text: String = program.files.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(text.matches("static double stage_").count(), 130);
        assert_eq!(text.matches("sum += stage_").count(), 130);
        assert_eq!(program, generate(130, 0));
        let larger = generate(130, 4);
        let text: String = larger.files.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!((larger.races, text.matches("static double compute_").count()), (3, 520));
    }

    #[test]
    fn instructions_are_counted() {
        let ir = "define i32 @f() {\n  %a = add i32 1, 2\n    #dbg_value(i32 1)\n  switch i32 %a, label %x [\n    i32 1, label %x\n  ]\n\
                  x:\n  ret i32 %a\n}\n  not inside\n";
        assert_eq!(count_instructions(ir), 3);
    }
}
