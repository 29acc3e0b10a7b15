// Every other element by a large-count indexed type; the last element that it describes is stored to while the put is pending.
// The arrays of the large-count form are of MPI_Count (MPI 4.1, 5.1.2); what the type leaves out is no part of the origin buffer, and
// what it describes must not be changed before the operation is complete (12.3.1). With an MPI 3 header the plain form stands in.
//
//@ expect: error RMA101 A B
//@ twin: type_indexed_large_places_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if MPI_VERSION < 4
typedef int count_t;
#define MPI_Type_indexed_c MPI_Type_indexed
#else
typedef MPI_Count count_t;
#endif

int main(int argc, char **argv)
{
    int rank, size, *mem, block[16] = {0};
    MPI_Win win;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    count_t lengths[4] = {1, 1, 1, 1}, displs[4] = {0, 2, 4, 6};
    MPI_Type_indexed_c(4, lengths, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    MPI_Put(block, 1, type, (rank + 1) % size, 0, 4, MPI_INT, win); //@ A
    block[6] = 1; //@ B
    MPI_Win_unlock_all(win);

    printf("%d\n", block[0]);
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
