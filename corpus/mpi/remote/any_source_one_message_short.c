/*
 * All other ranks put a slot into rank 0 and send a message; rank 0 receives from any source.
 *
 * Rank 0 reads the slots one message too early: the process whose message is missing may still be putting
 * (MPI 4.1, 3.5). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: any_source_all_messages.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, token = 0, sum = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    if (rank == 0) {
        for (int i = 0; i < size - 1; i++) {
            if (i == size - 2)
                for (int k = 1; k < size; k++)
                    sum += mem[k]; //@ B
            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        printf("%d\n", sum);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
