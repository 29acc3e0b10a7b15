/*
 * An indexed type with two blocks of different lengths.
 *
 * The blocks are elements 1 to 3 and 6 (MPI 4.1, 5.1.2: indexed); element 4 is between the blocks.
 */
//@ expect: none
//@ twin: indexed_in_block.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int data[8] = {0}, rank, size, *mem;
    int lens[2] = {3, 1}, displs[2] = {1, 6};
    MPI_Datatype pick;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_indexed(2, lens, displs, MPI_INT, &pick);
    MPI_Type_commit(&pick);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(data, 1, pick, (rank + 1) % size, 0, 4, MPI_INT, win);
    data[4] = 4;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&pick);
    MPI_Finalize();
    return 0;
}
