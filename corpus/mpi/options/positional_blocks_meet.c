/*
 * Options and positional arguments are mixed: the loop over them steps by one or two, and counts those without a name. Each process puts a
 * block of n + 1 numbers into rank 0, at n times its rank.
 *
 * The last number of a block is the first one of the next process's, and nothing orders the two puts (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A A
//@ twin: positional_blocks_apart.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct params {
    int n, m, verbose;
    double tolerance;
};

static void parse(int argc, char **argv, struct params *p)
{
    int i, position = 0;

    p->n = 16;
    p->m = 16;
    p->verbose = 0;
    p->tolerance = 1e-6;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--tolerance") == 0 && i + 1 < argc) {
            p->tolerance = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--verbose") == 0) {
            p->verbose = 1;
        } else if (argv[i][0] != '-') {
            int value = atoi(argv[i]);

            switch (position++) {
            case 0:
                p->n = value;
                p->m = value;
                break;
            case 1:
                p->m = value;
                break;
            default:
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        } else {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    if (p->n < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    struct params p;
    MPI_Win win;
    int *mem, *out, rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    parse(argc, argv, &p);
    out = calloc(p.n + 1, sizeof *out);
    MPI_Win_allocate((MPI_Aint)(size * p.n + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    MPI_Put(out, p.n + 1, MPI_INT, 0, (MPI_Aint)rank * p.n, p.n + 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(out);
    MPI_Finalize();
    return 0;
}
