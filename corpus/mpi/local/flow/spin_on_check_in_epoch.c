/*
 * A child of a broadcast tree waits for the flag that it fetches from its parent with a loop while
 * (check == 0).
 *
 * The loop loads the result buffer of a get that is completed only by the closing fence behind the
 * loop (MPI 4.1, 12.3 and 12.5.1). The loop may even run for ever.
 */
//@ expect: error RMA102 A B
//@ twin: spin_on_check_after_fence.c
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, check = 0, flag = 1, naps = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&flag, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank > 0) {
        MPI_Get(&check, 1, MPI_INT, (rank - 1) / 2, 0, 1, MPI_INT, win); //@ A
        while (check == 0) { //@ B
            usleep(100);
            naps++;
        }
    }
    MPI_Win_fence(0, win);

    printf("%d: %d naps\n", rank, naps);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
