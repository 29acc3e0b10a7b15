// One process adds, the others replace: these may not be mixed (MPI 4.1, 12.2.1, accumulate_ops).
//
//@ expect: warning RMA302 A A
//@ twin: operator_by_rank_ok.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, value = 1, before, *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Op op = me == 0 ? MPI_SUM : MPI_REPLACE;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&value, &before, MPI_INT, 0, 0, op, win); //@ A
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
