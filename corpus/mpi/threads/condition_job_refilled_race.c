/*
 * A thread waits for a job on a condition variable, then puts the buffer; the main thread fills the buffer, raises the job and joins the thread,
 * then the processes synchronise and read.
 *
 * The main thread stores to the buffer when it has raised the job: the put of the thread may be pending (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: condition_job.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N 8

static MPI_Win win;
static int right, jobs, buf[N];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (jobs == 0)
        pthread_cond_wait(&raised, &mutex);
    jobs--;
    pthread_mutex_unlock(&mutex);
    MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win); //@ PUT
    MPI_Win_flush(right, win);
    return unused;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        buf[i] = rank + i;
    pthread_mutex_lock(&mutex);
    jobs = 1;
    pthread_cond_signal(&raised);
    pthread_mutex_unlock(&mutex);
    buf[0] = 0; //@ STORE
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
