// The loop ends when both flags are set, each behind a put that is complete (MPI 4.1, 12.5.4, 12.7).
//
//@ expect: none
//@ twin: two_flags_in_one_loop_race.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win win;

static int flag(int at)
{
    int unused = 0, value;
    MPI_Fetch_and_op(&unused, &value, MPI_INT, 1, at, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    return value;
}

static void deliver(int at, int to)
{
    int one = 1;
    MPI_Put(&at, 1, MPI_INT, 1, at, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, to, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
}

int main(int argc, char **argv)
{
    int rank, *cells;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < 4; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        deliver(0, 2);
    if (rank == 2)
        deliver(1, 3);
    if (rank == 1) {
        int first, second;
        do {
            first = flag(2);
            second = flag(3);
        } while (!first || !second);
        printf("%d\n", cells[0] + cells[1]);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
