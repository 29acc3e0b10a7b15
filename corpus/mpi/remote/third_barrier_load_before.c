/*
 * Rank 0 meets three barriers in a loop and puts before the last one; the others have three calls in a row.
 *
 * The others load between the second and the third barrier, when the put is made (MPI 4.1, 6.3, 6.14).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: third_barrier_load_after.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            if (i == 2 && size > 1) {
                MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
                MPI_Win_flush(1, win);
            }
            MPI_Barrier(MPI_COMM_WORLD);
        }
    } else {
        mem[0] = 5;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("%d\n", mem[0]); //@ B
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
