/*
 * MPI is started with MPI_Init; a thread that calls MPI beside the main thread is made only if the library says that its level allows it.
 *
 * The thread is made at MPI_THREAD_FUNNELED too, where the main thread alone may call MPI.
 */
//@ expect: error RMA601 A A
//@ twin: level_that_library_says.c
#include <mpi.h>
#include <pthread.h>

static void *ask(void *arg)
{
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); //@ A
    return arg;
}

int main(int argc, char **argv)
{
    int level;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    MPI_Query_thread(&level);
    if (level >= MPI_THREAD_FUNNELED) {
        pthread_create(&thread, NULL, ask, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
