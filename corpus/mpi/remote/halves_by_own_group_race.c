// Each process makes the communicator of its half from a group of two ranks that it computes from its own rank (MPI 4.1, 7.4.2: the groups may be disjoint).
// It puts to a process of the other half, which a barrier of its own half does not order.
//
//@ expect: error RMA201 A B
//@ twin: halves_by_own_group_ok.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, n, one = 1, *memory;
    MPI_Win win;
    MPI_Group all, half;
    MPI_Comm part;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (n != 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int ranks[2] = {me / 2 * 2, me / 2 * 2 + 1};
    MPI_Group_incl(all, 2, ranks, &half);
    MPI_Comm_create(MPI_COMM_WORLD, half, &part);
    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, me ^ 2, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_all(win);
    MPI_Barrier(part);
    int seen = memory[0]; //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&part);
    MPI_Group_free(&half);
    MPI_Group_free(&all);
    MPI_Finalize();
    return seen > 1;
}
