// The displacements of a datatype are fetched.
//
// They are there when the flush returns (MPI 4.1, 12.5.4).
//@ expect: none
//@ twin: datatype_places_pending.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base, rank, size, places[4], lengths[4] = {1, 1, 1, 1};
    MPI_Datatype type;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof places, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Get(places, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, win); //@ GET
    MPI_Win_flush_local_all(win);
    MPI_Type_indexed(4, lengths, places, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
