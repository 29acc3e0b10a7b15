/*
 * A table of modes, each with two functions: one opens an epoch, the other completes it. The program searches the table for the name that its
 * argument gives; the search returns the entry, or null. Pairs of processes work with the entry in each iteration: the lower half puts to the
 * upper half, completes the puts at the target and sends a message; the upper half receives it, reads and answers.
 *
 * Each mode completes the puts at the target before the message: a fence (MPI 4.1, 12.5.1), an unlock (12.5.3), a flush (12.5.4). The message
 * orders the read behind them, the answer orders the next puts behind the read.
 */
//@ expect: none
//@ twin: mode_found_by_name_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    const struct mode *mode;
    MPI_Win win;
    int rank, size, peer, sends, receives;
};

struct mode {
    const char *name;
    void (*open)(struct job *);
    void (*complete)(struct job *);
    int of_all;
};

static void open_fence(struct job *job)
{
    MPI_Win_fence(MPI_MODE_NOPRECEDE, job->win);
}

static void complete_fence(struct job *job)
{
    MPI_Win_fence(MPI_MODE_NOSUCCEED, job->win);
}

static void open_lock(struct job *job)
{
    MPI_Win_lock(MPI_LOCK_SHARED, job->peer, 0, job->win);
}

static void complete_lock(struct job *job)
{
    MPI_Win_unlock(job->peer, job->win);
}

static void open_all(struct job *job)
{
    MPI_Win_lock_all(0, job->win);
}

static void complete_all(struct job *job)
{
    MPI_Win_flush(job->peer, job->win);
    MPI_Win_unlock_all(job->win);
}

static const struct mode modes[] = {
    {"fence", open_fence, complete_fence, 1},
    {"lock", open_lock, complete_lock, 0},
    {"flush", open_all, complete_all, 0},
};

static const struct mode *find(const char *name)
{
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (strcmp(modes[i].name, name) == 0)
            return &modes[i];
    return NULL;
}

int main(int argc, char **argv)
{
    struct job job;
    long *cells, value = 1;
    int half, steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.size);
    if (argc < 3 || job.size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    job.mode = find(argv[1]);
    if (job.mode == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    steps = atoi(argv[2]);
    half = job.size / 2;
    job.peer = job.rank < half ? job.rank + half : job.rank - half;
    job.sends = job.rank < half;
    job.receives = job.rank >= half;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &job.win);
    for (int i = 0; i < steps; i++) {
        const int acts = job.sends || job.mode->of_all;
        if (acts)
            job.mode->open(&job);
        if (job.sends)
            MPI_Put(&value, 1, MPI_LONG, job.peer, 0, 1, MPI_LONG, job.win);
        if (acts)
            job.mode->complete(&job);
        if (job.sends) {
            MPI_Send(NULL, 0, MPI_BYTE, job.peer, 1, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_BYTE, job.peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (job.receives) {
            MPI_Recv(NULL, 0, MPI_BYTE, job.peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("%ld\n", cells[0]);
            MPI_Send(NULL, 0, MPI_BYTE, job.peer, 2, MPI_COMM_WORLD);
        }
    }
    MPI_Win_free(&job.win);
    MPI_Finalize();
    return 0;
}
