// A loop calls MPI_Win_fence for each of two windows that different calls have made; the owner reads before its fence what the put writes (MPI 4.1, 12.7).
//
//@ expect: error RMA201 A B
//@ twin: two_windows_fenced_in_loop_ok.c
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
        MPI_Win_fence(0, windows[i]);
    if (me == 0)
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, windows[0]); //@ A
    int early = me == 1 ? first[0] : 0; //@ B
    printf("%d\n", early);
    for (int i = 0; i < 2; i++)
        MPI_Win_fence(0, windows[i]);
    int seen = first[0];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        MPI_Win_free(&windows[i]);
    MPI_Finalize();
    return seen > 1;
}
