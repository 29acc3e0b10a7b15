/*
 * A worker thread takes values from a box that the main thread fills, and puts them at the place of its process. After the join process 0 loads all
 * places.
 *
 * The puts of process 1 are complete when its worker is joined, but nothing makes process 0 wait for that before it loads (MPI 4.1, 12.7). Happens with
 * two processes or more.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: worker_fed_by_box.c
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
        MPI_Put(&v, 1, MPI_DOUBLE, 0, rank, 1, MPI_DOUBLE, win); //@ PUT
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
    if (rank == 0)
        for (int i = 0; i < size; i++)
            printf("%g\n", all[i]); //@ LOAD
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
