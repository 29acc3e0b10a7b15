// Two buffers change places in a struct; optimised code loads, turns and stores both pointers as one vector. After the
// swap the store goes to the other buffer than the one that a pending put reads (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: vector_swap_race.c
#include <mpi.h>
#include <stdio.h>

struct Fields {
    double *now, *next;
};

static __attribute__((noinline)) void swap(struct Fields *fields)
{
    double *now = fields->now;
    fields->now = fields->next;
    fields->next = now;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    double *base;
    static double one[64], two[64];
    struct Fields fields = {one, two};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    int right = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(fields.now, 64, MPI_DOUBLE, right, 0, 64, MPI_DOUBLE, win);
    swap(&fields);
    fields.now[rank % 64] = rank;
    MPI_Win_unlock(right, win);
    printf("%g %g\n", fields.now[1], fields.next[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
