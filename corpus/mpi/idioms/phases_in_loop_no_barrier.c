/*
 * A loop over the phases of a step: put into the right neighbour, meet, use the own cell.
 *
 * The second phase reduces to rank 0, which orders only rank 0 after the others (MPI 4.1, 6.9.1): the load of another
 * process is not ordered with the put of its left neighbour (12.7.3). From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: phases_in_loop_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = -1;
    MPI_Barrier(MPI_COMM_WORLD);

    for (int phase = 0; phase < 3; phase++) {
        switch (phase) {
        case 0:
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
            MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
            MPI_Win_unlock((rank + 1) % size, win);
            break;
        case 1:
            MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
            break;
        default:
            printf("%d %d\n", mem[0], sum); //@ B
        }
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
