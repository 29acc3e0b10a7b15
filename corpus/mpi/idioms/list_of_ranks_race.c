// Each cell of a list over the processes holds the rank of the next cell's process. A process follows the list with MPI_Get.
// Race: nothing completes the get before `next` is read (MPI 4.1, 12.5.4); whether it happens depends on the list: a warning.
//
//@ expect: warning RMA102 A B
//@ twin: list_of_ranks_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int *cell, first, none = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[0] = cell[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&none, &first, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    int rank = first, sum = 0, next;
    while (rank != 0) {
        MPI_Get(&next, 1, MPI_INT, rank, 1, 1, MPI_INT, win); //@ A
        sum += next; //@ B
        MPI_Win_flush_all(win);
        rank = next;
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
