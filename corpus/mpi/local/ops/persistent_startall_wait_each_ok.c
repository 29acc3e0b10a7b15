// Persistent requests are made in a loop and started together; what one receives is read when it is complete (MPI 4.1, 3.9).
//
//@ expect: none
//@ twin: persistent_startall_wait_each_race.c
#include <mpi.h>

enum { LINKS = 4, LENGTH = 8 };

int main(int argc, char **argv)
{
    static int out[LINKS][LENGTH], in[LINKS][LENGTH];
    MPI_Request send[LINKS], recv[LINKS];
    int me, n, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < LINKS; i++) {
        MPI_Send_init(out[i], LENGTH, MPI_INT, (me + 1) % n, i, MPI_COMM_WORLD, &send[i]);
        MPI_Recv_init(in[i], LENGTH, MPI_INT, (me + n - 1) % n, i, MPI_COMM_WORLD, &recv[i]);
    }
    for (int step = 0; step < 10; step++) {
        MPI_Startall(LINKS, recv);
        MPI_Startall(LINKS, send);
        for (int i = 0; i < LINKS; i++) {
            MPI_Wait(&recv[i], MPI_STATUS_IGNORE);
            sum += in[i][0];
        }
        MPI_Waitall(LINKS, send, MPI_STATUSES_IGNORE);
        out[0][0] = step;
    }
    for (int i = 0; i < LINKS; i++) {
        MPI_Request_free(&send[i]);
        MPI_Request_free(&recv[i]);
    }
    MPI_Finalize();
    return sum > 1000;
}
