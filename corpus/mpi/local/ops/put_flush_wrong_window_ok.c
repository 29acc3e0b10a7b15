// Two windows; the put goes through the second one, then the origin buffer is rewritten.
// The flush names the window of the put (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: put_flush_wrong_window_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    unsigned keys[4] = {0}, vals[4] = {0}, tmp[4] = {1, 2, 3, 4};
    MPI_Win kwin, vwin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(keys, sizeof keys, sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &kwin);
    MPI_Win_create(vals, sizeof vals, sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &vwin);

    MPI_Win_lock_all(0, kwin);
    MPI_Win_lock_all(0, vwin);
    if (rank == 1) {
        MPI_Put(tmp, 4, MPI_UNSIGNED, 0, 0, 4, MPI_UNSIGNED, vwin);
        MPI_Win_flush(0, vwin);
        tmp[2] = 99u;
    }
    MPI_Win_unlock_all(vwin);
    MPI_Win_unlock_all(kwin);

    printf("%u\n", tmp[2]);
    MPI_Win_free(&vwin);
    MPI_Win_free(&kwin);
    MPI_Finalize();
    return 0;
}
