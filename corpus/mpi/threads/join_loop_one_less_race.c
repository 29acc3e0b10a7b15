// As the twin, but the loop that waits ends one thread early: the last thread may issue its put behind the flush, and the main thread stores
// to the buffer of the put (MPI 4.1, 12.3) and frees its window (12.2.5).
//
//@ expect: error RMA101 PUT STORE
//@ expect: error RMA403 PUT FREE
//@ twin: join_loop_one_less_ok.c
#include <mpi.h>
#include <pthread.h>

#define THREADS 4

static int buffer[THREADS], numbers[THREADS];
static MPI_Win win;

static void *work(void *arg)
{
    int i = *(int *)arg;
    MPI_Put(&buffer[i], 1, MPI_INT, 0, i, 1, MPI_INT, win); //@ PUT
    return NULL;
}

int main(int argc, char **argv)
{
    int level, *cells;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(THREADS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_flush_all(win);
    for (int i = 0; i < THREADS; i++)
        buffer[i] = -1; //@ STORE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win); //@ FREE
    MPI_Finalize();
    return 0;
}
