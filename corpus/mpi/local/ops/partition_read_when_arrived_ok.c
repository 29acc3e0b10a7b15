// A partition of a receive is read when MPI_Parrived has found it complete (MPI 4.1, 4.2.2).
//
//@ headers: mpich -- the other set is of MPI 3.1
//@ expect: none
//@ twin: partition_read_when_arrived_race.c
#include <mpi.h>

enum { PARTS = 4, LENGTH = 8 };

int main(int argc, char **argv)
{
    static double out[PARTS * LENGTH], in[PARTS * LENGTH];
    double sum = 0;
    int me, n;
    MPI_Request send, recv;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Psend_init(out, PARTS, LENGTH, MPI_DOUBLE, (me + 1) % n, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in, PARTS, LENGTH, MPI_DOUBLE, (me + n - 1) % n, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &recv);
    for (int step = 0; step < 3; step++) {
        MPI_Start(&recv);
        MPI_Start(&send);
        MPI_Pready_range(0, PARTS - 1, send);
        for (int p = 0; p < PARTS; p++) {
            int there = 0;
            while (!there)
                MPI_Parrived(recv, p, &there);
            sum += in[p * LENGTH];
        }
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&recv, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&send);
    MPI_Request_free(&recv);
    MPI_Finalize();
    return sum > 1000;
}
