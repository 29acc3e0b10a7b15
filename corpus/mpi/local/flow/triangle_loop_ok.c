// A triangular loop stays below the diagonal, where nothing is sent. The put reads one diagonal element in
// each row until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: triangle_loop_race.c
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

    static int m[N][N];
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < N; i++) {
        MPI_Put(&m[i][i], 1, MPI_INT, right, i, 1, MPI_INT, win);
        for (int j = 0; j < i; j++)
            m[i][j] = j;
    }
    MPI_Win_unlock(right, win);
    printf("%d\n", m[1][1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
