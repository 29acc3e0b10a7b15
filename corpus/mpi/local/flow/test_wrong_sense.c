/*
 * Work that overlaps with a fetch; the result is used once MPI_Test says so.
 *
 * The result is read when flag is 0, that is, exactly while the Rget is pending (MPI 4.1, 3.7.3 and
 * 12.3.5).
 */
//@ expect: error RMA102 A B
//@ twin: test_guarded_use.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, flag, data = 0, home;
    MPI_Request rq;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    home = rank + 1000;
    MPI_Win_create(&home, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Rget(&data, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win, &rq); //@ A
    MPI_Test(&rq, &flag, MPI_STATUS_IGNORE);
    if (!flag)
        printf("rank %d: early %d\n", rank, data); //@ B
    MPI_Wait(&rq, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
