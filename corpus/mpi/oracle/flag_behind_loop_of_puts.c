/*
 * All put into the first cells of their right neighbour in a loop; then rank 1 puts a value into rank 0 and sets a flag
 * there, for which rank 0 waits.
 *
 * No put of the loop touches the flag, so only the update behind the flush ends the waiting (MPI 4.1, 12.5.4).
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

#define FLAG 5

int main(int argc, char **argv)
{
    int rank, size, right, one = 1, seen;
    int x[3] = {1, 2, 3};
    static int mem[6];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    right = (rank + 1) % size;
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; i++)
        MPI_Put(&x[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    if (rank == 1) {
        MPI_Put(&one, 1, MPI_INT, 0, 4, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, FLAG, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(0, win);
    } else if (rank == 0) {
        do {
            MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, FLAG, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        } while (seen == 0);
        printf("%d\n", mem[4]);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
