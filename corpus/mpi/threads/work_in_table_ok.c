/*
 * A loop makes a thread for each function of a table. Each function puts to a cell of its own.
 *
 * Each function runs in one thread, so there is one put for each cell.
 */
//@ expect: none
//@ twin: work_in_table_race.c
#include <mpi.h>
#include <pthread.h>

static int x, y;
static MPI_Win win;

static void *first(void *arg)
{
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    return arg;
}

static void *second(void *arg)
{
    MPI_Put(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    return arg;
}

int main(int argc, char **argv)
{
    int level, *cell;
    pthread_t threads[2];
    void *(*work[2])(void *) = {first, second};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cell, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
