/*
 * The target asks with MPI_Win_test whether the exposure epoch is over.
 *
 * It asks once and loads whatever the answer is: a flag of false completes nothing (MPI 4.1, 12.5.2).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: pscw_test_until_true.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, other;
    int x = 4, peer, flag = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    if (rank < 2) {
        peer = 1 - rank;
        MPI_Group_incl(all, 1, &peer, &other);
        if (rank == 0) {
            MPI_Win_start(other, 0, win);
            MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
            MPI_Win_complete(win);
        } else {
            mem[0] = 0;
            MPI_Win_post(other, 0, win);
            MPI_Win_test(win, &flag);
            printf("%d\n", mem[0]); //@ B
            if (!flag)
                MPI_Win_wait(win);
        }
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
