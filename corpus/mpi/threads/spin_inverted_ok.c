// The initial thread spins until another thread has set an atomic flag behind the flush: the store of the flag synchronises with the load that has
// seen it (C17, 5.1.2.4), so the put is complete (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: spin_inverted_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static MPI_Win win;
static int data[64];
static atomic_int done;

static void *send(void *unused)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win);
    MPI_Win_flush(0, win);
    atomic_store(&done, 1);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    int *mem;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, send, NULL);
    while (!atomic_load(&done))
        ;
    data[0] = 1;
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
