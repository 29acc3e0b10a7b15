// Two channels with persistent requests are used in turn; while one is active the other's buffer is filled (MPI 4.1, 3.9).
//
//@ expect: none
//@ twin: persistent_channels_in_turn_race.c
#include <mpi.h>
#include <stdio.h>

struct channel {
    double out[32], in[32];
    MPI_Request requests[2];
};

static struct channel channels[2];

int main(int argc, char **argv)
{
    int me, n;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < 2; i++) {
        struct channel *c = &channels[i];
        MPI_Send_init(c->out, 32, MPI_DOUBLE, (me + 1) % n, i, MPI_COMM_WORLD, &c->requests[0]);
        MPI_Recv_init(c->in, 32, MPI_DOUBLE, (me + n - 1) % n, i, MPI_COMM_WORLD, &c->requests[1]);
    }
    for (int step = 0; step < 20; step++) {
        int now = step & 1;
        MPI_Startall(2, channels[now].requests);
        for (int k = 0; k < 32; k++)
            channels[1 - now].out[k] = step + k;
        MPI_Waitall(2, channels[now].requests, MPI_STATUSES_IGNORE);
        sum += channels[now].in[0];
    }
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
