// The put is called behind the loop that has unlocked both windows: no epoch is open (MPI 4.1, 12.5.3).
//
//@ expect: error RMA501 A A
//@ twin: two_windows_locked_in_loop_ok.c
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, one = 1, *first, *second;
    MPI_Win windows[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first, &windows[0]);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second, &windows[1]);
    for (int i = 0; i < 2; i++)
        MPI_Win_lock_all(0, windows[i]);
    for (int i = 0; i < 2; i++)
        MPI_Win_unlock_all(windows[i]);
    if (me == 0)
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, windows[0]); //@ A
    int seen = first[0];
    for (int i = 0; i < 2; i++)
        MPI_Win_free(&windows[i]);
    MPI_Finalize();
    return seen > 1;
}
