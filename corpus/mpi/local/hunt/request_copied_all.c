// The handle of each fetch is copied into the list that is waited for.
//
// A copy of a handle names the same operation (MPI 4.1, 2.5.1): all are complete before the parts are read (12.5.4).
//@ expect: none
//@ twin: request_copied_one_left.c
#include <mpi.h>

#define PARTS 4
#define LENGTH 16

static double part[PARTS * LENGTH];

int main(int argc, char **argv)
{
    MPI_Request list[PARTS];
    double *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Win_allocate(LENGTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < PARTS; ++i) {
        MPI_Request one;
        MPI_Rget(part + i * LENGTH, LENGTH, MPI_DOUBLE, 0, 0, LENGTH, MPI_DOUBLE, win, &one); //@ GET
        list[i] = one;
    }
    MPI_Waitall(PARTS, list, MPI_STATUSES_IGNORE);
    double sum = 0;
    for (int i = 0; i < PARTS * LENGTH; ++i)
        sum += part[i];
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
