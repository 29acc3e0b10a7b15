/*
 * Rank 0 puts into rank 1 under post-start-complete-wait.
 *
 * Rank 1 loads between post and wait, while the exposure epoch is open (MPI 4.1, 12.5.2; 12.7, rule 3: the
 * put is complete at the target when wait returns). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: pscw_load_after_wait.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, other;
    int x = 4, peer, *mem;

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
            printf("%d\n", mem[0]); //@ B
            MPI_Win_wait(win);
        }
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
