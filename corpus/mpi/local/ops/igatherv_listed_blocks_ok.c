// The root receives blocks of one or two elements at listed places; an element between them is read meanwhile (MPI 4.1, 6.5, 6.12).
//
//@ expect: none
//@ twin: igatherv_listed_blocks_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static int out[2], in[8];
    int counts[4] = {2, 1, 2, 1}, places[4] = {0, 2, 4, 6}, me, n, seen = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (n != 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Igatherv(out, me % 2 ? 1 : 2, MPI_INT, in, counts, places, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (me == 0) {
        seen = in[3];
        printf("%d\n", seen);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return seen;
}
