/*
 * Post-start-complete-wait: even ranks send to the odd rank above them.
 *
 * MPI_Win_complete stands before the store, under the same condition as the put (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: pscw_complete_late.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, partner, buf, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    partner = rank % 2 == 0 ? rank + 1 : rank - 1;
    buf = rank;
    if (partner < size) {
        MPI_Group_incl(all, 1, &partner, &other);
        if (rank % 2 == 0) {
            MPI_Win_start(other, 0, win);
            MPI_Put(&buf, 1, MPI_INT, partner, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
            buf = -rank;
        } else {
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
        }
        MPI_Group_free(&other);
    }

    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
