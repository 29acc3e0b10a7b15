// The processes of a node count in a cell of rank 0, under a mutex that lies in a shared window and that all of them use.
// Race-free: the mutex is one for all processes (POSIX.1-2017, pthread_mutexattr_setpshared), and each process completes its operations before
// it unlocks it.
//
//@ expect: none
//@ twin: mutex_of_the_node_race.c
#include <mpi.h>
#include <pthread.h>

int main(int argc, char **argv)
{
    MPI_Comm node;
    MPI_Win shared, win;
    MPI_Aint bytes;
    pthread_mutex_t *mutex, own = PTHREAD_MUTEX_INITIALIZER;
    int me, unit, value, *cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &me);
    MPI_Win_allocate_shared(me == 0 ? sizeof *mutex : 0, 1, MPI_INFO_NULL, node, &mutex, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &mutex);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &cell, &win);
    *cell = 0;
    if (me == 0) {
        pthread_mutexattr_t attr;
        pthread_mutexattr_init(&attr);
        pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
        pthread_mutex_init(mutex, &attr);
    }
    MPI_Barrier(node);
    MPI_Win_lock_all(0, win);
    pthread_mutex_lock(mutex);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    pthread_mutex_unlock(mutex);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Comm_free(&node);
    MPI_Finalize();
    (void)own;
    return 0;
}
