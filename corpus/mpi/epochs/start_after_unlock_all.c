/*
 * A long lock_all epoch, and behind it an epoch of start and complete to the right neighbour.
 *
 * The one is over before the other begins, and no process exposes its window while another has it locked: a barrier lies between
 * (MPI 4.1, 12.5.3).
 * Happens with 2 or more processes.
 */
//@ expect: none
//@ twin: start_inside_lock_all.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, right, left, *mem;
    MPI_Group all, to, from;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &right, &to);
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&one, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
