// As the twin, but the condition of the loop is inverted: the flag is zero at first, so the loop ends at once, and the store may come while the put
// is pending (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: spin_inverted_ok.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static MPI_Win win;
static int data[64];
static atomic_int done;

static void *send(void *unused)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win); //@ A
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
    while (atomic_load(&done))
        ;
    data[0] = 1; //@ B
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
