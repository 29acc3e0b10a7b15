/*
 * A filter over blocks with a team of threads. In each step the iterations of a work-sharing loop fill a block and put it into the window
 * of the right neighbour; then one thread completes all puts of the process and meets the other processes, and a second loop uses the
 * blocks that have come from the left.
 *
 * Send buffers and windows have two halves that take turns: the half of step s is filled again in step s + 2, and the barrier of step
 * s + 1 stands between its use by the neighbour and the next put into it.
 *
 * The race: the loop has nowait. The first thread that has no more blocks calls flush_all and the barrier of the processes while another
 * one still has its put before it; that put is not complete when the neighbour uses the block (MPI 4.1, 12.7). The put is completed by
 * flush_all of the next step, so nothing else meets it. From one process, which puts to itself, with two threads.
 */
//@ expect: error RMA201 PUT USE
//@ twin: blocks_then_flush_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MPI_TRY(call)                                                     \
    do {                                                                  \
        if ((call) != MPI_SUCCESS) {                                      \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                 \
        }                                                                 \
    } while (0)

struct options {
    int blocks;
    int length;
    int steps;
};

struct filter {
    MPI_Comm comm;
    MPI_Win win;
    int rank, right;
    int blocks, length;
    double *outgoing; /* two halves */
    double *incoming; /* two halves, the window */
};

static void filter_create(struct filter *f, MPI_Comm comm, const struct options *o)
{
    int size;
    size_t cells = (size_t)2 * o->blocks * o->length;

    f->comm = comm;
    f->blocks = o->blocks;
    f->length = o->length;
    MPI_TRY(MPI_Comm_rank(comm, &f->rank));
    MPI_TRY(MPI_Comm_size(comm, &size));
    f->right = (f->rank + 1) % size;
    f->outgoing = calloc(cells, sizeof(double));
    if (!f->outgoing)
        MPI_Abort(comm, 1);
    MPI_TRY(MPI_Win_allocate((MPI_Aint)(cells * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &f->incoming, &f->win));
    for (size_t i = 0; i < cells; i++)
        f->incoming[i] = 0.0;
    MPI_TRY(MPI_Barrier(comm));
    MPI_TRY(MPI_Win_lock_all(0, f->win));
}

static void filter_free(struct filter *f)
{
    MPI_TRY(MPI_Win_unlock_all(f->win));
    MPI_TRY(MPI_Win_free(&f->win));
    free(f->outgoing);
}

/* Where a block of a step begins, in both arrays. */
static size_t place_of(const struct filter *f, int step, int block)
{
    return ((size_t)(step % 2) * f->blocks + block) * f->length;
}

static void fill(struct filter *f, int step, int block)
{
    double *cells = f->outgoing + place_of(f, step, block);

    for (int i = 0; i < f->length; i++)
        cells[i] = f->rank + 0.5 * step + 0.001 * (block * f->length + i);
}

static void send_block(struct filter *f, int step, int block)
{
    size_t place = place_of(f, step, block);

    MPI_TRY(MPI_Put(f->outgoing + place, f->length, MPI_DOUBLE, f->right, (MPI_Aint)place, f->length, MPI_DOUBLE, f->win)); //@ PUT
}

static double use(const struct filter *f, int step, int block)
{
    const double *cells = f->incoming + place_of(f, step, block);
    double sum = 0.0;

    for (int i = 0; i < f->length; i++)
        sum += cells[i]; //@ USE
    return sum;
}

static double run(struct filter *f, int steps)
{
    double total = 0.0;

    #pragma omp parallel
    for (int step = 0; step < steps; step++) {
        #pragma omp for schedule(dynamic) nowait
        for (int block = 0; block < f->blocks; block++) {
            fill(f, step, block);
            send_block(f, step, block);
        }
        #pragma omp single
        {
            MPI_TRY(MPI_Win_flush_all(f->win));
            MPI_TRY(MPI_Barrier(f->comm));
        }
        #pragma omp for reduction(+ : total)
        for (int block = 0; block < f->blocks; block++)
            total += use(f, step, block);
    }
    return total;
}

static int parse(int argc, char **argv, struct options *o)
{
    int c;

    while ((c = getopt(argc, argv, "b:l:s:")) != -1) {
        switch (c) {
        case 'b': o->blocks = atoi(optarg); break;
        case 'l': o->length = atoi(optarg); break;
        case 's': o->steps = atoi(optarg); break;
        default: return 0;
        }
    }
    return o->blocks >= 1 && o->blocks <= 4096 && o->length >= 1 && o->length <= 65536 && o->steps >= 1;
}

int main(int argc, char **argv)
{
    struct options o = {64, 256, 20};
    struct filter f;
    int provided;

    MPI_TRY(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    if (provided < MPI_THREAD_MULTIPLE || !parse(argc, argv, &o)) {
        fprintf(stderr, "usage: filter [-b blocks] [-l length] [-s steps], with threads\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    filter_create(&f, MPI_COMM_WORLD, &o);
    double seconds = MPI_Wtime();
    double total = run(&f, o.steps);
    seconds = MPI_Wtime() - seconds;
    printf("process %d: %g in %g s\n", f.rank, total, seconds);
    filter_free(&f);
    MPI_Finalize();
    return 0;
}
