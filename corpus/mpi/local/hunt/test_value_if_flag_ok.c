/* Asks once whether a get is complete; if it is, it uses the second element at once, else it waits and uses the third.

   Label: what is used is complete at the origin: after a successful test, or after the wait (MPI 4.1, 12.3.5). With `-O2` clang loads the
   second element on both ways and drops the value where the test fails.
 */
//@ expect: none
//@ twin: test_value_unless_flag_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, flag, *memory, in[4];
    long sum = 0;
    MPI_Request request;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rget(in, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, win, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (flag) sum += in[1];
    if (!flag) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += in[2];
    }
    MPI_Win_unlock_all(win);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
