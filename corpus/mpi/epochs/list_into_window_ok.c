// A list of three nodes goes into a window with 32 places; how long the list is, the window does not say (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: list_into_window_race.c
#include <mpi.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(int argc, char **argv)
{
    int me, n, place = 0, *memory;
    struct node *list = NULL;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        new->value = i;
        new->next = list;
        list = new;
    }
    MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    for (struct node *at = list; at; at = at->next)
        MPI_Put(&at->value, 1, MPI_INT, (me + 1) % n, place++, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
