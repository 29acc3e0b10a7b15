/*
 * A ring of PEs with several POSIX threads each. Thread t of each PE sends a chunk in each step to thread t of the right neighbour, on a context
 * of its own: the chunk, a fence, the flag of thread t with the number of the step. It waits for its own flag, works on
 * its chunk and acknowledges to the left neighbour.
 *
 * Race-free. Chunk and flag of a thread are issued on one context with shmem_ctx_fence of that context between (OpenSHMEM 1.6,
 * 9.11.1), and the thread that waits for the flag is the one that reads the chunk (9.10). A chunk is sent again behind the
 * acknowledgement of its reader, and shmem_ctx_quiet has completed the one before. Inbox, flags and acknowledgements are by
 * thread, so threads of one PE do not meet. The sums are private to the threads until they are joined.
 */
//@ expect: none
//@ twin: threads_own_context_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 8
#define CHUNK 64

typedef struct {
    double inbox[MAX_THREADS][CHUNK];
    int flag[MAX_THREADS];
    int taken[MAX_THREADS];
} Board;

typedef struct {
    int left;
    int right;
    int steps;
    int threads;
} Ring;

typedef struct {
    const Ring *ring;
    int number;
    shmem_ctx_t ctx;
    double sum;
    pthread_t handle;
} Worker;

static Board board; /* symmetric */

static void stop(const char *why)
{
    fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), why);
    shmem_global_exit(1);
}

static void fill(double *chunk, int number, int step)
{
    for (int i = 0; i < CHUNK; i++)
        chunk[i] = number + 0.001 * step + i;
}

static void send_chunk(const Worker *worker, const double *chunk, int step)
{
    const Ring *ring = worker->ring;
    const int t = worker->number;

    if (step > 0)
        shmem_int_wait_until(&board.taken[t], SHMEM_CMP_GE, step);
    shmem_ctx_double_put(worker->ctx, board.inbox[t], chunk, CHUNK, ring->right); //@ PUT
    shmem_ctx_fence(worker->ctx);
    shmem_ctx_int_atomic_set(worker->ctx, &board.flag[t], step + 1, ring->right);
}

static double receive_chunk(const Worker *worker, int step)
{
    const Ring *ring = worker->ring;
    const int t = worker->number;
    double sum = 0.0;

    shmem_int_wait_until(&board.flag[t], SHMEM_CMP_GE, step + 1);
    for (int i = 0; i < CHUNK; i++)
        sum += board.inbox[t][i]; //@ LOAD
    shmem_ctx_int_atomic_set(worker->ctx, &board.taken[t], step + 1, ring->left);
    return sum;
}

static void *work(void *argument)
{
    Worker *worker = argument;
    double chunk[CHUNK];

    for (int step = 0; step < worker->ring->steps; step++) {
        fill(chunk, worker->number, step);
        send_chunk(worker, chunk, step);
        worker->sum += receive_chunk(worker, step);
        shmem_ctx_quiet(worker->ctx);
    }
    return NULL;
}

static void start_workers(Worker *workers, const Ring *ring)
{
    for (int t = 0; t < ring->threads; t++) {
        workers[t].ring = ring;
        workers[t].number = t;
        workers[t].sum = 0.0;
        if (shmem_ctx_create(SHMEM_CTX_SERIALIZED, &workers[t].ctx) != 0)
            stop("no context");
    }
    for (int t = 0; t < ring->threads; t++) {
        if (pthread_create(&workers[t].handle, NULL, work, &workers[t]) != 0)
            stop("no thread");
    }
}

static double join_workers(Worker *workers, const Ring *ring)
{
    double sum = 0.0;

    for (int t = 0; t < ring->threads; t++) {
        pthread_join(workers[t].handle, NULL);
        shmem_ctx_destroy(workers[t].ctx);
        sum += workers[t].sum;
    }
    return sum;
}

static Ring parse(int argc, char **argv)
{
    Ring ring = {0, 0, 100, 4};
    const int me = shmem_my_pe(), npes = shmem_n_pes();

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--steps") == 0)
            ring.steps = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--threads") == 0)
            ring.threads = atoi(argv[i + 1]);
        else
            stop("options are --steps n and --threads n");
    }
    if (ring.steps < 1 || ring.threads < 1 || ring.threads > MAX_THREADS)
        stop("option out of range");
    ring.left = (me + npes - 1) % npes;
    ring.right = (me + 1) % npes;
    return ring;
}

int main(int argc, char **argv)
{
    Worker workers[MAX_THREADS];
    int provided;

    if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) != 0 || provided < SHMEM_THREAD_MULTIPLE) {
        fprintf(stderr, "threads are not supported\n");
        return 1;
    }
    const Ring ring = parse(argc, argv);

    start_workers(workers, &ring);
    const double sum = join_workers(workers, &ring);
    shmem_barrier_all();
    printf("PE %d: %d threads, sum %.3f\n", shmem_my_pe(), ring.threads, sum);

    shmem_finalize();
    return 0;
}
