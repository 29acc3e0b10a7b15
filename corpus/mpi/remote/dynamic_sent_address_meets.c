/*
 * A dynamic window: rank 1 attaches an array and sends the address of its second element to rank 0, which puts there between two
 * fences, while rank 1 changes an element.
 *
 * Rank 1 changes the element whose address it has sent (MPI 4.1, 12.2.4): the put and the store lie in one fence epoch
 * (12.7.3). The displacement is a received value, hence a warning. From 2 processes on.
 */
//@ expect: warning RMA201 A B
//@ twin: dynamic_sent_address_apart.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cells[4] = {0}, value = 9;
    MPI_Aint where = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Recv(&where, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Win_attach(win, cells, sizeof cells);
        MPI_Get_address(&cells[1], &where);
        MPI_Send(&where, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, where, 1, MPI_INT, win); //@ A
    if (rank == 1)
        cells[1] = 2; //@ B
    MPI_Win_fence(0, win);

    if (rank == 1)
        MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return cells[1];
}
