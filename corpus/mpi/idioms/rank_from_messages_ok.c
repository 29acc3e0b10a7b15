// Rank 0 tells the other processes by messages whose cell they shall read.
// Race-free: the flush names the rank that the get names (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: rank_from_messages_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int *cell, me, size, of, value, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = me;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (me == 0) {
        for (int to = 1; to < size; to++)
            for (int turn = 0; turn < 3; turn++) {
                of = turn < 2 ? (to + turn) % size : -1;
                MPI_Send(&of, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
            }
    } else {
        for (;;) {
            MPI_Recv(&of, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (of < 0)
                break;
            MPI_Get(&value, 1, MPI_INT, of, 0, 1, MPI_INT, win);
            MPI_Win_flush(of, win);
            sum += value;
            MPI_Win_flush_all(win);
        }
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
