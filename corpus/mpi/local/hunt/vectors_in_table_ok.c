/* A table of vector types with other strides, made in one loop and used in another one.

   Label: the type at place l has four elements at a stride of 2 to the power of l, so the puts read elements up to 12. Those behind change
   before the closing fence, which no put reads (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: vectors_in_table_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Datatype types[3];
    double *memory, data[64];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int l = 0; l < 3; l++) {
        MPI_Type_vector(4, 1, 1 << l, MPI_DOUBLE, &types[l]);
        MPI_Type_commit(&types[l]);
    }
    MPI_Win_allocate(12 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 64; i++)
        data[i] = i;
    MPI_Win_fence(0, win);
    for (int l = 0; l < 3; l++)
        MPI_Put(data, 1, types[l], (rank + 1) % size, 4 * l, 4, MPI_DOUBLE, win); //@ A
    for (int i = 16; i < 64; i++)
        data[i] = -i;
    MPI_Win_fence(0, win);
    for (int l = 0; l < 3; l++)
        MPI_Type_free(&types[l]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
