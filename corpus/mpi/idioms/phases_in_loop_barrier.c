/*
 * A loop over the phases of a step: put into the right neighbour, meet, use the own cell.
 *
 * The barrier of the second phase stands between the unlock that completes the put and the load of the third phase
 * (MPI 4.1, 12.5.3, 6.3).
 */
//@ expect: none
//@ twin: phases_in_loop_no_barrier.c
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
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
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
