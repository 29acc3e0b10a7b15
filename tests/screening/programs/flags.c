// A branch that is held not to be taken, until another thread stores something. Lines marked KEEP may touch window memory.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
    int ready;
    double *cell;
};

static struct work work;

static void use(double *cell)
{
    cell[1] += 2.0; //@ KEEP private memory at first; the window, when the flag is set
}

static void *worker(void *argument)
{
    double *own = argument;
    use(own);
    for (int i = 0; i < 1000; i++)
        if (work.ready)
            use(work.cell);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *own = calloc(8, sizeof(double));
    MPI_Win_fence(0, win);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, own);
    work.cell = base;
    work.ready = 1;
    double value = 1.0;
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(own);
    MPI_Finalize();
    return 0;
}
