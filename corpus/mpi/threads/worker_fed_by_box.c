/*
 * A worker thread takes values from a box that the main thread fills, and puts them at the place of its process. The rank is a global variable that no
 * thread changes after the worker is made. After the join and a barrier process 0 loads all places.
 *
 * Each process has a place of its own, and the worker completes its puts before it is joined, before the barrier (MPI 4.1, 12.5.4, 12.7).
 */
//@ expect: none
//@ twin: worker_fed_by_box_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, stop, rank;
static double box;
static MPI_Win win;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (!full && !stop)
            pthread_cond_wait(&changed, &mutex);
        if (!full && stop) {
            pthread_mutex_unlock(&mutex);
            break;
        }
        double v = box;
        pthread_mutex_unlock(&mutex);
        MPI_Put(&v, 1, MPI_DOUBLE, 0, rank, 1, MPI_DOUBLE, win);
        MPI_Win_flush(0, win);
        pthread_mutex_lock(&mutex);
        full = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(int argc, char **argv)
{
    int provided, size;
    double *all;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * size, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, work, NULL);
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&mutex);
        while (full)
            pthread_cond_wait(&changed, &mutex);
        box = k;
        full = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&mutex);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        for (int i = 0; i < size; i++)
            printf("%g\n", all[i]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
