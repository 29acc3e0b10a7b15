/*
 * A helper thread answers what the main thread asks for, by two counts under a mutex. After the last answer and a barrier process 0 reads the cell of its
 * window that process 1 has put into.
 *
 * The put is complete (flush) before process 1 enters the barrier (MPI 4.1, 12.5.4, 12.7).
 */
//@ expect: none
//@ twin: answers_counted_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static MPI_Win win;
static int asked, answered;
static void *helper(void *unused)
{
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (answered == asked)
            pthread_cond_wait(&changed, &mutex);
        answered = asked;
        pthread_cond_broadcast(&changed);
    }
    return unused;
}
static void await(void)
{
    pthread_mutex_lock(&mutex);
    while (answered != asked)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}
int main(int argc, char **argv)
{
    int provided, rank, *mem, one = 1, lines = argc > 1 ? atoi(argv[1]) : 4;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, helper, NULL);
    for (int k = 0; k < lines; k++) {
        await();
        if (rank == 1)
            MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        pthread_mutex_lock(&mutex);
        asked++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    await();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mem[0]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
