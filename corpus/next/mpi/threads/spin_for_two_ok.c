// Two threads put and set a flag each behind the flush. The initial thread spins until both flags are set (C17, 5.1.2.4), so both puts are complete when
// it stores (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: spin_for_two_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static MPI_Win win;
static int data[64], more[64];
static atomic_int first, second;

static void *send(void *unused)
{
    MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win);
    MPI_Win_flush(0, win);
    atomic_store(&first, 1);
    return unused;
}

static void *send_more(void *unused)
{
    MPI_Put(more, 64, MPI_INT, 0, 64, 64, MPI_INT, win);
    MPI_Win_flush(0, win);
    atomic_store(&second, 1);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    int *mem;
    pthread_t thread, other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(2 * sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, send, NULL);
    pthread_create(&other, NULL, send_more, NULL);
    while (!atomic_load(&first) || !atomic_load(&second))
        ;
    data[0] = 1;
    more[0] = 1;
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
