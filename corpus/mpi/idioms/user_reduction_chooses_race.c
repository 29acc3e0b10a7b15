/*
 * A user operation chooses the candidate with the most votes; each process that is not chosen puts its number into a
 * cell of rank 0.
 *
 * With three processes or more, two are not chosen (MPI 4.1, 12.7).
 */
//@ expect: warning RMA203 A A
//@ twin: user_reduction_chooses_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct ballot {
    long votes;
    char place[12];
    int who;
};

static void choose(void *in, void *inout, int *n, MPI_Datatype *type)
{
    struct ballot *a = in, *b = inout;

    (void)type;
    for (int i = 0; i < *n; i++)
        if (a[i].votes > b[i].votes || (a[i].votes == b[i].votes && a[i].who < b[i].who))
            b[i] = a[i];
}

int main(int argc, char **argv)
{
    int rank, *cell;
    struct ballot mine = {0, "here", 0}, chosen;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(sizeof(mine), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(choose, 1, &op);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    srand(rank + 5);
    mine.votes = rand() % 100;
    mine.who = rank;
    MPI_Allreduce(&mine, &chosen, 1, type, op, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (chosen.who != rank)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    printf("%d: %d\n", rank, *cell);

    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
