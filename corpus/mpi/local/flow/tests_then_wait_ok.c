// A loop tests a request and is left when it is complete; if no test has found that, a wait follows (MPI 4.1, 3.7.3).
//
//@ expect: none
//@ twin: tests_then_wait_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me, n, in = 0, done = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Irecv(&in, 1, MPI_INT, (me + n - 1) % n, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&me, 1, MPI_INT, (me + 1) % n, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 100; i++) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            break;
    }
    if (!done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", in);
    MPI_Finalize();
    return 0;
}
