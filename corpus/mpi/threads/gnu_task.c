/*
 * A task as GNU compilers make it puts a buffer and completes the put; its creator waits for it and stores to the buffer.
 *
 * taskwait returns when the task is through (OpenMP 5.2, 15.5).
 */
//@ expect: none
//@ twin: gnu_task_race.c
#include <mpi.h>

#include <stdbool.h>

/* What GNU compilers call for the directives of OpenMP (libgomp). */
extern void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags);
extern bool GOMP_single_start(void);
extern void GOMP_barrier(void);
extern void GOMP_taskwait(void);
extern void GOMP_task(void (*fn)(void *), void *data, void (*copy)(void *, void *), long size, long align, bool now,
                      unsigned flags, void **depend, int priority, void *detach);

static MPI_Win win;
static int right, buf[64];

static void send(void *data)
{
    int count = *(int *)data;
    MPI_Put(buf, count, MPI_INT, right, 0, count, MPI_INT, win);
    MPI_Win_flush(right, win);
}

static void region(void *unused)
{
    (void)unused;
    if (GOMP_single_start()) {
        int count = 8;
        GOMP_task(send, &count, 0, sizeof count, _Alignof(int), true, 0, 0, 0, 0);
        GOMP_taskwait();
        buf[0] = 1;
    }
    GOMP_barrier();
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    GOMP_parallel(region, 0, 0, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
