/*
 * A contiguous type of four integers, sent twice in a row.
 *
 * Two elements of the type are 8 integers (MPI 4.1, 5.1.2: contiguous), so a[7] is inside the origin
 * buffer of the pending put.
 */
//@ expect: error RMA101 A B
//@ twin: contiguous_behind.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int a[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1}, rank, size, *mem;
    MPI_Datatype quad;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Type_contiguous(4, MPI_INT, &quad);
    MPI_Type_commit(&quad);

    MPI_Win_lock_all(0, win);
    MPI_Put(a, 2, quad, (rank + 1) % size, 0, 2, quad, win); //@ A
    MPI_Type_free(&quad); /* allowed: the pending put keeps the type alive (5.1.9) */
    a[7] = 0; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
