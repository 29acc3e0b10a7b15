/*
 * Put to the right neighbour, flush, one MPI_Sendrecv around the ring, load of the own cell.
 *
 * The exchange runs against the puts: each process hears from its right neighbour, while its cell is written
 * by the left one (MPI 4.1, 3.10). With two processes both are the same. Happens with 3 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: sendrecv_from_left.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, token = 0, got, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush(right, win);
    MPI_Sendrecv(&token, 1, MPI_INT, left, 0, &got, 1, MPI_INT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", mem[0] + got); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
