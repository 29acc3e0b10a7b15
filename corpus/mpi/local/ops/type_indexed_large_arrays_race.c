// The last displacement of a large-count indexed type is fetched by a get that is pending when the constructor reads the array.
// In the large-count forms the arrays are of MPI_Count, and all of them is read before the call returns (MPI 4.1, 5.1.2); the
// result of a get may be read once the operation is complete (12.3.2). With an MPI 3 header the plain form stands in.
//
//@ expect: error RMA102 A B
//@ twin: type_indexed_large_arrays_ok.c
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
    int rank, size;
    count_t *where;
    MPI_Win win;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(count_t), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &where, &win);
    *where = 6;
    MPI_Barrier(MPI_COMM_WORLD);

    count_t lengths[4] = {1, 1, 1, 1}, displs[4] = {0, 2, 4, 6};
    MPI_Win_lock_all(0, win);
    MPI_Get(&displs[3], sizeof(count_t), MPI_BYTE, (rank + 1) % size, 0, sizeof(count_t), MPI_BYTE, win); //@ A
    MPI_Type_indexed_c(4, lengths, displs, MPI_INT, &type); //@ B
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);

    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
