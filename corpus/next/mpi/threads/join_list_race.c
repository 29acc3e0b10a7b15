/*
 * As the twin, but the loop ends at the last node, and nothing waits for its thread: the put may be pending at the store (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: join_list_ok.c
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
    MPI_Put(&buffer[own->number], 1, MPI_INT, 0, own->number, 1, MPI_INT, win); //@ PUT
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
    for (node = head; node->next; node = node->next)
        pthread_join(node->thread, NULL);
    for (int i = 0; i < 4; i++)
        buffer[i] = -1; //@ STORE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
