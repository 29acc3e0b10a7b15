/*
 * Eight tasks each get a block into one of two buffers in turn and complete the get, then use what it brought.
 *
 * Tasks with the same buffer depend on each other: one ends before the next begins (OpenMP 5.2, 15.9.5), and no two gets into one buffer are
 * pending at one time (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: tasks_two_buffers_used_race.c
#include <mpi.h>
#include <stdio.h>

#define N 16

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[2][N], first[8];
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(8 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 8 * N; i++)
        mem[i] = rank + i;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel
    #pragma omp single
    for (int k = 0; k < 8; k++) {
        #pragma omp task depend(out : buf[k % 2]) firstprivate(k)
        {
            MPI_Get(buf[k % 2], N, MPI_INT, right, k * N, N, MPI_INT, win);
            MPI_Win_flush(right, win);
            first[k] = buf[k % 2][0];
        }
    }
    printf("%d %d\n", first[0], first[7]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
