//! Every limit is lowered to one, on programs with races that are known: none of these is lost without a word.

mod support;

use rma_dataflow::Analysis;
use rma_dataflow::Notice;
use rma_dataflow::limits::{Cost, Limit, Limits};
use std::collections::BTreeSet;
use support::program::{Program, analyse_c, analyse_c_at, with_epoch};

/// Limits that none of the programs here reaches, even at one: kept small, and in the order of the table.
const UNREACHED: &[Limit] = &[];

/// Programs in which as many limits as possible are reached when they are one.
fn programs() -> Vec<Program> {
    let values = r#"
struct Node { struct Node *next; double value[4]; };
static double table[6] = {1, 2, 3, 4, 5, 6};
static void put(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win); }
static void get(double *p, int to, MPI_Win win) { MPI_Get(p, 1, MPI_DOUBLE, to, 8, 1, MPI_DOUBLE, win); }
static void (*calls[2])(double *, int, MPI_Win) = {put, get};
static int deep(int n, double *p, MPI_Win win) { if (n > 0) { p[n] = n; return 1 + deep(n - 1, p, win); } return 0; }
"#;
    let body = r"
double a[64], b[64], *p = a;
int flip = 0, twice = 1, last = 0, state = 3;
MPI_Datatype type;
int lengths[3] = {1, 2, 1}, places[3] = {0, 3, 7};
MPI_Request requests[3];
struct Node one, two;
one.next = &two; two.next = 0;
if (n > 3) p = b;
if (n > 7) p = one.value;
for (int i = 0; i < n; i++) {
  flip = 1 - flip; twice = twice * 2; last = i; if (i > 2) state = 7;
  a[i % 8] = table[i % 6] + flip;
  if (state > 5 && n > 2) p[i] = twice;
  MPI_Put(&p[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win);
  p[i] = last;
  if (i == n - 1) MPI_Barrier(MPI_COMM_WORLD);
}
for (int i = 0; i < 6; i++) table[i] = i;
calls[n & 1](b, rank ^ 1, win);
deep(n, b, win);
MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &type);
MPI_Type_commit(&type);
for (int i = 0; i < 3; i++) MPI_Rput(&a[i], 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, win, &requests[i]);
a[1] = 3;
MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
MPI_Put(a, 1, type, 0, 0, 1, type, win);
a[3] = 4;
switch (n) { case 1: b[1] = 1; break; case 2: b[2] = 2; break; case 3: b[3] = 3; break; default: if (n > 9) exit(1); }
MPI_Win_flush_all(win);
MPI_Put(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
while (state > 0) { state -= flip; b[0] = state; }
";
    let product = r"
MPI_Group all, some;
int ranks[2] = {0, 1}, dims[2] = {0, 0}, periods[2] = {1, 1}, got[4], up, down;
MPI_Comm grid;
MPI_Comm_group(MPI_COMM_WORLD, &all);
MPI_Group_incl(all, 2, ranks, &some);
MPI_Dims_create(size, 2, dims);
MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
MPI_Cart_shift(grid, n & 1, 1, &up, &down);
if (rank == 0) {
  for (int i = 0; i < n; i++) {
    MPI_Put(&base[i], 1, MPI_DOUBLE, 1, 5, 1, MPI_DOUBLE, win);
    MPI_Win_flush(1, win);
    MPI_Send(&i, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Send(&i, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
  }
  MPI_Recv(got, 4, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
} else if (rank == 1) {
  for (int i = 0; i < n; i++) {
    MPI_Recv(got, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    base[5] = got[0];
    MPI_Recv(got, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
} else {
  MPI_Send(got, 4, MPI_INT, 0, 9, MPI_COMM_WORLD);
}
for (int k = 0; k < 3; k++) {
  MPI_Put(&base[10 + k], 1, MPI_DOUBLE, down, 20 + k, 1, MPI_DOUBLE, win);
  MPI_Barrier(MPI_COMM_WORLD);
  base[20 + k] = k;
  MPI_Accumulate(base, 1, MPI_DOUBLE, up, 30, 1, MPI_DOUBLE, MPI_SUM, win);
}
";
    vec![
        analyse_c("limits-values", &with_epoch(values, body)),
        analyse_c_at("-O2", "limits-values-2", &with_epoch(values, body)),
        analyse_c("limits-product", &with_epoch("", product)),
    ]
}

/// The run says that it has not looked at everything.
fn is_incomplete(analysis: &Analysis) -> bool {
    let left_out = |n: &Notice| matches!(n, Notice::Budget(_) | Notice::Targets(..));
    analysis.found.limited
        || !analysis.found.gave_up.is_empty()
        || analysis.notices.iter().any(|(n, _)| left_out(n))
        || analysis.reached.iter().any(|r| r.limit.row().cost == Cost::Search && !is_told_otherwise(r.limit))
}

/// Whether `found` or a notice says it where it leaves something out for good.
fn is_told_otherwise(limit: Limit) -> bool {
    use Limit::{
        CallDepth, CoarseSteps, CoarseTargetSteps, Functions, Instances, ProductPairs, ProductStates, SegmentSteps,
    };
    [CallDepth, CoarseSteps, CoarseTargetSteps, Functions, Instances, ProductPairs, ProductStates, SegmentSteps]
        .contains(&limit)
}

#[test]
#[ignore = "the list UNREACHED is not filled in yet, and the test has not run"]
fn lowered_limits_are_noted_and_lose_no_race_without_a_word() {
    let programs = programs();
    let before: Vec<BTreeSet<(u32, u32)>> = programs.iter().map(|p| p.lines(&p.analysis)).collect();
    assert!(before.iter().all(|pairs| !pairs.is_empty()));
    let (mut reached, mut lost) = (BTreeSet::new(), Vec::new());
    for limit in Limit::ALL {
        for (n, p) in programs.iter().enumerate() {
            let lowered = p.with_limits(Limits::default().with(limit, 1));
            if lowered.reached.iter().any(|r| r.limit == limit && r.value == 1) {
                reached.insert(limit);
            }
            let missing: Vec<_> = before[n].difference(&p.lines(&lowered)).copied().collect();
            if !missing.is_empty() && !is_incomplete(&lowered) {
                lost.push((limit, n, missing));
            }
        }
    }
    let unreached: Vec<Limit> = Limit::ALL.into_iter().filter(|l| !reached.contains(l)).collect();
    assert!(lost.is_empty(), "{lost:#?}\nunreached: {unreached:?}");
    assert_eq!(unreached, UNREACHED);
}
