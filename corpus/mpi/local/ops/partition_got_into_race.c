// A get writes to the buffer of a partitioned send whose partitions are ready (MPI 4.1, 4.2.1).
//
//@ headers: mpich -- the other set is of MPI 3.1
//@ expect: error RMA104 A B
//@ twin: partition_got_into_ok.c
#include <mpi.h>

int main(int argc, char **argv)
{
    static int out[32], in[32];
    int *memory, me;
    MPI_Win win;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_allocate(sizeof out, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Psend_init(out, 4, 8, MPI_INT, me, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 4, 8, MPI_INT, me, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    for (int i = 0; i < 4; i++)
        MPI_Pready(i, requests[0]); //@ A
    MPI_Get(out, 32, MPI_INT, me, 0, 32, MPI_INT, win); //@ B
    MPI_Win_flush(me, win);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
