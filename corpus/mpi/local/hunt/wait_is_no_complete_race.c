// MPI_Win_wait ends the exposure epoch only; the origin is changed before MPI_Win_complete. Only
// MPI_Win_complete completes the put at the origin (MPI 4.1, 12.5.2). Rank 1 exposes to rank 0 first and
// accesses in a second epoch, so nobody waits in a circle.
//
//@ expect: error RMA101 A B
//@ twin: wait_is_no_complete_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int buf[N] = {0}, zero = 0, one = 1;
    MPI_Group world, to0, to1;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &zero, &to0);
    MPI_Group_incl(world, 1, &one, &to1);
    if (rank == 0) {
        MPI_Win_post(to1, 0, win);
        MPI_Win_start(to1, 0, win);
        MPI_Put(buf, N, MPI_INT, 1, 0, N, MPI_INT, win); //@ A
        MPI_Win_wait(win);
        buf[0] = 9; //@ B
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_start(to0, 0, win);
        MPI_Put(buf, N, MPI_INT, 0, 0, N, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_post(to0, 0, win);
        MPI_Win_wait(win);
    }
    printf("%d\n", buf[0]);
    MPI_Group_free(&world);
    MPI_Group_free(&to0);
    MPI_Group_free(&to1);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
