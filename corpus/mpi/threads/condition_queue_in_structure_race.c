/*
 * The queue of a thread that sends stands in a structure from calloc, which pthread_create hands over: mutex, condition variable, number of jobs
 * and the buffer. The main thread fills the buffer, raises a job, joins the thread and clears the buffer.
 *
 * The buffer is cleared before the join: the put that the job has started may still read it (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT CLEAR
//@ twin: condition_queue_in_structure.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 8

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t raised;
    int jobs, right;
    MPI_Win win;
    int buf[N];
};

static void *sender(void *arg)
{
    struct queue *queue = arg;
    pthread_mutex_lock(&queue->mutex);
    while (queue->jobs == 0)
        pthread_cond_wait(&queue->raised, &queue->mutex);
    queue->jobs--;
    pthread_mutex_unlock(&queue->mutex);
    MPI_Put(queue->buf, N, MPI_INT, queue->right, 0, N, MPI_INT, queue->win); //@ PUT
    MPI_Win_flush(queue->right, queue->win);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Win win;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    struct queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->raised, NULL);
    queue->right = (rank + 1) % size;
    queue->win = win;
    pthread_create(&thread, NULL, sender, queue);
    for (int i = 0; i < N; i++)
        queue->buf[i] = rank + i;
    pthread_mutex_lock(&queue->mutex);
    queue->jobs++;
    pthread_cond_signal(&queue->raised);
    pthread_mutex_unlock(&queue->mutex);
    memset(queue->buf, 0, sizeof queue->buf); //@ CLEAR
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    free(queue);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
