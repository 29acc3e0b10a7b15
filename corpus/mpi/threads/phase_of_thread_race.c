// As the twin, but the thread tells two before the flush: the store of the initial thread may come while the put is pending (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: phase_of_thread_ok.c
#include <mpi.h>
#include <pthread.h>
static MPI_Win win;
static int data[64], phase;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void tell(int now)
{
    pthread_mutex_lock(&mutex);
    phase = now;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *send(void *unused)
{
    tell(1);
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win); //@ A
    tell(2);
    MPI_Win_flush(0, win);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    int *mem;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, send, NULL);
    pthread_mutex_lock(&mutex);
    while (phase < 2)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1; //@ B
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
