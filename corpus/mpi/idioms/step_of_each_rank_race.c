/*
 * Each process puts to the one cell of rank 0 in the step whose number is its rank, and completes the put by a flush; rank 0 reads the cell in
 * each step. The table of ways says whether the flush is for rank 0 or for all.
 *
 * A barrier stands between put and read, but none between the read and the next step: the next process may put while rank 0 reads
 * (MPI 4.1, 12.7.3).
 */
//@ expect: error RMA201 A B
//@ twin: step_of_each_rank_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct way {
    const char *name;
    int all;
};

static const struct way ways[] = {{"one", 0}, {"all", 1}};

static const struct way *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (!strcmp(ways[i].name, name))
            return &ways[i];
    return &ways[0];
}

int main(int argc, char **argv)
{
    int rank, size;
    long *cell, value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const struct way *way = find(argc > 1 ? argv[1] : "one");
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    value = rank;
    for (int step = 0; step < size; step++) {
        if (step == rank) {
            MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); //@ A
            if (way->all)
                MPI_Win_flush_all(win);
            else
                MPI_Win_flush(0, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            printf("%ld\n", *cell); //@ B
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
