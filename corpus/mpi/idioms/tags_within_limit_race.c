/*
 * A program keeps its tags within the limit of the library (MPI_TAG_UB). Each process puts a number into the window of the next one and
 * tells it by a message with the last tag that is allowed.
 *
 * The attribute is an integer of the library (MPI 4.1, 9.1.2), the same in all processes. The load comes before the message, so nothing
 * orders it after the put.
 */
//@ expect: error RMA201 A B
//@ twin: tags_within_limit_ok.c
#include <mpi.h>
#include <stdio.h>

enum { TAGS = 50000 };

int main(int argc, char **argv)
{
    int rank, size, found, *limit;
    long *cell, value, none = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &found);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    value = rank;
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win); //@ A
    MPI_Win_flush_all(win);
    printf("%ld\n", *cell); //@ B
    int tag = *limit < TAGS ? *limit : TAGS;
    MPI_Sendrecv(&value, 1, MPI_LONG, (rank + 1) % size, tag, &none, 1, MPI_LONG, (rank + size - 1) % size, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
