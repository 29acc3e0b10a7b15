/*
 * Adaptive quadrature over [0, 1] with work stealing. Each rank starts with an equal piece; the work is where the
 * integrand has its peak, so the others soon steal. A global counter of open tasks tells when all is done.
 *
 * usage: workqueue [tolerance]
 */
#include "check.h"
#include "counter.h"
#include "integrate.h"
#include "queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Worker {
    struct Queue queue;
    struct Counter open; /* tasks that wait in a queue or are being handled */
    double tolerance;
    double sum;
    int64_t handled;
};

_Noreturn void fail(const char *message, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

static void handle(struct Worker *worker, struct Task task)
{
    struct Task halves[2];

    worker->handled++;
    if (integrate_task(task, worker->tolerance, &worker->sum, halves)) {
        counter_add(&worker->open, -1);
        return;
    }
    /* Two tasks instead of one. They are counted before anyone can take them, or the count could touch 0 too soon. */
    counter_add(&worker->open, 1);
    if (!queue_push(&worker->queue, halves, 2)) {
        worker->sum += integrate_recursively(halves[0], worker->tolerance);
        worker->sum += integrate_recursively(halves[1], worker->tolerance);
        counter_add(&worker->open, -2);
    }
}

/* Tries the other ranks in turn; returns whether the own queue has got tasks. */
static int find_work(struct Worker *worker)
{
    struct Task loot[LOOT_LIMIT];
    int rank = worker->queue.rank, size = worker->queue.size;

    for (int distance = 1; distance < size; distance++) {
        int taken = queue_steal(&worker->queue, (rank + distance) % size, loot);

        if (taken > 0) {
            if (!queue_push(&worker->queue, loot, taken))
                fail("an empty queue has no room", __FILE__, __LINE__);
            return 1;
        }
    }
    return 0;
}

static void work(struct Worker *worker)
{
    struct Task task;

    do
        while (queue_pop(&worker->queue, &task))
            handle(worker, task);
    while (find_work(worker) || counter_read(&worker->open) != 0);
}

/* Prints the summary on rank 0; returns whether the integral is right. */
static int report(const struct Worker *worker, double seconds)
{
    double own[3], sums[3] = {0.0, 0.0, 0.0}, slowest = 0.0, error;

    own[0] = worker->sum;
    own[1] = (double)worker->handled;
    own[2] = (double)worker->queue.stolen;
    MPI_DO(MPI_Allreduce(own, sums, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    MPI_DO(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
    error = fabs(sums[0] - integrate_exactly(0.0, 1.0));
    printf("rank %d: %lld tasks, %lld stolen of total width %.4f\n", worker->queue.rank, (long long)worker->handled,
           (long long)worker->queue.stolen, worker->queue.stolen_width);
    if (worker->queue.rank == 0)
        printf("integral %.12f, error %.2e, %.0f tasks, %.0f stolen, %.4f s: %s\n", sums[0], error, sums[1], sums[2],
               slowest, error < 1e-6 ? "passed" : "FAILED");
    return error < 1e-6;
}

int main(int argc, char **argv)
{
    struct Worker worker = {.tolerance = 1e-9};
    struct Task first;
    double start;
    int passed;

    MPI_DO(MPI_Init(&argc, &argv));
    if (argc > 1)
        worker.tolerance = strtod(argv[1], NULL);
    if (!(worker.tolerance > 0.0 && worker.tolerance <= 1e-7))
        fail("the tolerance must be positive and at most 1e-7", __FILE__, __LINE__);

    queue_create(&worker.queue, MPI_COMM_WORLD);
    counter_create(&worker.open, MPI_COMM_WORLD, worker.queue.size);
    first.left = (double)worker.queue.rank / worker.queue.size;
    first.right = (double)(worker.queue.rank + 1) / worker.queue.size;
    start = MPI_Wtime();
    queue_push(&worker.queue, &first, 1);
    work(&worker);
    passed = report(&worker, MPI_Wtime() - start);

    counter_destroy(&worker.open);
    queue_destroy(&worker.queue);
    MPI_DO(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
