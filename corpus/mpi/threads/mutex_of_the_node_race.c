// The processes of a node count in a cell of rank 0. A mutex that each has for itself orders nothing between them.
// Race: the gets and puts of two processes are not ordered (MPI 4.1, 12.7).
//
//@ expect: error RMA203 A B
//@ expect: error RMA203 B B
//@ twin: mutex_of_the_node_ok.c
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
    pthread_mutex_lock(&own);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush(0, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ B
    MPI_Win_flush(0, win);
    pthread_mutex_unlock(&own);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Comm_free(&node);
    MPI_Finalize();
    (void)own;
    return 0;
}
