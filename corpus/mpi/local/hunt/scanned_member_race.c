// An option is read into a member in front of the number of processes.
//
// `%d` stores one int (C11, 7.21.6.2): with one process the loop waits for nothing, and the store meets the get (MPI 4.1, 12.3.1).
//@ expect: error RMA103 GET STORE
//@ twin: scanned_member_ok.c
#include <mpi.h>
#include <stdio.h>

struct settings {
    int verbose;
    int processes;
};

int main(int argc, char **argv)
{
    struct settings settings = {0, 0};
    double *base, part[16] = {0};
    MPI_Request request;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &settings.processes);
    if (argc > 1)
        sscanf(argv[1], "v=%d", &settings.verbose);
    MPI_Win_allocate(sizeof part, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rget(part, 16, MPI_DOUBLE, 0, 0, 16, MPI_DOUBLE, win, &request); //@ GET
    for (int turn = 1; turn < settings.processes; ++turn)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    part[0] = 1; //@ STORE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
