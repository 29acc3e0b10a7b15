/*
 * As the twin, but the loop that waits leaves one thread out, which is waited for behind the fences: it may read while the neighbour puts
 * (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: join_loop_leaves_one_ok.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static double *cells, sums[4];

static void *add(void *arg)
{
    long i = (long)arg;
    sums[i] += cells[i]; //@ LOAD
    return NULL;
}

int main(int argc, char **argv)
{
    int level, rank, size;
    double mine[4] = {1, 1, 1, 1};
    MPI_Win win;
    pthread_t threads[4];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < 4; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, add, (void *)i);
    for (int i = 0; i < 4; i++)
        if (i != 2)
            pthread_join(threads[i], NULL);
    MPI_Win_fence(0, win);
    if (rank + 1 < size)
        MPI_Put(mine, 4, MPI_DOUBLE, rank + 1, 0, 4, MPI_DOUBLE, win); //@ PUT
    MPI_Win_fence(0, win);
    pthread_join(threads[2], NULL);
    printf("%g\n", sums[0] + sums[1] + sums[2] + sums[3]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
