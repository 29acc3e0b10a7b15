/* Requests in an array; each is waited for in a loop, unless it is null.

   Label: MPI_Rput returns a request that is not null, so each of them is waited for, and a wait completes its operation at the
   origin (MPI 4.1, 12.3.5). Only then the origin changes.
 */
//@ expect: none
//@ twin: wait_unless_null_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Request requests[4];
    double *memory, data[40];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(40 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 40; i++)
        data[i] = i;
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; i++)
        MPI_Rput(data + 10 * i, 10, MPI_DOUBLE, (rank + 1) % size, 10 * i, 10, MPI_DOUBLE, win, &requests[i]); //@ A
    for (int i = 0; i < 4; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    data[0] = 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
