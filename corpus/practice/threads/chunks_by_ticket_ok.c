/*
 * Processes with threads share the chunks of a long loop: the number of the next chunk is drawn by MPI_Fetch_and_op from a counter of
 * process 0. The threads of a process draw one after the other, in a critical section, with one variable for the result.
 *
 * The counter is accessed by atomic operations only, between two barriers (MPI 4.1, 12.7.1).
 *
 * Race-free: each thread copies the number inside the critical section, behind the flush. No other thread's operation on the variable is
 * pending at that time (OpenMP 5.2, 15.2).
 */
//@ expect: none
//@ twin: chunks_by_ticket_race.c
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEPER 0

struct dispenser {
    MPI_Win win;
    long *counter; /* of process 0 */
    long number;   /* what was drawn last */
};

struct work {
    long chunks;
    long chunk_length;
};

static void check(int code, const char *what)
{
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "%s failed\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void dispenser_create(struct dispenser *d, MPI_Comm comm)
{
    int rank;

    check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
    check(MPI_Win_allocate(rank == KEEPER ? (MPI_Aint)sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, comm, &d->counter, &d->win),
          "MPI_Win_allocate");
    if (rank == KEEPER)
        *d->counter = 0;
    d->number = -1;
    check(MPI_Barrier(comm), "MPI_Barrier");
    check(MPI_Win_lock_all(0, d->win), "MPI_Win_lock_all");
}

static void dispenser_free(struct dispenser *d)
{
    check(MPI_Win_unlock_all(d->win), "MPI_Win_unlock_all");
    check(MPI_Win_free(&d->win), "MPI_Win_free");
}

/* Draws a number into d->number. */
static void draw(struct dispenser *d)
{
    static const long one = 1;

    check(MPI_Fetch_and_op(&one, &d->number, MPI_LONG, KEEPER, 0, MPI_SUM, d->win), "MPI_Fetch_and_op");
    check(MPI_Win_flush(KEEPER, d->win), "MPI_Win_flush");
}

/* The number of the next chunk; for any thread. */
static long next_chunk(struct dispenser *d)
{
    long mine;

    #pragma omp critical(dispenser)
    {
        draw(d);
        mine = d->number;
    }
    return mine;
}

static double run_chunk(const struct work *w, long chunk)
{
    double sum = 0.0;

    for (long i = chunk * w->chunk_length; i < (chunk + 1) * w->chunk_length; i++)
        sum += 1.0 / ((double)(i + 1) * (double)(i + 1));
    return sum;
}

/* What this process has a part in. */
static double run(struct dispenser *d, const struct work *w, long *done)
{
    double sum = 0.0;
    long count = 0;

    #pragma omp parallel reduction(+ : sum, count)
    for (;;) {
        long chunk = next_chunk(d);
        if (chunk >= w->chunks)
            break;
        sum += run_chunk(w, chunk);
        count++;
    }
    *done = count;
    return sum;
}

static int parse(int argc, char **argv, struct work *w)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--chunks") == 0)
            w->chunks = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--length") == 0)
            w->chunk_length = atol(argv[i + 1]);
        else
            return 0;
    }
    return w->chunks >= 1 && w->chunks <= 1000000 && w->chunk_length >= 1 && w->chunk_length <= 1000000;
}

int main(int argc, char **argv)
{
    struct dispenser dispenser;
    struct work work = {1000, 10000};
    int provided, rank;
    long done;
    double sum, all = 0.0;

    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
    if (provided < MPI_THREAD_SERIALIZED || !parse(argc, argv, &work)) {
        fprintf(stderr, "usage: chunks [--chunks n] [--length n], with threads\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
    dispenser_create(&dispenser, MPI_COMM_WORLD);
    double seconds = MPI_Wtime();
    sum = run(&dispenser, &work, &done);
    check(MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD), "MPI_Reduce");
    seconds = MPI_Wtime() - seconds;
    printf("process %d: %ld chunks\n", rank, done);
    if (rank == 0)
        printf("error of the sum: %g, %g s\n", fabs(all - acos(-1.0) * acos(-1.0) / 6.0), seconds);
    dispenser_free(&dispenser);
    MPI_Finalize();
    return 0;
}
