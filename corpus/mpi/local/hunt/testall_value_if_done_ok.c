/* Asks for two gets until both are complete, and sums up what they have brought when they are.

   Label: the element is read only where the test has found both requests complete, and with them the gets at their origin (MPI 4.1, 12.3.5).
   With `-O2` clang loads it on every turn and drops the value while the gets are not complete: the program does not use what it has read.
 */
//@ expect: none
//@ twin: testall_value_each_turn_race.c
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
    MPI_Rget(in[0], N, MPI_INT, (rank + 1) % size, 0, N, MPI_INT, win, &requests[0]);
    MPI_Rget(in[1], N, MPI_INT, (rank + 1) % size, N, N, MPI_INT, win, &requests[1]);
    while (!done) {
        MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
        if (done)
            sum += in[0][0];
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
