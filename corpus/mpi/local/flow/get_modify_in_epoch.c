/*
 * Read-modify-write on a copy: fetch a number, make it odd.
 *
 * The test reads the result of the get before the unlock completes it (MPI 4.1, 12.3 and 12.5.3). The
 * increment reads and writes it, too, if the fetched value was even; that depends on received data, so
 * those two are warnings.
 */
//@ expect: error RMA102 A B
//@ expect: warning RMA102 A C
//@ expect: warning RMA103 A C
//@ expect@O2: error RMA102 A B
//@ expect@O2: warning RMA103 A C
// at -O2 the optimiser reuses the value loaded for the test, so the increment only stores
//@ twin: get_modify_after_unlock.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, number, out;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    number = 7 * rank;
    MPI_Win_create(&number, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int remote_proc = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, remote_proc, 0, win);
    MPI_Get(&out, 1, MPI_INT, remote_proc, 0, 1, MPI_INT, win); //@ A
    if (out % 2 == 0) //@ B
        out++; //@ C
    MPI_Win_unlock(remote_proc, win);

    printf("rank %d: %d\n", rank, out);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
