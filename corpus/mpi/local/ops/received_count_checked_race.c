// For each of two neighbours a process gets a header and, after a flush, as many cells as the header says; a helper ends the program when the
// number is out of bounds.
// The cells of both neighbours are got into the first structure. With three processes or more the flush of the second iteration is of the other
// neighbour, so both gets are pending on the same memory (MPI 4.1, 12.3). How many cells there are, the header says that was received: a warning.
//
//@ expect: warning RMA104 CELLS CELLS
//@ twin: received_count_checked_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 100
#define ROOM 200

struct side {
    int neighbour;
    int count, level;
    int cells[MOST];
};

static void check(const struct side *v)
{
    if (v->count < 0 || v->count > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    struct side sides[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((2 + ROOM) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rand() % (ROOM + 1);
    mem[1] = rank;
    for (int i = 0; i < ROOM; i++)
        mem[2 + i] = i;
    MPI_Barrier(MPI_COMM_WORLD);

    sides[0].neighbour = (rank + size - 1) % size;
    sides[1].neighbour = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    for (int s = 0; s < 2; s++) {
        struct side *v = &sides[s];
        MPI_Get(&v->count, 2, MPI_INT, v->neighbour, 0, 2, MPI_INT, win);
        MPI_Win_flush(v->neighbour, win);
        check(v);
        MPI_Get(sides[0].cells, v->count, MPI_INT, v->neighbour, 2, v->count, MPI_INT, win); //@ CELLS
    }
    MPI_Win_flush_all(win);
    printf("%d %d\n", sides[0].cells[0], sides[1].cells[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
