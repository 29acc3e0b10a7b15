/*
 * The threads of a team store to one variable and put it.
 *
 * Each takes a lock for both, and completes its put before it gives the lock back.
 */
//@ expect: none
//@ twin: team_made_in_lock.c
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static MPI_Win win;
static long *cells, setting;

int main(int argc, char **argv)
{
    int provided, rank;
    omp_lock_t lock;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        omp_set_lock(&lock);
        setting = omp_get_thread_num();
        MPI_Put(&setting, 1, MPI_LONG, rank, 0, 1, MPI_LONG, win);
        MPI_Win_flush(rank, win);
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
