// The load is made only if the poll has found the flag, which is set when the put is complete (MPI 4.1, 12.5.4, 12.7).
//
//@ expect: none
//@ twin: flag_polled_for_some_time_race.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win win;

/* Whether rank 0 has set its flag before the tries are over. */
static int is_set(int tries)
{
    for (int i = 0; i < tries; i++) {
        int unused = 0, value;
        MPI_Fetch_and_op(&unused, &value, MPI_INT, 1, 1, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
        if (value)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank, *cells, value = 7, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = cells[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        if (is_set(1000))
    
        printf("%d\n", cells[0]);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
