/*
 * An integer resized to an extent of three integers selects every third element.
 *
 * Elements 0, 3, 6, 9 are sent (MPI 4.1, 5.1.7: resized extent); the loop over the elements 0, 3, 6, 9
 * stores into them.
 */
//@ expect: error RMA101 A B
//@ twin: resized_other_phase.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rgb[12] = {0}, rank, size, *mem;
    MPI_Datatype red;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &red);
    MPI_Type_commit(&red);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(rgb, 4, red, (rank + 1) % size, 0, 4, MPI_INT, win); //@ A
    for (int i = 0; i < 12; i += 3)
        rgb[i] = 255; //@ B
    MPI_Win_fence(0, win);

    MPI_Type_free(&red);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
