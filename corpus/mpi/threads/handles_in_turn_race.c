/*
 * As the twin, but the thread is waited for behind the closing fence: it may read its cell while the neighbour puts there
 * (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: handles_in_turn_ok.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static double *cells, sums[2];

static void *add(void *arg)
{
    long turn = (long)arg;
    sums[turn] += cells[turn]; //@ LOAD
    return NULL;
}

int main(int argc, char **argv)
{
    int level, rank, size;
    double mine = 1;
    MPI_Win win;
    pthread_t threads[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = cells[1] = 0;
    for (int step = 0; step < 9; step++) {
        long turn = step % 2;
        MPI_Win_fence(0, win);
        if (rank + 1 < size)
            MPI_Put(&mine, 1, MPI_DOUBLE, rank + 1, turn, 1, MPI_DOUBLE, win); //@ PUT
        MPI_Win_fence(0, win);
        if (step >= 2)
            pthread_join(threads[turn], NULL);
        pthread_create(&threads[turn], NULL, add, (void *)turn);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%g\n", sums[0] + sums[1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
