// A ring: every rank puts its token to the right neighbour and then draws the next token into the same variable.
// The flush names the left neighbour. With three ranks or more left and right differ, and the put to the right one is
// still pending (MPI 4.1, 12.5.4: a flush is for one target rank).
//
//@ expect: error RMA101 A B
//@ twin: put_ring_flush_neighbour_ok.c
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
    MPI_Put(&token, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_local(left, win);
    token = 10 * me; //@ B
    printf("%d: next token %d, neighbours %d %d\n", me, token, left, right);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
