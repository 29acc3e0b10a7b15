/*
 * A nonblocking barrier that is asked with MPI_Test once before a loop of tests, in a loop of steps.
 *
 * The request is asked until its flag is true, in each step: a process goes on to the get of the next step when all processes have
 * entered the barrier, behind their stores (MPI 4.1, 3.7.3, 6.12.1). A barrier orders the get and the store of one step.
 */
//@ expect: none
//@ twin: ibarrier_test_few_times.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x, done, *mem;
    MPI_Win win;
    MPI_Request req[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 2; step++) {
        MPI_Get(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        mem[0] = step;
        MPI_Ibarrier(MPI_COMM_WORLD, &req[step]);
        MPI_Test(&req[step], &done, MPI_STATUS_IGNORE);
        done = 0;
        while (!done)
            MPI_Test(&req[step], &done, MPI_STATUS_IGNORE);
        for (int i = 0; i < 2; i++)
            printf("%d\n", x);
    }
    MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
