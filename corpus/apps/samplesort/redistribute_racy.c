/* Redistribution of the keys, racy version: the running sum itself is put, and changed at once. */
#include "sort.h"

#include <stdlib.h>
#include <string.h>

void redistribute(struct Keys *k, const int *splitter, int size, MPI_Comm comm)
{
    size_t table = (size_t)size * sizeof(int);
    int *send_count = need(malloc(table)), *send_from = need(malloc(table));
    int *receive_count = need(malloc(table)), *put_at = need(malloc(table));
    int i = 0, arriving = 0, rank;
    int *inbox;
    MPI_Win win, table_win;

    for (int r = 0; r < size; r++) {
        send_from[r] = i;
        while (i < k->count && (r + 1 == size || k->key[i] < splitter[r]))
            i++;
        send_count[r] = i - send_from[r];
    }
    MPI_Alltoall(send_count, 1, MPI_INT, receive_count, 1, MPI_INT, comm);

    /* Tell every rank where its keys go: into the element of its table that belongs to this rank. */
    MPI_Comm_rank(comm, &rank);
    MPI_Win_create(put_at, (MPI_Aint)table, sizeof(int), MPI_INFO_NULL, comm, &table_win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, table_win);
    for (int r = 0; r < size; r++) {
        MPI_Put(&arriving, 1, MPI_INT, r, rank, 1, MPI_INT, table_win); //@ PUT
        arriving += receive_count[r]; //@ ADD
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, table_win);
    MPI_Win_free(&table_win);

    /* Whole cache lines, so that the parts of the ranks of a node are aligned. */
    MPI_Win_allocate((MPI_Aint)(arriving / 16 + 1) * 64, sizeof(int), MPI_INFO_NULL, comm, &inbox, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int r = 0; r < size; r++)
        MPI_Put(k->key + send_from[r], send_count[r], MPI_INT, r, put_at[r], send_count[r], MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    free(k->key);
    k->count = arriving;
    k->key = need(malloc((size_t)arriving * sizeof(int) + 1));
    memcpy(k->key, inbox, (size_t)arriving * sizeof(int));
    MPI_Win_free(&win);
    free(send_count);
    free(send_from);
    free(receive_count);
    free(put_at);
}
