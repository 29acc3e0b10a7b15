// Each thread puts one element of a buffer. The main thread waits for all threads, completes their puts by a flush, and then stores to the
// buffer (MPI 4.1, 12.5.4; POSIX.1-2017, pthread_join).
//
//@ expect: none
//@ twin: join_loop_one_less_race.c
#include <mpi.h>
#include <pthread.h>

#define THREADS 4

static int buffer[THREADS], numbers[THREADS];
static MPI_Win win;

static void *work(void *arg)
{
    int i = *(int *)arg;
    MPI_Put(&buffer[i], 1, MPI_INT, 0, i, 1, MPI_INT, win);
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
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_flush_all(win);
    for (int i = 0; i < THREADS; i++)
        buffer[i] = -1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
