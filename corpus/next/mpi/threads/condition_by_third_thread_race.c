// As the twin, but the other thread sets `done` as well: it may let the initial thread go on before the flush, so the store may come while the put is
// pending (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: condition_by_third_thread_ok.c
#include <mpi.h>
#include <pthread.h>
static MPI_Win win;
static int data[64], done, reported;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *send(void *unused)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win); //@ A
    MPI_Win_flush(0, win);
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *report(void *unused)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    int *mem;
    pthread_t thread, other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, send, NULL);
    pthread_create(&other, NULL, report, NULL);
    pthread_mutex_lock(&mutex);
    while (!done)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1; //@ B
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
