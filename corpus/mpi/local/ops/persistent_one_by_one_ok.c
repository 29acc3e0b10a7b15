// Persistent requests are made in a loop and used one after another; the buffer of another one is written meanwhile (MPI 4.1, 3.9).
//
//@ expect: none
//@ twin: persistent_one_by_one_race.c
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
        for (int i = 0; i < LINKS; i++) {
            MPI_Start(&recv[i]);
            MPI_Start(&send[i]);
            out[(i + 1) % LINKS][0] = step;
            MPI_Wait(&send[i], MPI_STATUS_IGNORE);
            MPI_Wait(&recv[i], MPI_STATUS_IGNORE);
            sum += in[i][0];
        }
    }
    for (int i = 0; i < LINKS; i++) {
        MPI_Request_free(&send[i]);
        MPI_Request_free(&recv[i]);
    }
    MPI_Finalize();
    return sum > 1000;
}
