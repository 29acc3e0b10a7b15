//! Every limit is lowered on a program that then reaches it: that is noted, and no known race is lost without a word.
//!
//! Most programs are those of the corpus, whose labels tell which races there are. Each is compiled and read once.

mod support;

use rma_dataflow::limits::{Budget, Cost, Limit, Limits, Spent};
use rma_dataflow::{Analysis, Notice};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use support::program::{Program, compile};

use Limit::*;

/// Limits that no program here reaches, in the order of the table.
///
/// Steps in a tree ask for links that are known for sure, and whatever is put into a tree makes its links one of several.
const UNREACHED: &[Limit] = &[TreeSteps];

/// Programs with races on which every limit is lowered.
const RACY: &[(&str, &str)] = &[
    ("limits/messages_ahead.c", "-O0"),
    ("limits/shift_apart.c", "-O0"),
    ("mpi/local/ops/bottom_struct_get_race.c", "-O0"),
    ("mpi/threads/static_loops_nowait_race.c", "-O0"),
    ("gaspi/remote/load_before_waitsome.c", "-O0"),
    ("mpi/remote/dynamic_addresses_gathered_early.c", "-O0"),
];

/// The limits with one that is lowered, and those that must be lowered too, so that the analysis comes there.
fn lowered(limit: Limit) -> Limits {
    let before: &[Limit] = match limit {
        MiddleSteps | MiddleRounds | MiddleStates => &[FineSteps],
        CoarseSteps | CoarseRounds | CoarseStates => &[FineSteps, MiddleSteps],
        CoarseTargetSteps => &[FineTargetSteps],
        FineUnions => &[FineStates],
        CoarseProductSteps => &[ProductSteps, LossySteps],
        CoarsePairs => &[ProductPairs],
        CoarsePairPaths => &[ProductSteps],
        CoarsePostedNotes => &[FineSteps, MiddleSteps, FineTargetSteps],
        PathsWeight => &[SegmentPaths],
        MergedWindowsWeight => &[StateVariants],
        DeferredPaths => &[StatesAtPlaces],
        UnknownPaths => &[CandidatePaths, LossyPaths],
        _ => &[],
    };
    // Of these, one is the default, or more than most programs have.
    let rare = [
        Leaves,
        IndexedLanes,
        ShiftedBits,
        GatheredAddresses,
        ListedTargets,
        TypeComponents,
        AbsoluteParts,
        TreeSteps,
        CoarseRounds,
        CoarseStates,
        PostedNotes,
        CoarsePostedNotes,
        IterationWeight,
        FirstIterations,
        MergedWindowsWeight,
        ThirdSends,
        Posts,
        DeferredPaths,
        UnknownPaths,
        EarlyEpochs,
        EpochsAhead,
        ConcurrentEffects,
        RunPieces,
        RunValues,
        Trails,
    ];
    let to = u32::from(!rare.contains(&limit));
    before.iter().fold(Limits::default(), |limits, l| limits.with(*l, 1)).with(limit, to)
}

/// A program of the corpus, how it is compiled, and which limits it reaches when they are lowered.
type Row = (&'static str, &'static str, &'static [Limit]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("limits/two_processes.c", "-O0", &[GivenWeight, PieceNodes, StateWeight, RelevantRanges, LoopPasses, RoomBlocks, SentElements, GroupMembers, FineSteps, FineUnions, FineRounds, MiddleStates, CoarseStates, WalkConditions, RestOverlaps, IterationDistance, StatesAtPlaces, MergedWindowsWeight, CountedIterations, ThirdMessagePairs, RunNodes, SurveySteps, SurveyPairs, CoarsePairPaths]),
    ("limits/two_processes.c", "-O0", &[CombinedWeight, SimplifyRounds, Cells, InitialBytes, PathsIntoBlock, EndingBlocks, GridDimensions, SegmentSteps, MiddleSteps, FineStates, FineTargetRounds, FineTargetSteps, CandidatePaths, PendingAtSyncPaths, ProductStates, StateVariants, Ahead, AloneIterations, Pairs, ProductSteps, CoarseProductSteps, CoarsePairs]),
    ("limits/two_processes.c", "-O0", &[SmallTerm, HeadNodes, StoredRanges, ValueWeight, BlockCondition, ReceivedElements, GridDirections, SegmentConditions, CoarseSteps, MiddleRounds, CoarseRounds, CoarseTargetSteps, LossyPaths, PendingAtSyncPlaces, ProductPairs, LossyVariants, IterationsApart, ProductConditions, LineEffects]),
    ("limits/ways.c", "-O0", &[FormCases]),
    ("limits/values.c", "-O0", &[GivenDepth, PointerCases, Places, Instances, CallDepth, RecursionUnroll, RecursionInstances, RecursionEntries, RecursionPasses, Functions, TableElements, TableFunctions, JoinedWeight, Period, CountedPeriod, StayingWeight, Constants, ReturnCondition, WaitedRequests, TypeBlocks, SegmentIterations, SegmentInnerIterations, SegmentPaths, PathsWeight, FineTargetStates, BackWeight]),
    ("mpi/oracle/chain_with_sure_condition.c", "-O2", &[LoadDepth]),
    ("mpi/idioms/halves_by_mode_barrier.c", "-O0", &[NestVariables, PollWeight, CollectivesAhead, RunCompared]),
    ("mpi/idioms/halves_by_mode_barrier.c", "-O2", &[LoadUses, ConditionDepth]),
    ("mpi/remote/dynamic_gathered_twice_apart.c", "-O0", &[Bases, SentAddresses]),
    ("mpi/remote/recursive_puts_no_fence.c", "-O0", &[AheadOnce]),
    ("mpi/local/flow/struct_other_member.c", "-O0", &[InitialRuns]),
    ("depth/window_table_same_entry.c", "-O0", &[UnrolledCells]),
    ("mpi/remote/states_load_before_wait.c", "-O0", &[EndingValues, EarlyEpochs, EpochsAhead]),
    ("mpi/remote/states_load_before_wait.c", "-O2", &[LoopStates, Scalars]),
    ("mpi/local/hunt/method_by_option_ok.c", "-O2", &[WindowChoices]),
    ("mpi/local/ops/rget_waitany_index_race.c", "-O0", &[HeldRequests]),
    ("mpi/remote/word_before_bcast.c", "-O0", &[WaitNodes]),
    ("shmem/flags/all_to_all_flags_at_once_too_early.c", "-O0", &[GlobalSteps, Flags, IterationsBehind, RunWork, LossySteps]),
    ("mpi/remote/exclusive_get_put_same_window.c", "-O0", &[HeldLocks]),
    ("shmem/oracle/asked_in_loops_without_credit.c", "-O0", &[RunMatchings]),
    ("mpi/remote/credit_from_the_start.c", "-O0", &[ThirdProcesses]),
    ("mpi/cases/tree_broadcast_flush.c", "-O2", &[LoadCondition]),
    ("mpi/threads/tasks_depend_chain.c", "-O0", &[Dependences]),
    ("gaspi/local/write_list_store_after_wait.c", "-O0", &[SegmentList]),
    ("cpp/calls/dynamic_cast_wrong_kind.cpp", "-O0", &[ClassBases]),
    ("cpp/containers/records_with_strings.cpp", "-O0", &[ConcreteIterations, TextCharacters]),
    ("cpp/containers/table_grows_put_complete.cpp", "-O0", &[BaseOffsets]),
    ("limits/pointers.c", "-O0", &[UnknownPaths, ShiftedBits, CountWeight, IterationWeight, FirstIterations]),
    ("shmem/contexts/pe_quiet_of_target.c", "-O0", &[ListedTargets]),
    ("mpi/unknown/call_gets_communicator.c", "-O0", &[ForeignCalls]),
    ("mpi/local/ops/bottom_absolute_type_race.c", "-O0", &[AbsoluteParts]),
    ("shmem/threads/chunks_put_nbi_race.c", "-O0", &[Leaves]),
    ("cpp/containers/times_by_phase_race.cpp", "-O0", &[Sharing]),
    ("mpi/remote/dynamic_gathered_twice_meets.c", "-O0", &[GatheredAddresses]),
    ("gaspi/remote/pingpong_without_answer.c", "-O0", &[Posts]),
    ("gaspi/remote/two_writes_notify_between.c", "-O0", &[PostedNotes, CoarsePostedNotes]),
    ("gaspi/remote/waitsome_found_slot.c", "-O0", &[RunValues]),
    ("gaspi/threads/notified_thread_race.c", "-O0", &[ConcurrentEffects]),
    ("mpi/local/hunt/vector_negative_stride_ok.c", "-O0", &[RunPieces]),
    ("mpi/remote/any_source_all_messages.c", "-O0", &[ThirdSends]),
    ("mpi/idioms/phases_left_out_race.c", "-O0", &[Trails]),
    ("limits/unknown_function.cpp", "-O0", &[Targets, IndexedLanes, ThrowCondition]),
    ("limits/components.f90", "-O0", &[TypeComponents]),
    ("limits/alike_effects.c", "-O0", &[AlikeEffects]),
    ("gaspi/apps/halo_parity.c", "-O0", &[DeferredPaths]),
];

/// A label says that two lines race: those of the markers in `expect: error RMA201 A B`.
fn labelled(source: &str) -> BTreeSet<(u32, u32)> {
    let line_of = |marker: &str| {
        let at =
            |line: &str| line.split_once("//@ ").is_some_and(|(code, m)| !code.trim().is_empty() && m.trim() == marker);
        source.lines().position(at).and_then(|n| u32::try_from(n + 1).ok())
    };
    let mut out = BTreeSet::new();
    for line in source.lines() {
        let Some(label) = line.strip_prefix("//@ expect: error ") else { continue };
        let words: Vec<&str> = label.split_whitespace().collect();
        if let [_, a, b] = words[..]
            && let (Some(a), Some(b)) = (line_of(a), line_of(b))
        {
            out.insert((a.min(b), a.max(b)));
        }
    }
    out
}

/// The run says that it has not looked at everything.
fn is_incomplete(analysis: &Analysis) -> bool {
    let left_out = |n: &Notice| matches!(n, Notice::Budget(_) | Notice::Targets(..));
    analysis.found.limited
        || !analysis.found.gave_up.is_empty()
        || analysis.notices.iter().any(|(n, _)| left_out(n))
        || analysis.reached().iter().any(|r| r.limit.row().cost == Cost::Search && !is_told_otherwise(r.limit))
}

/// Whether `found` or a notice says it where such a limit leaves something out for good.
fn is_told_otherwise(limit: Limit) -> bool {
    [
        CallDepth,
        CoarsePairs,
        CoarseProductSteps,
        CoarseSteps,
        CoarseTargetSteps,
        Functions,
        Instances,
        LossySteps,
        Pairs,
        ProductPairs,
        ProductStates,
        ProductSteps,
        SegmentSteps,
    ]
    .contains(&limit)
}

fn compiled(path: &str, flags: &str) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = if path.starts_with("limits/") { "dataflow/tests" } else { "corpus" };
    let source = std::fs::read_to_string(root.join(folder).join(path)).expect("a program of the corpus");
    let include = root.join("corpus/include");
    let mut all = vec!["-I", include.to_str().expect("a path of the repository")];
    all.extend(flags.split_whitespace());
    if path.ends_with(".cpp") {
        all.extend(["-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX"]);
    }
    if path.contains("threads/") {
        all.push("-fopenmp");
    }
    let name = format!("limits-{}-{}", flags.replace(' ', ""), path.replace('/', "-"));
    let compiler = match path.rsplit_once('.') {
        Some((_, "f90")) => "flang-new-19",
        Some((_, "cpp")) => "clang++-19",
        _ => "clang-19",
    };
    compile(compiler, &all, &name, &source)
}

/// The races of a program that are known and found if no limit is lowered.
fn known_races(program: &Program) -> BTreeSet<(u32, u32)> {
    program.lines(&program.analysis).intersection(&labelled(&program.source)).copied().collect()
}

/// The known races that an analysis with lowered limits loses though it counts as complete.
fn lost_races(program: &Program, known: &BTreeSet<(u32, u32)>, analysis: &Analysis) -> Vec<(u32, u32)> {
    let found = program.lines(analysis);
    known.difference(&found).copied().filter(|_| !is_incomplete(analysis)).collect()
}

/// What a row shows: limits that were not noted, and races that were lost.
fn judge((path, flags, limits): &Row) -> (Vec<Limit>, Vec<String>) {
    let program = compiled(path, flags);
    let known = known_races(&program);
    let (mut silent, mut lost) = (Vec::new(), Vec::new());
    for &limit in *limits {
        let analysis = program.with_limits(&lowered(limit));
        analysis.replay(|_| true);
        if !analysis.reached().iter().any(|r| r.limit == limit) {
            silent.push(limit);
        }
        let missing = lost_races(&program, &known, &analysis);
        if !missing.is_empty() {
            lost.push(format!("{path} {flags}: {limit:?}: {missing:?}"));
        }
    }
    (silent, lost)
}

#[test]
fn lowered_limits_are_noted_and_lose_no_race_without_a_word() {
    let (next, found) = (AtomicUsize::new(0), Mutex::new((Vec::new(), Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = ROWS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (silent, lost) = judge(row);
                    let mut all = found.lock().expect("no thread has failed");
                    all.0.extend(silent.into_iter().map(|limit| (row.0, limit)));
                    all.1.extend(lost);
                }
            });
        }
    });
    let (silent, lost) = found.into_inner().expect("no thread has failed");
    assert!(silent.is_empty(), "not noted: {silent:?}");
    assert!(lost.is_empty(), "lost: {lost:#?}");
    let named: BTreeSet<Limit> = ROWS.iter().flat_map(|r| r.2).copied().collect();
    let unreached: Vec<Limit> = Limit::ALL.into_iter().filter(|l| !named.contains(l)).collect();
    assert_eq!(unreached, UNREACHED);
}

/// The least value that says something: with one, not even an address is light enough to be a value.
fn least(limit: Limit) -> u32 {
    if limit == ValueWeight { 2 } else { 1 }
}

#[test]
fn no_lowered_limit_loses_a_race_of_these_programs() {
    let mut all = Vec::new();
    for (path, flags) in RACY {
        let program = compiled(path, flags);
        let known = known_races(&program);
        assert!(!known.is_empty(), "{path} has no known race");
        for limit in Limit::ALL {
            let analysis = program.with_limits(&Limits::default().with(limit, least(limit)));
            let lost = lost_races(&program, &known, &analysis);
            all.extend(lost.iter().map(|lines| format!("{path}, {limit:?}: {lines:?}")));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// At zero there may be nothing to say, but nothing fails either.
#[test]
fn limits_may_be_zero() {
    for (path, flags) in &RACY[..2] {
        let program = compiled(path, flags);
        for limit in Limit::ALL {
            program.with_limits(&Limits::default().with(limit, 0));
        }
    }
}

/// A run whose time is over before it begins ends all the same, and says of every stage that it was cut off.
#[test]
fn without_time_every_stage_is_cut_off() {
    for (path, flags) in &RACY[..4] {
        let program = compiled(path, flags);
        let analysis = program.with_budget(Budget::new(Duration::ZERO));
        let cuts = analysis.facts.terms.limits.cuts();
        assert!(!cuts.is_empty(), "{path}");
        assert!(cuts.iter().all(|cut| cut.spent == Spent::Time), "{path}: {cuts:?}");
        assert!(analysis.found.candidates.iter().all(|candidate| candidate.lossy), "{path}");
    }
}
