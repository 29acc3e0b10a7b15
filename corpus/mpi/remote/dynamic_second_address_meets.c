/*
 * A dynamic window with two arrays: each process sends the addresses of both to its left neighbour, in one message, and the neighbour puts
 * into the second one.
 *
 * The owner stores to that array in the same epoch (MPI 4.1, 12.7). The displacement is a received value, hence a warning. From 1 process
 * on.
 */
//@ expect: warning RMA201 A B
//@ twin: dynamic_second_address_apart.c
#include <mpi.h>
#include <stdio.h>

static int inbox[4], outbox[4];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Aint mine[2], theirs[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size, value = rank;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, outbox, sizeof outbox);
    MPI_Win_attach(win, inbox, sizeof inbox);
    MPI_Get_address(outbox, &mine[0]);
    MPI_Get_address(inbox, &mine[1]);
    MPI_Sendrecv(mine, 2, MPI_AINT, left, 0, theirs, 2, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, right, theirs[1], 1, MPI_INT, win); //@ A
    inbox[0] = 5; //@ B
    MPI_Win_fence(0, win);
    printf("%d %d\n", inbox[0], outbox[0]);

    MPI_Win_detach(win, inbox);
    MPI_Win_detach(win, outbox);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
