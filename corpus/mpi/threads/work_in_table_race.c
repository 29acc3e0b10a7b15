/*
 * As the twin, but both functions put to the same cell.
 *
 * The two threads run beside each other, and puts to overlapping locations are not ordered (MPI 4.1, 12.7.3). Happens with any number of processes.
 */
//@ expect: error RMA203 A B
//@ twin: work_in_table_ok.c
#include <mpi.h>
#include <pthread.h>

static int x, y;
static MPI_Win win;

static void *first(void *arg)
{
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    return arg;
}

static void *second(void *arg)
{
    MPI_Put(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ B
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
