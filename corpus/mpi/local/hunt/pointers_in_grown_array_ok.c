// Pointers in an array that realloc has enlarged: the buffer written is another one. The put reads its origin
// until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: pointers_in_grown_array_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

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

    int a[N] = {0}, b[N] = {0};
    int **list = malloc(sizeof *list);
    list[0] = a;
    list = realloc(list, 2 * sizeof *list);
    list[1] = b;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(list[0], N, MPI_INT, right, 0, N, MPI_INT, win);
    b[1] = 1;
    MPI_Win_unlock(right, win);
    printf("%d\n", a[1] + b[1]);
    free(list);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
