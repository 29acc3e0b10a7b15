/* Adaptive quadrature with work stealing: a deque of intervals per process.
 *
 * A process takes an interval from the tail of its deque, and either adds its integral to the sum or pushes its two
 * halves. A process with an empty deque steals half of the intervals of a random victim, from the head. Process 0 holds a
 * counter of all intervals that wait or are worked on; when it is zero, all is done.
 *
 * Race-free: head, tail and tasks of a deque are accessed inside an exclusive lock of the window at the owner's rank only, by
 * the owner with loads and stores and by thieves with gets and puts. Exclusive epochs on one window and target
 * exclude each other (MPI 4.1, 12.5.3), and unlock completes at origin and target. The fetched header is used behind a
 * flush, the fetched tasks behind the unlock. The counter is accessed by MPI_Fetch_and_op of MPI_LONG with MPI_SUM
 * and MPI_NO_OP alone (12.7.1); the first value is stored before a barrier.
 *
 * -DRACY: the owner looks whether its deque is empty before it takes the lock. The load of the head meets the
 * put of a thief.
 */
//@ expect: warning RMA201 PUT LOAD -- that there is something to steal is a fetched number; with -DRACY only; none without
#include "deque.h"
#include <getopt.h>
#include <math.h>
#include <string.h>

enum { STEAL_MAX = 64 };

typedef struct {
    double left;
    double right;
    double tolerance;
    long capacity;
    unsigned seed;
} Options;

typedef struct {
    MPI_Win win;
    long *value;
    int home;
} Counter;

typedef struct {
    double sum;
    long intervals;
    long idle_turns;
    double seconds;
} Result;

static double integrand(double x)
{
    return sin(1.0 / (x + 0.01)) * exp(-x) + 2.0;
}

static void counter_create(Counter *counter, long value, MPI_Comm comm)
{
    int rank;

    MPI_TRY(MPI_Comm_rank(comm, &rank));
    counter->home = 0;
    MPI_TRY(MPI_Win_allocate(rank == counter->home ? (MPI_Aint)sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, comm,
                             &counter->value, &counter->win));
    if (rank == counter->home) {
        *counter->value = value;
    }
    MPI_TRY(MPI_Win_lock_all(0, counter->win));
    MPI_TRY(MPI_Win_sync(counter->win));
    MPI_TRY(MPI_Barrier(comm));
}

static void counter_free(Counter *counter)
{
    MPI_TRY(MPI_Win_unlock_all(counter->win));
    MPI_TRY(MPI_Win_free(&counter->win));
}

static long counter_add(Counter *counter, long by)
{
    long before = 0;

    MPI_TRY(MPI_Fetch_and_op(&by, &before, MPI_LONG, counter->home, 0, MPI_SUM, counter->win));
    MPI_TRY(MPI_Win_flush(counter->home, counter->win));
    return before;
}

static long counter_read(Counter *counter)
{
    long now = 0;

    MPI_TRY(MPI_Fetch_and_op(NULL, &now, MPI_LONG, counter->home, 0, MPI_NO_OP, counter->win));
    MPI_TRY(MPI_Win_flush(counter->home, counter->win));
    return now;
}

static int parse(int argc, char **argv, Options *options)
{
    int option;

    options->left = 0.0;
    options->right = 4.0;
    options->tolerance = 1e-9;
    options->capacity = 1024;
    options->seed = 17;
    while ((option = getopt(argc, argv, "a:b:t:c:s:")) != -1) {
        switch (option) {
        case 'a':
            options->left = atof(optarg);
            break;
        case 'b':
            options->right = atof(optarg);
            break;
        case 't':
            options->tolerance = atof(optarg);
            break;
        case 'c':
            options->capacity = atol(optarg);
            break;
        case 's':
            options->seed = (unsigned)atoi(optarg);
            break;
        default:
            fprintf(stderr, "usage: %s [-a left] [-b right] [-t tolerance] [-c capacity] [-s seed]\n", argv[0]);
            return -1;
        }
    }
    return options->left < options->right && options->capacity > 0 ? 0 : -1;
}

/* Adds the integral over the task's interval, or splits it; returns the number of new tasks less one. */
static long work(Deque *deque, const Task *task, Result *result, DequeStats *stats)
{
    const double width = task->right - task->left;
    const double middle = 0.5 * (task->left + task->right);
    const double f_middle = integrand(middle);
    const double f_low = integrand(0.5 * (task->left + middle));
    const double f_high = integrand(0.5 * (middle + task->right));
    const double coarse = width / 6.0 * (task->f_left + 4.0 * f_middle + task->f_right);
    const double fine =
        width / 12.0 * (task->f_left + 4.0 * f_low + 2.0 * f_middle + 4.0 * f_high + task->f_right);

    result->intervals++;
    if (fabs(fine - coarse) > 15.0 * task->tolerance && task->depth < 40.0) {
        Task low = {task->left, middle, task->f_left, f_middle, 0.5 * task->tolerance, task->depth + 1.0};
        Task high = {middle, task->right, f_middle, task->f_right, 0.5 * task->tolerance, task->depth + 1.0};
        int pushed = deque_push(deque, &low, stats) + deque_push(deque, &high, stats);

        if (pushed == 2) {
            return 1;
        }
        fprintf(stderr, "rank %d: deque full\n", deque->rank);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    result->sum += fine + (fine - coarse) / 15.0;
    return -1;
}

static int choose_victim(const Deque *deque, unsigned *seed)
{
    int victim;

    *seed = *seed * 1103515245u + 12345u;
    victim = (int)((*seed >> 16) % (unsigned)(deque->size - 1));
    return victim >= deque->rank ? victim + 1 : victim;
}

static void run(Deque *deque, Counter *open_tasks, const Options *options, Result *result, DequeStats *stats)
{
    unsigned seed = options->seed * 31u + (unsigned)deque->rank;
    Task *loot = malloc(STEAL_MAX * sizeof *loot);
    double start = MPI_Wtime();
    Task task;

    if (loot == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 4);
    }
    for (;;) {
        long change = 0;
        int done = 0;

        while (deque_pop(deque, &task, stats)) {
            const long more = work(deque, &task, result, stats);

            /* New tasks must be counted before they can be taken away and finished elsewhere, so the counter is never too
             * low: a split is told at once, finished tasks are told together. */
            if (more > 0) {
                (void)counter_add(open_tasks, more);
            } else {
                change += more;
                done++;
            }
            if (done == 16) {
                (void)counter_add(open_tasks, change);
                change = 0;
                done = 0;
            }
        }
        if (change != 0) {
            (void)counter_add(open_tasks, change);
        }

        if (counter_read(open_tasks) <= 0) {
            break;
        }
        if (deque->size > 1) {
            const int victim = choose_victim(deque, &seed);
            const int count = deque_steal(deque, victim, loot, STEAL_MAX, stats);

            if (count == 0) {
                result->idle_turns++;
            }
            for (int i = 0; i < count; i++) {
                if (!deque_push(deque, &loot[i], stats)) {
                    MPI_Abort(MPI_COMM_WORLD, 3);
                }
            }
        }
    }
    result->seconds = MPI_Wtime() - start;
    free(loot);
}

static double reference(const Options *options)
{
    const long steps = 2000000;
    const double h = (options->right - options->left) / (double)steps;
    double sum = 0.5 * (integrand(options->left) + integrand(options->right));

    for (long i = 1; i < steps; i++) {
        sum += integrand(options->left + (double)i * h);
    }
    return sum * h;
}

static void report(const Deque *deque, const Result *result, const DequeStats *stats)
{
    long local[7] = {result->intervals, result->idle_turns, stats->pushed, stats->popped, stats->attempts, stats->steals, stats->stolen};
    long total[7];
    long longest = 0;

    MPI_TRY(MPI_Reduce(local, total, 7, MPI_LONG, MPI_SUM, 0, deque->comm));
    MPI_TRY(MPI_Reduce(&stats->max_length, &longest, 1, MPI_LONG, MPI_MAX, 0, deque->comm));
    if (deque->rank == 0) {
        printf("%ld intervals, %ld pushed, %ld popped, longest deque %ld\n", total[0], total[2], total[3], longest);
        printf("%ld steals of %ld attempts, %ld tasks; %ld idle turns; %.3f s\n", total[5], total[4], total[6], total[1],
               result->seconds);
    }
}

int main(int argc, char **argv)
{
    Options options;
    Deque deque;
    Counter open_tasks;
    DequeStats stats;
    Result result;
    double integral = 0.0;
    int failed = 0;

    MPI_Init(&argc, &argv);
    if (parse(argc, argv, &options) != 0) {
        MPI_Finalize();
        return 1;
    }
    memset(&stats, 0, sizeof stats);
    memset(&result, 0, sizeof result);

    deque_create(&deque, options.capacity, MPI_COMM_WORLD);
    counter_create(&open_tasks, 1, MPI_COMM_WORLD);
    if (deque.rank == 0) {
        const Task all = {options.left,      options.right, integrand(options.left), integrand(options.right),
                          options.tolerance, 0.0};

        deque_push(&deque, &all, &stats);
    }

    run(&deque, &open_tasks, &options, &result, &stats);

    MPI_TRY(MPI_Allreduce(&result.sum, &integral, 1, MPI_DOUBLE, MPI_SUM, deque.comm));
    report(&deque, &result, &stats);
    if (deque.rank == 0) {
        const double wanted = reference(&options);

        failed = fabs(integral - wanted) > 1e-6;
        printf("integral %.10f, reference %.10f: %s\n", integral, wanted, failed ? "FAILED" : "ok");
    }
    MPI_TRY(MPI_Bcast(&failed, 1, MPI_INT, 0, deque.comm));

    counter_free(&open_tasks);
    deque_free(&deque);
    MPI_Finalize();
    return failed;
}
