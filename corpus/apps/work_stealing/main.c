/*
 * Counts the placements of n queens. Rank 0 begins with the empty board; the others steal. A counter of open tasks at
 * rank 0 tells when all is done.
 *
 * usage: work_stealing [queens [rows that are expanded into tasks]]
 */
#include "check.h"
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>

struct Worker {
    struct Queue queue;
    MPI_Win open; /* one number at rank 0: tasks in a queue or in work */
    int queens, depth;
    int64_t placements, handled;
};

void expect_success(int code, const char *call, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s returned %d\n", file, line, call, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void open_create(struct Worker *worker, int64_t initial, MPI_Comm comm)
{
    int mine = worker->queue.rank == 0;
    int64_t *number;

    MPI_CALL(MPI_Win_allocate(mine ? (MPI_Aint)sizeof *number : 0, (int)sizeof *number, MPI_INFO_NULL, comm, &number,
                              &worker->open));
    if (mine)
        *number = initial;
    MPI_CALL(MPI_Win_lock_all(0, worker->open));
    MPI_CALL(MPI_Win_sync(worker->open));
    MPI_CALL(MPI_Barrier(comm));
}

/* Adds to the number of open tasks and returns the new one. */
static int64_t open_add(const struct Worker *worker, int64_t amount)
{
    int64_t before = 0;

    MPI_CALL(MPI_Fetch_and_op(&amount, &before, MPI_INT64_T, 0, 0, MPI_SUM, worker->open));
    MPI_CALL(MPI_Win_flush(0, worker->open));
    return before + amount;
}

static void handle(struct Worker *worker, struct Task task)
{
    struct Task children[MOST_QUEENS];
    int count;

    worker->handled++;
    if ((int)task.row >= worker->depth) {
        worker->placements += task_count(task, worker->queens);
        open_add(worker, -1);
        return;
    }
    count = task_expand(task, worker->queens, children);
    /* The children are counted before anyone can take them. */
    open_add(worker, count - 1);
    if (count > 0 && !queue_push(&worker->queue, children, count)) {
        for (int i = 0; i < count; i++)
            worker->placements += task_count(children[i], worker->queens);
        open_add(worker, -count);
    }
}

/* Tries the other ranks in turn and handles what it gets; returns whether it got any. */
static int rob(struct Worker *worker)
{
    struct Task loot[LOOT];
    int size = worker->queue.size;

    for (int step = 1; step < size; step++) {
        int count = queue_steal(&worker->queue, (worker->queue.rank + step) % size, loot);

        for (int i = 0; i < count; i++)
            handle(worker, loot[i]);
        if (count > 0)
            return 1;
    }
    return 0;
}

static void work(struct Worker *worker)
{
    struct Task task;

    do
        while (queue_waiting(&worker->queue) > 0 && queue_pop(&worker->queue, &task))
            handle(worker, task);
    while (rob(worker) || open_add(worker, 0) > 0);
}

int main(int argc, char **argv)
{
    const struct Task empty = {0, 0, 0, 0};
    struct Worker worker = {.queens = 8, .depth = 3};
    int64_t own[3], sums[3] = {0, 0, 0};
    double start;
    int passed;

    MPI_CALL(MPI_Init(&argc, &argv));
    if (argc > 1)
        worker.queens = atoi(argv[1]);
    if (argc > 2)
        worker.depth = atoi(argv[2]);
    if (worker.queens < 1 || worker.queens > MOST_QUEENS || worker.depth < 0 || worker.depth > worker.queens) {
        fprintf(stderr, "1 to %d queens, and no more rows than queens\n", MOST_QUEENS);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }

    queue_create(&worker.queue, MPI_COMM_WORLD);
    open_create(&worker, 1, MPI_COMM_WORLD);
    start = MPI_Wtime();
    if (worker.queue.rank == 0)
        queue_push(&worker.queue, &empty, 1);
    work(&worker);

    own[0] = worker.placements;
    own[1] = worker.handled;
    own[2] = worker.queue.stolen;
    MPI_CALL(MPI_Allreduce(own, sums, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD));
    passed = task_known_result(worker.queens) < 0 || sums[0] == task_known_result(worker.queens);
    if (worker.queue.rank == 0)
        printf("%d queens: %lld placements, %lld tasks, %lld stolen, %.4f s: %s\n", worker.queens, (long long)sums[0],
               (long long)sums[1], (long long)sums[2], MPI_Wtime() - start, passed ? "passed" : "FAILED");

    MPI_CALL(MPI_Win_unlock_all(worker.open));
    MPI_CALL(MPI_Win_free(&worker.open));
    queue_destroy(&worker.queue);
    MPI_CALL(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
