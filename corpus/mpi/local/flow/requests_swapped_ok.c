// Two handles change places; the wait for the first cell completes the second receive then (MPI 4.1, 2.5.1, 3.7.3).
//
//@ expect: none
//@ twin: requests_swapped_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me, n, in[2] = {0};
    MPI_Request requests[2], other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, (me + n - 1) % n, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 2; i++)
        MPI_Send(&me, 1, MPI_INT, (me + 1) % n, i, MPI_COMM_WORLD);
    other = requests[0];
    requests[0] = requests[1];
    requests[1] = other;
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    printf("%d\n", in[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
