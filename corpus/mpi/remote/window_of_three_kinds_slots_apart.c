/*
 * A window of one of three kinds, by an option; puts into slots of the next process' part, in the dynamic one at the address that this has sent.
 *
 * Eight puts go to eight slots, whichever window it is: no two of them to the same bytes (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: window_of_three_kinds_same_slot.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Win win = MPI_WIN_NULL;
    MPI_Aint base = 0, address;
    char *local, *memory = NULL;
    int kind = argc > 1 ? atoi(argv[1]) : 0, rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    local = malloc(8);
    switch (kind) {
    case 0:
        memory = malloc(8);
        MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        break;
    case 1:
        MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        break;
    case 2:
        memory = malloc(8);
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_attach(win, memory, 8);
        MPI_Get_address(memory, &address);
        if (rank == 1)
            MPI_Send(&address, 1, MPI_AINT, 0, 1, MPI_COMM_WORLD);
        else if (rank == 0)
            MPI_Recv(&base, 1, MPI_AINT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        for (i = 0; i < 8; i++) {
            MPI_Put(local + i % 8, 1, MPI_CHAR, 1, base + i % 8, 1, MPI_CHAR, win);
            MPI_Win_flush_local(1, win);
        }
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    free(local);
    MPI_Finalize();
    return 0;
}
