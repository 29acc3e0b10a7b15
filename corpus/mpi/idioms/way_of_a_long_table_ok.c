/*
 * A search in a table of 20 ways leaves its loop with `goto`; an even process then puts the way of the argument to its partner in each turn,
 * who reads all cells behind a message and answers.
 *
 * Each way completes its put at the target (MPI 4.1, 12.5.4) before it sends the message, and the next put comes behind the answer.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct job {
    MPI_Win win;
    long *cells, value;
    int peer, rank;
};

#define WAY(n)                                                                      \
    static void way_##n(struct job *job)                                            \
    {                                                                               \
        MPI_Put(&job->value, 1, MPI_LONG, job->peer, n, 1, MPI_LONG, job->win);      \
        MPI_Win_flush(job->peer, job->win);                                         \
        MPI_Send(NULL, 0, MPI_BYTE, job->peer, 1, MPI_COMM_WORLD);                  \
    }

WAY(0)
WAY(1)
WAY(2)
WAY(3)
WAY(4)
WAY(5)
WAY(6)
WAY(7)
WAY(8)
WAY(9)
WAY(10)
WAY(11)
WAY(12)
WAY(13)
WAY(14)
WAY(15)
WAY(16)
WAY(17)
WAY(18)

static void way_19(struct job *job)
{
    MPI_Put(&job->value, 1, MPI_LONG, job->peer, 19, 1, MPI_LONG, job->win);
    MPI_Win_flush(job->peer, job->win);
    MPI_Send(NULL, 0, MPI_BYTE, job->peer, 1, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*go)(struct job *);
} ways[] = {
    {"way0", way_0},
    {"way1", way_1},
    {"way2", way_2},
    {"way3", way_3},
    {"way4", way_4},
    {"way5", way_5},
    {"way6", way_6},
    {"way7", way_7},
    {"way8", way_8},
    {"way9", way_9},
    {"way10", way_10},
    {"way11", way_11},
    {"way12", way_12},
    {"way13", way_13},
    {"way14", way_14},
    {"way15", way_15},
    {"way16", way_16},
    {"way17", way_17},
    {"way18", way_18},
    {"way19", way_19},
};

int main(int argc, char **argv)
{
    struct job job;
    int size, i, turn;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size % 2 || argc < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    job.peer = job.rank % 2 ? job.rank - 1 : job.rank + 1;
    job.value = 3;
    MPI_Win_allocate(20 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &job.cells, &job.win);
    MPI_Win_lock_all(0, job.win);
    for (i = 0; i < 20; i++)
        if (!strcmp(ways[i].name, argv[1]))
            goto found;
    MPI_Abort(MPI_COMM_WORLD, 2);
found:
    for (turn = 0; turn < 10; turn++) {
        if (job.rank % 2 == 0) {
            ways[i].go(&job);
            MPI_Recv(NULL, 0, MPI_BYTE, job.peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(NULL, 0, MPI_BYTE, job.peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int c = 0; c < 20; c++)
                printf("%ld\n", job.cells[c]);
            MPI_Send(NULL, 0, MPI_BYTE, job.peer, 2, MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(job.win);
    MPI_Win_free(&job.win);
    MPI_Finalize();
    return 0;
}
