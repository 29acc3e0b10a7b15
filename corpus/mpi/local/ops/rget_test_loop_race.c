// MPI_Rget with a polling loop on MPI_Test that does other work between the polls.
// The other work reads the buffer in every turn, also while the flag is false (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: rget_test_loop_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 4

static void report(const int *p)
{
    printf("now %d\n", p[N - 1]); //@ B
}

int main(int argc, char **argv)
{
    int rank, done = 0, polls = 0;
    int data[N], fetched[N] = {0};
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        data[i] = rank * N + i;
    MPI_Win_create(data, sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Rget(fetched, N, MPI_INT, 1, 0, N, MPI_INT, win, &req); //@ A
        while (!done) {
            report(fetched);
            polls++;
            MPI_Test(&req, &done, MPI_STATUS_IGNORE);
        }
        MPI_Win_unlock(1, win);
        printf("%d polls\n", polls);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
