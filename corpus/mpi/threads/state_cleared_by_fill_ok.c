// The state of a thread stands in a structure that `memset` clears before the thread is made. The initial thread waits until the thread has set it, behind
// the flush (POSIX.1-2017, 4.12; MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: state_cleared_by_fill_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static MPI_Win win;
static int data[64];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

struct state {
    int tag, done;
};

static void *send(void *given)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win);
    MPI_Win_flush(0, win);
    struct state *state = given;
    pthread_mutex_lock(&mutex);
    state->done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return given;
}

int main(int argc, char **argv)
{
    int provided;
    int *mem;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    struct state *state = malloc(sizeof *state);
    memset(state, 0, sizeof *state);
    pthread_create(&thread, NULL, send, state);
    pthread_mutex_lock(&mutex);
    while (!state->done)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1;
    pthread_join(thread, NULL);
    free(state);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
