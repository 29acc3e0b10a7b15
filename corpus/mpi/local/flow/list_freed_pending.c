/*
 * Rank 1 puts the value in the head of a list; then a loop frees the list.
 *
 * The first turn of the loop frees the head while the put may still read it (MPI 4.1, 12.3).
 */
//@ expect: error RMA402 A B
//@ twin: list_freed_after_flush.c
#include <mpi.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
};

int main(int argc, char **argv)
{
    int rank, *mem;
    MPI_Win win;
    struct item *list = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 5; i++) {
        struct item *item = malloc(sizeof *item);
        item->next = list;
        item->value = i;
        list = item;
    }
    if (rank == 1)
        MPI_Put(&list->value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    while (list) {
        struct item *rest = list->next;
        free(list); //@ B
        list = rest;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
