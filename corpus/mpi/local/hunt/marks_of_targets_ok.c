/* An array of marks says to which targets something is on its way; the targets with a mark are flushed.

   Label: the target of the put has its mark when the loop looks at it, so it is flushed before the next step changes the origin; a flush
   completes at the origin too (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: marks_of_targets_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    double *memory, data[4];
    int rank, size, marks[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 64)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(size * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 10; step++) {
        int to = (rank + step) % size;
        data[0] = step;
        MPI_Put(&data[0], 1, MPI_DOUBLE, to, rank, 1, MPI_DOUBLE, win); //@ A
        marks[to] = 1;
        for (int t = 0; t < size; t++)
            if (marks[t]) {
                MPI_Win_flush(t, win);
                marks[t] = 0;
            }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
