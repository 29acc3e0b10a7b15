/*
 * A tool that tries each kind of communicator in turn: a duplicate, halves, the reverse order of ranks, nodes. On each it makes a window,
 * fills it, and puts to the right between two fences.
 *
 * The cells are read before the closing fence, so the put of the left neighbour is not complete (MPI-4.1, 12.5.1). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: kinds_of_communicators_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { DUPLICATE, HALVES, REVERSED, NODES, KINDS };

static MPI_Comm communicator(enum kind kind)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    switch (kind) {
    case DUPLICATE:
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        break;
    case HALVES:
        MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &comm);
        break;
    case REVERSED:
        MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &comm);
        break;
    case NODES:
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
        break;
    default:
        break;
    }
    return comm;
}

static long try(MPI_Comm comm, int cells)
{
    int rank, size;
    long *mine, *out, sum = 0;
    MPI_Win win;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    out = calloc(cells, sizeof(long));
    MPI_Win_allocate(cells * sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &mine, &win);
    memset(mine, 0, cells * sizeof(long));
    MPI_Barrier(comm);
    for (int i = 0; i < cells; i++)
        out[i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Put(out, cells, MPI_LONG, (rank + 1) % size, 0, cells, MPI_LONG, win); //@ A
    for (int i = 0; i < cells; i++)
        sum += mine[i]; //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(out);
    return sum;
}

int main(int argc, char **argv)
{
    long sum = 0;
    int cells;

    MPI_Init(&argc, &argv);
    cells = argc > 1 ? atoi(argv[1]) : 16;
    for (int kind = 0; kind < KINDS; kind++) {
        MPI_Comm comm = communicator(kind);

        if (comm == MPI_COMM_NULL)
            continue;
        sum += try(comm, cells);
        MPI_Comm_free(&comm);
    }
    printf("%ld\n", sum);
    MPI_Finalize();
    return 0;
}
