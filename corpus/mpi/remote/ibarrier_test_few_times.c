/*
 * A nonblocking barrier that is asked with MPI_Test once before a loop of tests, in a loop of steps.
 *
 * It is asked three times at most, and the get of the next step follows whatever the answer: a false flag orders nothing (MPI 4.1,
 * 3.7.3, 6.12.1). Happens with 2 or more processes.
 */
//@ expect: error RMA202 A B
//@ twin: ibarrier_test_then_loop.c
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
        MPI_Get(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        mem[0] = step; //@ B
        MPI_Ibarrier(MPI_COMM_WORLD, &req[step]);
        MPI_Test(&req[step], &done, MPI_STATUS_IGNORE);
        done = 0;
        for (int i = 0; !done && i < 2; i++)
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
