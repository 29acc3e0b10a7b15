/*
 * The second thread sets a flag before a barrier of the team. Behind it, the first one puts, and changes the buffer before the flush if the flag
 * is set.
 *
 * The put may still read the buffer (MPI 4.1, 12.7): the flag is set where the team has a second thread.
 */
//@ expect: error RMA101 A B
//@ twin: second_thread_decides_ok.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, buffer = 0, changed = 0, *memory;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            changed = 1;
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
            MPI_Put(&buffer, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
            if (changed)
                buffer = rank; //@ B
            MPI_Win_flush((rank + 1) % size, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
