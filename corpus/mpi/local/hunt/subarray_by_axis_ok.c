/* A subarray along an axis that an argument decides: what is sent and where it arrives, is not known as bytes.

   Label: each process puts the last row or column inside of its tile into the first one, outside, of the next process' tile. Only its one
   neighbour puts there, and nobody reads or writes the rows between the fences: no conflict (MPI 4.1, 12.7).
 */
//@ expect: none
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Datatype out, in;
    double *tile;
    int rank, size, axis = argc & 1;
    int sizes[2] = {10, 10}, part[2] = {8, 8}, from[2] = {1, 1}, to[2] = {1, 1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    part[axis] = 1;
    from[axis] = 8;
    to[axis] = 0;
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_DOUBLE, &out);
    MPI_Type_create_subarray(2, sizes, part, to, MPI_ORDER_C, MPI_DOUBLE, &in);
    MPI_Type_commit(&out);
    MPI_Type_commit(&in);
    MPI_Win_allocate(100 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &tile, &win);
    MPI_Win_fence(0, win);
    MPI_Put(tile, 1, out, (rank + 1) % size, 0, 1, in, win);
    MPI_Win_fence(0, win);
    MPI_Type_free(&out);
    MPI_Type_free(&in);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
