// The windows of a list are made in a loop over it; what a put reads is changed before the fence (MPI 4.1, 12.7).
//
//@ expect: error RMA101 A B
//@ twin: windows_of_list_ok.c
#include <mpi.h>

struct field {
    MPI_Win win;
    int *memory;
    struct field *next;
};

int main(int argc, char **argv)
{
    int me, n, one = 1, two = 2;
    struct field second = {0}, first = {0};
    first.next = &second;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (struct field *at = &first; at; at = at->next)
        MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &at->memory, &at->win);
    for (struct field *at = &first; at; at = at->next)
        MPI_Win_fence(0, at->win);
    MPI_Put(&one, 1, MPI_INT, (me + 1) % n, 0, 1, MPI_INT, first.win); //@ A
    MPI_Put(&two, 1, MPI_INT, (me + 1) % n, 0, 1, MPI_INT, second.win);
    one = 2; //@ B
    for (struct field *at = &first; at; at = at->next)
        MPI_Win_fence(0, at->win);
    for (struct field *at = &first; at; at = at->next)
        MPI_Win_free(&at->win);
    MPI_Finalize();
    return 0;
}
