// As the twin, but the main thread waits as long as the word is raised: it does not wait where the word is still zero, so the put may be pending at
// the store (MPI 4.1, 12.3).
//
//@ expect: error RMA101 PUT STORE
//@ twin: condition_waited_for_ok.c
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done, x;
static MPI_Win win;

static void *work(void *arg)
{
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ PUT
    MPI_Win_flush(0, win);
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(int argc, char **argv)
{
    int level, *cell;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cell, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    while (done)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    x = 1; //@ STORE
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
