/*
 * A thread keeps the library going while the main thread works; the main thread sends and reuses its buffer.
 *
 * The main thread itself completes the put before the store.
 */
//@ expect: none
//@ twin: progress_thread_race.c
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int right, buf[8];

static volatile int done;

static void *progress(void *unused)
{
    (void)unused;
    while (!done) {
        int flag;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
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

    pthread_t helper;
    pthread_create(&helper, 0, progress, 0);
    MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
    MPI_Win_flush(right, win);
    buf[0] = 1;
    done = 1;
    pthread_join(helper, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
