#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

void checked(int code, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: code %d\n", file, line, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static MPI_Group single(MPI_Comm comm, int rank)
{
    MPI_Group all, one;

    CHECKED(MPI_Comm_group(comm, &all));
    CHECKED(MPI_Group_incl(all, 1, &rank, &one));
    CHECKED(MPI_Group_free(&all));
    return one;
}

void bench_create(struct Bench *bench, const struct Options *options, MPI_Comm comm)
{
    MPI_Aint bytes = (MPI_Aint)options->largest * (MPI_Aint)sizeof(double);

    bench->comm = comm;
    bench->mode = options->mode;
    bench->direction = options->direction;
    CHECKED(MPI_Comm_rank(comm, &bench->rank));
    CHECKED(MPI_Comm_size(comm, &bench->size));
    bench->right = (bench->rank + 1) % bench->size;
    bench->left = (bench->rank + bench->size - 1) % bench->size;

    CHECKED(MPI_Alloc_mem(bytes, MPI_INFO_NULL, &bench->memory));
    CHECKED(MPI_Alloc_mem(bytes, MPI_INFO_NULL, &bench->local));
    for (int i = 0; i < options->largest; i++)
        bench->memory[i] = bench->local[i] = -1.0;
    CHECKED(MPI_Win_create(bench->memory, bytes, (int)sizeof(double), MPI_INFO_NULL, comm, &bench->win));
    if (bench->mode == MODE_PSCW) {
        bench->left_group = single(comm, bench->left);
        bench->right_group = single(comm, bench->right);
    }
    CHECKED(MPI_Barrier(comm));
}

void bench_destroy(struct Bench *bench)
{
    if (bench->mode == MODE_FENCE)
        CHECKED(MPI_Win_fence(MPI_MODE_NOSUCCEED, bench->win));
    if (bench->mode == MODE_PSCW) {
        CHECKED(MPI_Group_free(&bench->left_group));
        CHECKED(MPI_Group_free(&bench->right_group));
    }
    CHECKED(MPI_Win_free(&bench->win));
    CHECKED(MPI_Free_mem(bench->local));
    CHECKED(MPI_Free_mem(bench->memory));
}
