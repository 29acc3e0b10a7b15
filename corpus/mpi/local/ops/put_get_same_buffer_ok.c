// Rank 0 exchanges a value with rank 1: it puts its own and gets the other.
// MPI_Win_flush_local stands between them: the put is complete at the origin (MPI 4.1, 12.5.4). The two window cells
// are different, so there is no conflict at the target.
//
//@ expect: none
//@ twin: put_get_same_buffer_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int box[2], x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    box[0] = box[1] = x = rank + 50;
    MPI_Win_create(box, sizeof box, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush_local(1, win);
        MPI_Get(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        printf("%d\n", x);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
