/*
 * Each process puts a letter into the box of its right neighbour and tells it by a message. The neighbour adds up as many cells as the letter
 * says that there are.
 *
 * The put is complete at its origin only when the message goes out: the letter may still be on its way (MPI 4.1, 12.5.4, 12.7). The loop waits
 * for nobody, whatever it loads: its counter ends it. So this is no loop that polls. Happens with 2 or more processes. The same put writes the
 * cells, which the loop loads if the letter says that there are any.
 */
//@ expect: error RMA201 A B
//@ expect: warning RMA201 A C
//@ twin: count_of_letter_ok.c
#include <mpi.h>
#include <stdio.h>

#define MOST 64

typedef struct {
    int count;
    int cells[MOST];
} letter;

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    letter *box, mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win_allocate(sizeof *box, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
    box->count = 0;
    mine.count = rank % MOST;
    for (int i = 0; i < MOST; i++)
        mine.cells[i] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Put(&mine, (int)sizeof mine, MPI_BYTE, right, 0, (int)sizeof mine, MPI_BYTE, win); //@ A
    MPI_Win_flush_local(right, win);
    MPI_Sendrecv(NULL, 0, MPI_BYTE, right, 0, NULL, 0, MPI_BYTE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < box->count; i++) //@ B
        sum += box->cells[i]; //@ C
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
