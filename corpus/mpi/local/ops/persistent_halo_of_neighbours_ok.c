// The persistent requests of a halo exchange are made in a loop over neighbours of unknown number, the sends behind the receives in one array, and
// started together; buffers are filled before the start and read behind the wait (MPI 4.1, 3.9).
//
//@ expect: none
//@ twin: persistent_halo_of_neighbours_race.c
#include <mpi.h>
#include <stdlib.h>

struct halo {
    int n;
    double **out, **in;
    MPI_Request *requests;
};

static void halo_init(struct halo *h, int n, int me, int size)
{
    h->n = n;
    h->out = malloc(n * sizeof *h->out);
    h->in = malloc(n * sizeof *h->in);
    h->requests = malloc(2 * n * sizeof *h->requests);
    for (int i = 0; i < n; i++) {
        int peer = (me + i + 1) % size, other = (me + size - (i + 1) % size) % size;
        h->out[i] = malloc(64 * sizeof **h->out);
        h->in[i] = malloc(64 * sizeof **h->in);
        MPI_Recv_init(h->in[i], 64, MPI_DOUBLE, other, i, MPI_COMM_WORLD, &h->requests[i]);
        MPI_Send_init(h->out[i], 64, MPI_DOUBLE, peer, i, MPI_COMM_WORLD, &h->requests[n + i]);
    }
}

static void halo_start(struct halo *h)
{
    MPI_Startall(2 * h->n, h->requests);
}

static void halo_wait(struct halo *h)
{
    MPI_Waitall(2 * h->n, h->requests, MPI_STATUSES_IGNORE);
}

static void fill(struct halo *h, int step)
{
    for (int i = 0; i < h->n; i++)
        h->out[i][0] = step;
}

int main(int argc, char **argv)
{
    int me, size;
    double sum = 0;
    struct halo h;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    halo_init(&h, argc > 1 ? atoi(argv[1]) : 2, me, size);
    for (int step = 0; step < 10; step++) {
        fill(&h, step);
        halo_start(&h);
        halo_wait(&h);
        for (int i = 0; i < h.n; i++)
            sum += h.in[i][0];
    }
    MPI_Finalize();
    return sum > 1000;
}
