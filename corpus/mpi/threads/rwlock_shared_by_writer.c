/*
 * Two threads put a table, each into a slot of its own, and a third one changes the table.
 *
 * All three share the lock, which then keeps nobody out (POSIX.1-2017, pthread_rwlock_rdlock). Happens with any number of processes.
 */
//@ expect: error RMA101 A B
//@ twin: rwlock_flush_inside.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define LEN 32

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static double table[LEN], *cells;
static MPI_Win win;
static int rank, size;

static void *reader(void *arg)
{
    long slot = (long)arg;
    int to = (rank + 1) % size;
    for (int k = 0; k < 5; k++) {
        pthread_rwlock_rdlock(&lock);
        MPI_Put(table, LEN, MPI_DOUBLE, to, slot * LEN, LEN, MPI_DOUBLE, win); //@ A
        MPI_Win_flush(to, win);
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *writer(void *arg)
{
    for (int k = 0; k < 5; k++) {
        pthread_rwlock_rdlock(&lock);
        table[k] += k; //@ B
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t threads[3];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&threads[0], NULL, reader, (void *)0L);
    pthread_create(&threads[1], NULL, reader, (void *)1L);
    pthread_create(&threads[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", cells[0]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
