/*
 * The main thread fetches, a thread then uses what was fetched.
 *
 * The thread is made while the get is pending.
 */
//@ expect: error RMA102 A B
//@ twin: thrd_get.c
#include <mpi.h>
#include <threads.h>

static MPI_Win win;
static int right, buf[8];

static int use(void *sum)
{
    *(int *)sum = buf[0] + buf[7]; //@ B
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

    thrd_t user;
    int sum;
    MPI_Get(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
    thrd_create(&user, use, &sum);
    MPI_Win_flush(right, win);
    thrd_join(user, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
