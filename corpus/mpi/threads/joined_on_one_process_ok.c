/*
 * A thread of each process reads the window. Process 0 puts to process 1 alone, which waits for its thread before the fence; the threads of
 * the others still run (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: joined_on_one_process_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static double *cells, sum;

static void *add(void *arg)
{
    sum += cells[0];
    return NULL;
}

int main(int argc, char **argv)
{
    int level, rank, size;
    double mine = 1;
    MPI_Win win;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_create(&thread, NULL, add, NULL);
    if (rank == 1)
        pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
    if (rank == 0 && size > 1)
        MPI_Put(&mine, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    if (rank != 1)
        pthread_join(thread, NULL);
    printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
