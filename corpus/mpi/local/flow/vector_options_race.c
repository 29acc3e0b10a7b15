// Displacements stand in a struct that a function fills with neighbouring values: optimised code stores them as one
// vector and reads them back one by one. The element that the put reads is stored to before the flush that
// completes the put (MPI 4.1, 12.5.4).
//
//@ expect: error RMA101 A B
//@ twin: vector_options_ok.c
#include <mpi.h>
#include <stdio.h>

struct Layout {
    int first, second, third, free;
};

__attribute__((noinline)) void set_layout(struct Layout *layout, const int *order)
{
    layout->first = order[0] + 16;
    layout->second = order[1] + 16;
    layout->third = order[2] + 16;
    layout->free = order[3] + 16;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int *base;
    struct Layout layout;
    static int values[1024];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(1024 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    int right = (rank + 1) % size;

    int order[4] = {rank, rank + 3, rank + 2, rank + 1};
    set_layout(&layout, order);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&values[layout.second], 1, MPI_INT, right, rank, 1, MPI_INT, win); //@ A
    values[layout.second] = size; //@ B
    MPI_Win_flush(right, win);
    MPI_Win_unlock(right, win);
    printf("%d\n", values[layout.first] + values[layout.third]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
