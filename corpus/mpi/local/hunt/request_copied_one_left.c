// The handle of each fetch is copied into the list that is waited for.
//
// The list has the handles of all fetches, and the last one is not waited for: its part is read while it may be written (MPI 4.1, 12.3.1).
//@ expect: error RMA102 GET LOAD
//@ twin: request_copied_all.c
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
    MPI_Waitall(PARTS - 1, list, MPI_STATUSES_IGNORE);
    double sum = 0;
    for (int i = 0; i < PARTS * LENGTH; ++i)
        sum += part[i]; //@ LOAD
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
