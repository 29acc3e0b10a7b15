/*
 * A thread sends a buffer, the main thread stores to it, both with a mutex.
 *
 * The put is pending when the mutex is given back.
 */
//@ expect: error RMA101 A B
//@ twin: thrd_mutex.c
#include <mpi.h>
#include <threads.h>

static MPI_Win win;
static int right, buf[8];

static mtx_t mutex;

static int send(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
    mtx_unlock(&mutex);
    MPI_Win_flush(right, win);
    return 0;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    thrd_t sender;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&sender, send, 0);
    mtx_lock(&mutex);
    buf[0] = 1; //@ B
    mtx_unlock(&mutex);
    thrd_join(sender, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
