/* Asks for two gets until both are complete, and sums up an element on each turn.

   Label: the element is read on each turn, also where the test has not found the requests complete: the get may be writing it (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA102 GET USE
//@ twin: testall_value_if_done_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size, *memory, in[2][N], done = 0, sum = 0;
    MPI_Request requests[2];
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rget(in[0], N, MPI_INT, (rank + 1) % size, 0, N, MPI_INT, win, &requests[0]); //@ GET
    MPI_Rget(in[1], N, MPI_INT, (rank + 1) % size, N, N, MPI_INT, win, &requests[1]);
    while (!done) {
        MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
        sum += in[0][0]; //@ USE
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
