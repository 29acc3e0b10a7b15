/*
 * A dynamic window: rank 1 attaches an array and sends its address to rank 0, which adds the bytes of an element and puts there between
 * two fences, while rank 1 changes an element.
 *
 * Rank 1 changes the second element, and that is where the put goes (MPI 4.1, 5.1.5, 12.2.4).
 */
//@ expect: error RMA201 A B
//@ twin: dynamic_address_added_apart.c
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
        MPI_Get_address(cells, &where);
        MPI_Send(&where, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(where, sizeof(int)), 1, MPI_INT, win); //@ A
    if (rank == 1)
        cells[1] = 2; //@ B
    MPI_Win_fence(0, win);

    if (rank == 1)
        MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return cells[1];
}
