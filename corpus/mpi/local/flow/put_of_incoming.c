/*
 * A value is fetched from the left and forwarded to the right.
 *
 * The put reads the buffer that the pending get writes: two pending operations overlap in the origin's
 * memory and one writes (MPI 4.1, 12.3).
 */
//@ expect: error RMA104 A B
//@ twin: put_of_arrived.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, value = 0, source, *sink;
    MPI_Win in, out;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    source = rank;
    MPI_Win_create(&source, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &sink, &out);

    MPI_Win_lock_all(0, in);
    MPI_Win_lock_all(0, out);
    MPI_Get(&value, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, in); //@ A
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, out); //@ B
    MPI_Win_unlock_all(out);
    MPI_Win_unlock_all(in);

    MPI_Win_free(&out);
    MPI_Win_free(&in);
    MPI_Finalize();
    return 0;
}
