/* Smooths a global array repeatedly and prints its sum, which an accumulate collects. */
#include "ga.h"
#include "smooth.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long length = argc > 1 ? strtol(argv[1], NULL, 10) : 4096;
    long chunk = argc > 2 ? strtol(argv[2], NULL, 10) : 256;
    int sweeps = argc > 3 ? atoi(argv[3]) : 20;
    double *old, *new, one = 1.0, sum = 0.0;
    ga_t a, b, total;
    long low, high;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (length < 1 || chunk < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    a = ga_create(MPI_COMM_WORLD, length);
    b = ga_create(MPI_COMM_WORLD, length);
    total = ga_create(MPI_COMM_WORLD, 1);
    old = malloc((size_t)(chunk + 2) * sizeof *old);
    new = malloc((size_t)chunk * sizeof *new);
    if (old == NULL || new == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);

    if (rank == 0)
        ga_put(a, length / 2, length / 2 + 1, &one);
    ga_sync(a);
    for (int s = 0; s < sweeps; s++) {
        ga_t swap = a;
        smooth(a, b, chunk, old, new);
        a = b;
        b = swap;
    }

    ga_distribution(a, &low, &high);
    for (long at = low; at < high; at += chunk) {
        long end = at + chunk < high ? at + chunk : high;
        ga_get(a, at, end, new);
        for (long i = 0; i < end - at; i++)
            sum += new[i];
    }
    ga_acc(total, 0, 1, &sum);
    ga_sync(total);
    if (rank == 0) {
        ga_get(total, 0, 1, &sum);
        printf("sum after %d sweeps: %.12f\n", sweeps, sum);
    }

    free(old);
    free(new);
    ga_destroy(&total);
    ga_destroy(&b);
    ga_destroy(&a);
    MPI_Finalize();
    return 0;
}
