// A vector type with a negative stride; the element behind the buffer address is written. Block i lies at i
// times the stride (MPI 4.1, 5.1.2); the put reads elements 7, 5 and 3.
//
//@ expect: none
//@ twin: vector_negative_stride_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int buf[10] = {0};
    MPI_Datatype back;
    MPI_Type_vector(3, 1, -2, MPI_INT, &back);
    MPI_Type_commit(&back);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&buf[7], 1, back, right, 0, 3, MPI_INT, win);
    buf[8] = 1;
    MPI_Win_unlock(right, win);
    MPI_Type_free(&back);
    printf("%d\n", buf[3] + buf[8]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
