/*
 * While rows are to be computed, the target asks with MPI_Win_test whether the other process has put and completed; the number of rows stands on
 * the command line. Then it loads its window.
 *
 * Nobody waits when the rows are done before the test succeeds: the load meets the put (MPI 4.1, 12.5.2), and the exposure epoch is open when the
 * window is freed (12.2.5).
 */
//@ expect: error RMA201 PUT LOAD
//@ expect: error RMA403 POST FREE
//@ twin: rows_until_complete_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double grid[1000];

static void work(int row)
{
    grid[row % 1000] += 0.5 * row;
}

int main(int argc, char **argv)
{
    int rank, size, peer, flag = 0, row = 0, x = 3, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;

    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ PUT
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win); //@ POST
        while (!flag && row < n) {
            work(row++);
            MPI_Win_test(win, &flag);
        }
        printf("%d %f\n", mem[0], grid[0]); //@ LOAD
    }

    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Win_free(&win); //@ FREE
    MPI_Finalize();
    return 0;
}
