// Rank 0 gets a block from rank 1 and passes it on to rank 1 in a message.
// MPI_Send reads the block while the get into it is pending (MPI 4.1, 12.3: not to be accessed).
//
//@ expect: error RMA102 A B
//@ twin: get_then_send_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 10
#define TAG 17

int main(int argc, char **argv)
{
    int rank;
    int field[N], relay[N] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        field[i] = 100 * rank + i;
    MPI_Win_create(field, sizeof field, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(relay, N, MPI_INT, 1, 0, N, MPI_INT, win); //@ A
        MPI_Send(relay, N, MPI_INT, 1, TAG, MPI_COMM_WORLD); //@ B
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        MPI_Recv(relay, N, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", relay[3]);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
