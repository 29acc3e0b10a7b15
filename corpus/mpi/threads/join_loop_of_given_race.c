/*
 * As the twin, but the loop ends one thread early.
 *
 * Each join waits for one thread (POSIX.1-2017, `pthread_join`). Nothing waits for the third one, so its put may be pending at the store
 * (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: join_loop_of_given_ok.c
#include <mpi.h>
#include <pthread.h>

static int buffer[4], numbers[4] = {0, 1, 2, 3};
static MPI_Win win;

static void *work(void *arg)
{
    int i = *(int *)arg;
    MPI_Put(&buffer[i], 1, MPI_INT, 0, i, 1, MPI_INT, win); //@ PUT
    MPI_Win_flush(0, win);
    return NULL;
}

int main(int argc, char **argv)
{
    int level, *cell;
    pthread_t threads[3];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cell, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&threads[0], NULL, work, &numbers[3]);
    pthread_create(&threads[1], NULL, work, &numbers[1]);
    pthread_create(&threads[2], NULL, work, &numbers[2]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    buffer[2] = 7; //@ STORE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
