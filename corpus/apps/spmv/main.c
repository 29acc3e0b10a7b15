/* Solves A x = b by damped Jacobi iteration; the product gathers remote entries of x by one-sided gets. */
#include "check.h"
#include "gather.h"
#include "matrix.h"
#include "solver.h"

#include <getopt.h>
#include <string.h>

struct Options {
    int rows, links, steps;
    unsigned seed;
    double tolerance;
};

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [-n rows] [-l links] [-s steps] [-r seed] [-t tolerance]\n", program);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

static void parse(struct Options *o, int argc, char **argv)
{
    int c;

    *o = (struct Options){ .rows = 1000, .links = 5, .steps = 200, .seed = 1, .tolerance = 1e-9 };
    while ((c = getopt(argc, argv, "n:l:s:r:t:")) != -1) {
        switch (c) {
        case 'n': o->rows = atoi(optarg); break;
        case 'l': o->links = atoi(optarg); break;
        case 's': o->steps = atoi(optarg); break;
        case 'r': o->seed = (unsigned)strtoul(optarg, NULL, 10); break;
        case 't': o->tolerance = strtod(optarg, NULL); break;
        default: usage(argv[0]);
        }
    }
    if (o->rows < 1 || o->links < 0)
        usage(argv[0]);
}

int main(int argc, char **argv)
{
    struct Options options;
    struct Matrix matrix;
    struct Gather gather;
    int rank, size, steps;
    double started, residual;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    parse(&options, argc, argv);

    matrix_generate(&matrix, options.rows, options.links, options.seed, rank, size);
    gather_create(&gather, &matrix, MPI_COMM_WORLD);

    started = MPI_Wtime();
    steps = solve(&matrix, &gather, options.steps, options.tolerance, &residual, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %d rows: %d steps, residual %.3e, %.3f s\n", size, options.rows, steps, residual,
               MPI_Wtime() - started);

    gather_free(&gather);
    matrix_free(&matrix);
    MPI_Finalize();
    return 0;
}
