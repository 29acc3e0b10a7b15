/*
 * Ranks 1 and 2 put into rank 0 with a vector type of stride 2, one from cell 0, the other from cell 1.
 *
 * Blocks of one element: one process writes the even, the other the odd cells (MPI 4.1, 5.1.2).
 */
//@ expect: none
//@ twin: vector_blocks_of_two.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Datatype comb;
    int line[16], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(20 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 16; i++)
        line[i] = rank * i;
    MPI_Type_vector(8, 1, 2, MPI_INT, &comb);
    MPI_Type_commit(&comb);

    MPI_Win_lock_all(0, win);
    if (rank == 1 || rank == 2)
        MPI_Put(line, 1, comb, 0, rank - 1, 1, comb, win);
    MPI_Win_unlock_all(win);
    MPI_Type_free(&comb);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
