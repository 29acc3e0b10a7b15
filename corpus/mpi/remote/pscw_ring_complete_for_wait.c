/*
 * A ring: each process exposes to its left and accesses its right neighbour.
 *
 * The load follows the own complete, which says nothing of the put from the left; only wait does (MPI 4.1,
 * 12.5.2; 12.7, rule 3). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: pscw_ring_wait.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, from, to;
    int x, left, right, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    x = rank;
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Group_incl(all, 1, &right, &to);

    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    MPI_Win_complete(win);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_wait(win);

    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
