// A function asks for the flag under the mutex, and the initial thread calls it until the flag is set. The other thread sets it behind the flush, so
// the put is complete (POSIX.1-2017, 4.12; MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: asks_in_function_race.c
#include <mpi.h>
#include <pthread.h>
#include <sched.h>

static MPI_Win win;
static int data[64], done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *send(void *unused)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win);
    MPI_Win_flush(0, win);
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static int is_done(void)
{
    pthread_mutex_lock(&mutex);
    int found = done;
    pthread_mutex_unlock(&mutex);
    return found;
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
    while (!is_done())
        sched_yield();
    data[0] = 1;
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
