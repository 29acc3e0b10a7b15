/*
 * A thread sends a buffer, the main thread stores to it, both with a mutex.
 *
 * The put is pending when the mutex is given back.
 */
//@ expect: error RMA101 A B
//@ twin: pthread_mutex.c
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int right, buf[8];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *send(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
    pthread_mutex_unlock(&mutex);
    MPI_Win_flush(right, win);
    return 0;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    pthread_t sender;
    pthread_create(&sender, 0, send, 0);
    pthread_mutex_lock(&mutex);
    buf[0] = 1; //@ B
    pthread_mutex_unlock(&mutex);
    pthread_join(sender, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
