/*
 * A record of a count and a weight at rank 0; the processes update its fields by two functions.
 *
 * Each function names its own field: the accesses do not overlap (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: struct_field_type_wrong.c
#include <mpi.h>
#include <stddef.h>

struct record {
    int count;
    float weight;
};

static void add_count(MPI_Win win)
{
    static const int one = 1;
    MPI_Accumulate(&one, 1, MPI_INT, 0, offsetof(struct record, count), 1, MPI_INT, MPI_SUM, win);
}

static void add_weight(const float *weight, MPI_Win win)
{
    MPI_Accumulate(weight, 1, MPI_FLOAT, 0, offsetof(struct record, weight), 1, MPI_FLOAT, MPI_SUM, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    float weight;
    struct record *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    weight = 0.5f * (float)rank;
    MPI_Win_allocate(sizeof *mem, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem->count = 0;
    mem->weight = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank % 2 == 0)
        add_count(win);
    else
        add_weight(&weight, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
