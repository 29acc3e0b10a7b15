// A ring: every rank puts its token to the right neighbour and then draws the next token into the same variable.
// The flush names the right neighbour, the target of the put (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: put_ring_flush_neighbour_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me, n;
    int token, inbox = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Win_create(&inbox, sizeof inbox, sizeof inbox, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int left = (me + n - 1) % n, right = (me + 1) % n;
    token = me;
    MPI_Win_lock_all(0, win);
    MPI_Put(&token, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(right, win);
    token = 10 * me;
    printf("%d: next token %d, neighbours %d %d\n", me, token, left, right);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
