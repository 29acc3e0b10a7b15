/*
 * A ring of exposure epochs with a put in it; then rank 0 exposes its window to rank 1 once more, which only opens
 * and closes its access epoch.
 *
 * Rank 0 has waited for the put before it posts again, so the load inside the second exposure epoch is behind it
 * (MPI 4.1, 12.5.2).
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int x = 1, mem[1];
    MPI_Win win;
    MPI_Group all, left, right, zero, one;
    int first = 0, second = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &from, &left);
    MPI_Group_incl(all, 1, &to, &right);
    MPI_Group_incl(all, 1, &first, &zero);
    MPI_Group_incl(all, 1, &second, &one);

    MPI_Win_post(left, 0, win);
    MPI_Win_start(right, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    if (rank == 1) {
        MPI_Win_start(zero, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 0) {
        MPI_Win_post(one, 0, win);
        printf("%d\n", mem[0]);
        MPI_Win_wait(win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
