/*
 * Threads in a list put and flush; a loop over the list waits for each before the buffer is stored to (POSIX.1-2017, `pthread_join`; MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: join_list_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_t thread;
    int number;
    struct node *next;
};

static int buffer[4];
static MPI_Win win;

static void *work(void *arg)
{
    struct node *own = arg;
    MPI_Put(&buffer[own->number], 1, MPI_INT, 0, own->number, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    return NULL;
}

int main(int argc, char **argv)
{
    int level, *cell;
    struct node *head = NULL, *node;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &cell, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; i++) {
        node = malloc(sizeof *node);
        node->number = i;
        node->next = head;
        head = node;
        pthread_create(&node->thread, NULL, work, node);
    }
    for (node = head; node; node = node->next)
        pthread_join(node->thread, NULL);
    for (int i = 0; i < 4; i++)
        buffer[i] = -1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
