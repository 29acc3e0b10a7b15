//! Every limit of the analysis: name, default and unit, its cost when it is reached, what it bounds, and what happens then
//! (theory, 1.3).
//!
//! A new limit needs a row here and a row in `dataflow/tests/limits.rs`.

super::limits! {
    // term: values
    GivenDepth = 3 case_distinctions, Nothing:
        "Case distinctions inside each other that a condition is looked up in.",
        "The value keeps a case that cannot hold; the solver sees that.";
    GivenWeight = 64 nodes, Nothing:
        "The weight of a condition that is looked up in a value.",
        "The value keeps a case that cannot hold; the solver sees that.";
    CombinedWeight = 64 nodes, Nothing:
        "The weight of a value whose cases a comparison is moved into.",
        "The comparison stays as it is; the solver takes it apart.";
    Sharing = 32 occurrences, Nothing:
        "Occurrences of a node, on average, in a value whose different nodes are counted.",
        "The value counts as heavy.";
    SmallTerm = 24 nodes, Nothing:
        "Nodes of a value that is walked without a table.",
        "The walk keeps a table: the same in more time.";
    // skeleton: facts
    Bases = 6 objects, Value:
        "Objects that a value may point into.",
        "The pointer counts as unknown.";
    PointerCases = 256 cases, Value:
        "Cases of a value that are looked at.",
        "The pointer counts as unknown; what a variable of a loop can be is not known.";
    BaseOffsets = 3 places, Value:
        "Places in one object that a pointer is said to point to.",
        "The pointer may point anywhere in the object.";
    Places = 16 places, Value:
        "Places that a pointer may denote.",
        "The pointer counts as unknown.";
    // skeleton: rewrites
    PieceNodes = 4096 nodes, Nothing:
        "Nodes of a piece of the graph that a shortcut leads past.",
        "There is no shortcut: the searches take the longer path.";
    SimplifyRounds = 64 rounds, Nothing:
        "Rounds in which the graph is made smaller.",
        "The graph stays larger: the searches take longer.";
    LoopStates = 8 states, Proof:
        "States that one iteration may hand to the next and that are told apart.",
        "Iterations are not told apart by these states.";
    HeadNodes = 64 nodes, Proof:
        "Nodes at the head of a loop that are looked through for its states.",
        "Iterations are not told apart by their states.";
    StateWeight = 400 nodes, Proof:
        "The weight of a value that one iteration hands to the next as a state.",
        "Iterations are not told apart by this value.";
    // interp: calls
    Instances = 60_000 instances, Search:
        "Function instances that are entered.",
        "Further calls are not followed; what they can reach is held to change.";
    CallDepth = 200 calls, Search:
        "Calls inside each other that are followed.",
        "The call is not followed; what it can reach is held to change.";
    RecursionUnroll = 2 activations, Proof:
        "Activations of a recursive function that are told apart.",
        "Deeper activations share one instance.";
    RecursionInstances = 128 entries, Proof:
        "Functions that call each other and that are entered from one call of the outermost one.",
        "Further activations share one instance of each function.";
    RecursionEntries = 1_000 entries, Proof:
        "Functions that call each other and that are entered in the whole program.",
        "Further activations share one instance of each function.";
    RecursionPasses = 4 passes, Value:
        "Interpretations of the instance that deeper activations share.",
        "What is stored anywhere counts as unknown.";
    Targets = 8 functions, Value:
        "Functions that a call through an unknown pointer may mean and that are all entered.",
        "Only those that communicate are entered; what the others reach is held to change.";
    Functions = 64 functions, Search:
        "Functions that communicate and that one call through a pointer may mean.",
        "None of them is entered; what they can reach is held to change.";
    ClassBases = 16 classes, Search:
        "Classes between the class of an exception and one of its bases.",
        "The exception counts as of another class: its handler is not entered.";
    // interp: memory
    Cells = 192 cells, Value:
        "Cells of an object that are remembered.",
        "An older cell is forgotten: its value is unknown.";
    StoredRanges = 96 ranges, Value:
        "Ranges of bytes in one object whose stores are told apart.",
        "What is stored anywhere in the object counts as unknown.";
    RelevantRanges = 16 ranges, Nothing:
        "Ranges of bytes in one object that count as relevant.",
        "All of the object counts as relevant: more events, the same answer.";
    InitialBytes = 1024 bytes, Value:
        "Bytes of an initialiser that a copy takes along.",
        "The rest of the copy has unknown content.";
    InitialRuns = 1024 runs, Value:
        "Runs of scalars in a type whose copy is taken along.",
        "The copy has unknown content.";
    TableElements = 8 elements, Value:
        "Elements of a table that its index tells apart, if they are no functions.",
        "What is read from the table is unknown.";
    TableFunctions = 64 elements, Value:
        "Elements of a table of functions that its index tells apart.",
        "What is read from the table is unknown.";
    UnrolledCells = 16 cells, Value:
        "Cells that one iteration of an unrolled loop stores in a row.",
        "What the loop has stored is unknown.";
    Leaves = 16 values, Value:
        "Values of a piece of memory that are looked at one by one.",
        "The pieces are not put together: the value is unknown.";
    // interp: values
    JoinedWeight = 600 nodes, Value:
        "The weight of a value where paths join.",
        "The value is unknown behind the join.";
    ValueWeight = 1500 nodes, Value:
        "The weight of the value of an instruction.",
        "The value is unknown.";
    Scalars = 128 scalars, Value:
        "Scalars of a vector or aggregate that are told apart.",
        "Its parts are unknown.";
    IndexedLanes = 16 lanes, Value:
        "Lanes that an index which is not constant is compared with.",
        "The lane that is read is unknown.";
    // interp: loops
    LoopPasses = 8 passes, Value:
        "Passes over a loop until its values are at rest.",
        "Its values are unknown in each iteration.";
    ConcreteIterations = 12 iterations, Value:
        "Iterations of a loop that are followed one by one.",
        "The loop is followed by the form of its values instead.";
    Period = 4 iterations, Value:
        "Iterations after which values of a loop repeat.",
        "The value is unknown in each iteration.";
    CountedPeriod = 12 iterations, Value:
        "The same, where the step depends on the remainder of the counter.",
        "The value is unknown in each iteration.";
    EndingValues = 8 values, Value:
        "Values that a variable of a loop takes before it stays as it is.",
        "The value is unknown in each iteration.";
    FormCases = 6 constants, Value:
        "Constants that a loop compares an option with, for each of which a variable has a form of its own.",
        "The value is unknown in each iteration.";
    StayingWeight = 64 nodes, Value:
        "The weight of a value that a loop leaves or sets back.",
        "The value is unknown in each iteration.";
    ShiftedBits = 8 bits, Value:
        "Bits by which a loop shifts a value in one iteration.",
        "The value is unknown in each iteration.";
    NestVariables = 64 variables, Value:
        "Variables of a nest of loops whose choices are looked at.",
        "What they can be is not known.";
    Constants = 8 constants, Value:
        "Constants that a variable of a loop can be.",
        "What it can be is not known.";
    // interp: conditions
    PathsIntoBlock = 8 paths, Proof:
        "Paths into a block whose conditions are joined.",
        "The block counts as reached without a condition.";
    BlockCondition = 200 nodes, Proof:
        "Nodes of the condition under which a block is reached.",
        "The block counts as reached without a condition.";
    ReturnCondition = 24 nodes, Proof:
        "The weight of one of the conditions under which a function returns.",
        "The code behind the call counts as reached without it.";
    ThrowCondition = 200 nodes, Proof:
        "The weight of the condition under which an exception leaves.",
        "The exception counts as possible always.";
    RoomBlocks = 2 blocks, Proof:
        "Blocks in a row between a branch and the call for want of room.",
        "The branch counts as one of the program.";
    EndingBlocks = 4 blocks, Proof:
        "Blocks in a row between a branch and the end of the program.",
        "The branch counts as one of which either way goes on.";
    LoadDepth = 6 instructions, Proof:
        "Instructions between a load and what drops its value.",
        "The load counts as wanted.";
    LoadUses = 8 uses, Proof:
        "Uses of a loaded value that are looked at.",
        "The load counts as wanted.";
    LoadCondition = 100 nodes, Proof:
        "Nodes of the condition under which a load is wanted.",
        "The load counts as wanted always.";
    ConditionDepth = 3 operands, Proof:
        "Operands of a condition inside each other whose positions are compared with a load's.",
        "The load counts as wanted.";
    // interp: calls of the models
    Dependences = 16 dependences, Proof:
        "Dependences of a task that are read.",
        "The task counts as not ordered by the others.";
    WaitedRequests = 64 requests, Proof:
        "Requests of one wait call that are looked at one by one.",
        "The others count as not complete.";
    CountWeight = 200 nodes, Proof:
        "The weight of a count whose values are looked at one by one.",
        "The collective counts as one that orders nothing for some.";
    HeldRequests = 64 handles, Proof:
        "Handles among which a completion finds its requests.",
        "The call counts as one that completes none for sure.";
    TextCharacters = 256 characters, Value:
        "Characters of a text that is told from others.",
        "The text is unknown.";
    ReceivedElements = 16 elements, Value:
        "Elements of a received buffer that get a value each.",
        "The content of the buffer is unknown.";
    SentElements = 16 elements, Value:
        "Elements of a send buffer that are looked at for addresses.",
        "Any address of the buffer may arrive at others.";
    SentAddresses = 32 addresses, Search:
        "Different addresses that processes send and that are remembered.",
        "An address that a process receives may be one that is not remembered.";
    GatheredAddresses = 16 addresses, Value:
        "Addresses that a process gives to a gathering call.",
        "The gathered addresses are unknown.";
    GridDimensions = 8 dimensions, Search:
        "Dimensions of a grid of processes.",
        "The grid, or its further dimensions, are not known.";
    GridDirections = 4 dimensions, Value:
        "Dimensions among which a shift may choose.",
        "The neighbours are unknown.";
    SegmentList = 16 operations, Value:
        "Operations of one list that are told apart.",
        "They count as one operation on unknown bytes.";
    GroupMembers = 64 ranks, Value:
        "Ranks of a group that are listed one by one.",
        "The members of the group are unknown.";
    ListedTargets = 64 processes, Proof:
        "Processes in the list of a completing call that are looked at one by one.",
        "The operations to the others count as pending.";
    GlobalSteps = 8 computations, Proof:
        "Address computations between a global and its use.",
        "The global counts as not named by the code.";
    TypeBlocks = 64 blocks, Value:
        "Blocks of a datatype that are listed one by one.",
        "The layout of the type is unknown.";
    TypeComponents = 256 components, Value:
        "Components of a Fortran type that are initialised one by one.",
        "The initial content is unknown.";
    AbsoluteParts = 8 accesses, Value:
        "Accesses that one buffer of absolute addresses is split into.",
        "The rest is one access of unknown length.";
    HeldLocks = 12 locks, Proof:
        "Places of lock calls on one window that are told apart.",
        "Which locks are held is not known.";
    WindowChoices = 4 windows, Value:
        "Windows among which a handle may choose.",
        "The window counts as unknown.";
    TreeSteps = 64 nodes, Value:
        "Nodes on the way to the next node of a tree.",
        "The next node is unknown.";
    // races: segments
    SegmentSteps = 60_000 steps, Search:
        "Steps between two synchronisations.",
        "Accesses behind are not compared.";
    SegmentIterations = 3 iterations, Proof:
        "Iterations of a loop around the start of a segment that are told apart.",
        "Later iterations are one.";
    SegmentInnerIterations = 3 iterations, Proof:
        "Iterations of a loop inside a segment that are numbered.",
        "Later iterations are one.";
    ForeignCalls = 3 calls, Proof:
        "Calls on one path that may synchronise and are counted.",
        "The order counts as not known.";
    SegmentConditions = 96 conditions, Proof:
        "Conditions of one path through a segment.",
        "The path proves nothing.";
    SegmentPaths = 4 paths, Proof:
        "Paths to one node that their conditions tell apart.",
        "The paths become one.";
    PathsWeight = 120 nodes, Proof:
        "The weight of the condition that says that one of several paths to a node is taken.",
        "Further paths become one that proves nothing.";
    // races: operations of one process
    FineSteps = 6_000 steps, Nothing:
        "Steps of the finest walk from one operation.",
        "A coarser walk follows.";
    MiddleSteps = 12_000 steps, Nothing:
        "Steps of the second walk from one operation.",
        "A coarser walk follows.";
    CoarseSteps = 200_000 steps, Search:
        "Steps of the last walk from one operation.",
        "The paths behind the operation are not followed to their ends.";
    FineRounds = 8 rounds, Proof:
        "Rounds of a loop since the operation that the finest walk tells apart.",
        "Later rounds are one.";
    FineStates = 16 states, Proof:
        "States at one place that the finest walk tells apart by their conditions.",
        "The states become one, with the conditions that all of them have.";
    MiddleRounds = 2 rounds, Proof:
        "The same in the second walk.",
        "Later rounds are one.";
    MiddleStates = 4 states, Proof:
        "The same in the second walk.",
        "The states become one, with the conditions that all of them have.";
    FineTargetRounds = 3 rounds, Proof:
        "The same in the finer walk from an effect at the target.",
        "Later rounds are one.";
    FineTargetStates = 6 states, Proof:
        "The same in the finer walk from an effect at the target.",
        "The states become one, with the conditions that all of them have.";
    CoarseRounds = 1 rounds, Proof:
        "The same in the last walks: one.",
        "Later rounds are one.";
    CoarseStates = 1 states, Proof:
        "The same in the last walks: one, so that conditions only get fewer and the walk ends.",
        "The states become one, with the conditions that all of them have.";
    FineTargetSteps = 4_000 steps, Nothing:
        "Steps of the finer walk from an effect at the target.",
        "A coarser walk follows.";
    CoarseTargetSteps = 100_000 steps, Search:
        "Steps of the last walk from an effect at the target.",
        "The paths behind the operation are not followed to their ends.";
    FineUnions = 40 states, Nothing:
        "States that become one with others in the finest walk.",
        "A coarser walk follows.";
    WalkConditions = 24 conditions, Proof:
        "Conditions of one state of a walk.",
        "Some conditions are dropped: what is found proves less.";
    PostedNotes = 6 notifications, Proof:
        "Notifications since an operation that are told apart.",
        "The oldest is forgotten: the order counts as not known.";
    CoarsePostedNotes = 2 notifications, Proof:
        "The same in the last walks.",
        "The oldest is forgotten: the order counts as not known.";
    Pairs = 40_000 pairs, Search:
        "Pairs of accesses that may race.",
        "Further pairs are not looked for.";
    CandidatePaths = 24 paths, Proof:
        "Paths to one pair that are candidates of their own.",
        "Further paths become one.";
    UnknownPaths = 16 paths, Proof:
        "Paths to one pair through an unknown pointer, behind those that are candidates of their own.",
        "The pair is unproven.";
    LossyPaths = 8 paths, Proof:
        "The same, of paths that prove nothing.",
        "Further paths become one.";
    RestOverlaps = 48 overlaps, Proof:
        "Overlaps of the paths that became one.",
        "The conditions alone decide.";
    PendingAtSyncPaths = 4 paths, Proof:
        "Paths on which one operation is pending at one place with the same bytes.",
        "Further paths become one that proves nothing.";
    PendingAtSyncPlaces = 24 paths, Proof:
        "Paths on which one operation is pending at one place.",
        "Further paths become one of unknown bytes.";
    BackWeight = 80 nodes, Proof:
        "The weight of a value that is tied to the next iteration.",
        "The two iterations are not tied.";
    IterationWeight = 400 nodes, Proof:
        "The weight of a value in a certain iteration of a loop.",
        "The value stays as it is.";
    FirstIterations = 9 iterations, Proof:
        "Iterations of a loop in which an operation is looked at.",
        "Later iterations prove nothing of their own.";
    IterationDistance = 4 iterations, Proof:
        "Iterations of a loop between an operation and an access.",
        "First iterations prove nothing of the pair.";
    PollWeight = 200 nodes, Proof:
        "The weight of a value in which the values of a polling loop are looked for.",
        "The poll is named without it.";
    WaitNodes = 2_000 nodes, Proof:
        "Nodes of a graph in which paths are followed for each process.",
        "Waits are known by their places alone.";
    // races: two processes
    SurveySteps = 16_000 steps, Nothing:
        "Steps of the survey of the pairs that barriers leave.",
        "The search looks at all pairs.";
    SurveyPairs = 20_000 pairs, Nothing:
        "Pairs of accesses in this survey.",
        "The search looks at all pairs.";
    ProductStates = 12_000 states, Search:
        "States of two processes.",
        "The search goes on without the order of messages, then without that of epochs.";
    ProductSteps = 20_000 steps, Search:
        "States of two processes that are reached from others, the same ones counted again.",
        "The search goes on without the order of messages, then without that of epochs.";
    ProductPairs = 20_000 pairs, Search:
        "Pairs of accesses of two processes, in each of the two first searches.",
        "The search goes on without the order of messages, then without that of epochs.";
    CoarsePairPaths = 400 paths, Proof:
        "Paths to one pair of accesses that each of the two last searches looks at.",
        "The pair is unproven.";
    LossySteps = 3_000 steps, Search:
        "The same, from states that prove nothing, and in the search without messages.",
        "The search goes on without the order of messages, then without that of epochs.";
    CoarseProductSteps = 20_000 steps, Search:
        "Steps of the last search, by barriers alone.",
        "Further states are not looked at.";
    CoarsePairs = 40_000 pairs, Search:
        "Pairs of accesses in the last search.",
        "Further states are not looked at.";
    StatesAtPlaces = 24 states, Proof:
        "States at one pair of places in which messages are told apart.",
        "Messages and iterations are not told apart there.";
    StateVariants = 12 states, Proof:
        "States at one pair of places that their conditions tell apart.",
        "The states become one.";
    Trails = 2 paths, Proof:
        "Paths of a process that is ahead of the other one, at one pair of places.",
        "How the other process follows is not told apart.";
    LossyVariants = 3 states, Proof:
        "The same, of states that prove nothing.",
        "The states become one.";
    MergedWindowsWeight = 240 nodes, Proof:
        "The weight of the condition that says that one of several states holds.",
        "The state proves nothing.";
    Ahead = 4 steps, Proof:
        "Messages of a loop, or claims, by which one process is ahead.",
        "They are not counted any more: the state proves nothing.";
    CollectivesAhead = 4 collectives, Proof:
        "Collectives of a loop by which one process is ahead.",
        "Further ones are not counted: the state proves nothing.";
    EpochsAhead = 4 epochs, Search:
        "Posts or complete epochs of a loop by which one process is ahead.",
        "States further ahead are not looked at.";
    AheadOnce = 16 steps, Search:
        "The same, and messages, outside of loops.",
        "States further ahead are not looked at, but for messages, which are not counted any more.";
    IterationsApart = 4 iterations, Proof:
        "Iterations of one loop by which one process is ahead of the other.",
        "How their iterations relate is not known any more.";
    CountedIterations = 8 iterations, Proof:
        "Iterations of a loop with collectives that only one of two processes is in.",
        "Later iterations are one.";
    AloneIterations = 3 iterations, Proof:
        "The same, of a loop without collectives.",
        "Later iterations are one.";
    ProductConditions = 40 conditions, Proof:
        "Conditions of a state of two processes.",
        "The state proves nothing.";
    ThirdSends = 5 messages, Proof:
        "Messages from third processes that are counted.",
        "The state proves nothing.";
    ThirdProcesses = 2 processes, Proof:
        "Third processes that are told apart.",
        "The order through them counts as not known.";
    ThirdMessagePairs = 2_000 pairs, Proof:
        "Sends and receives of which the order inside one process is looked at.",
        "No order through third processes is known.";
    Flags = 8 locations, Proof:
        "Changed locations that are remembered.",
        "Messages and iterations are not told apart any more.";
    AlikeEffects = 3 effects, Proof:
        "Effects of one line on the same bytes.",
        "The effects become one.";
    LineEffects = 32 effects, Proof:
        "Effects of one line on different bytes.",
        "Further effects become one on unknown bytes.";
    IterationsBehind = 2 iterations, Proof:
        "Iterations behind the common number that are told apart.",
        "Earlier iterations are one.";
    Posts = 10 posts, Proof:
        "Posts of one process that are remembered.",
        "The oldest is forgotten: the state proves nothing.";
    DeferredPaths = 12 paths, Proof:
        "Sets of conditions under which a candidate stands.",
        "A further one stands without conditions.";
    EarlyEpochs = 1 epochs, Proof:
        "Access epochs of a loop by which an origin is ahead of its target's posts.",
        "States further ahead are not looked at: none of their operations can come to the target yet.";
    ConcurrentEffects = 512 effects, Proof:
        "Effects of other threads beside one synchronisation.",
        "The paths to each further one become one, which proves nothing.";
    // races: runs with a few processes
    RunNodes = 15_000 nodes, Proof:
        "Nodes that a process passes in a run.",
        "The run shows nothing.";
    RunPieces = 2_000 pieces, Proof:
        "Pieces of an access in a run.",
        "The run shows nothing.";
    RunValues = 64 values, Proof:
        "Values of a symbol that a run looks at one by one.",
        "The run shows nothing.";
    RunCompared = 400_000 pairs, Proof:
        "Pairs of steps that are compared in a run.",
        "The run shows nothing of the pair.";
    RunWork = 20_000_000 steps, Proof:
        "Steps and updates of words that are looked at to work out the order in a run.",
        "The run shows nothing.";
    RunMatchings = 128 paths, Proof:
        "Ways of matching messages in a run.",
        "The run shows nothing.";
}
