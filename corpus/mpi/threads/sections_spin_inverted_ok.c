// One section puts, completes the put and sets a flag; the other one spins until the flag is set, with sequentially consistent atomic accesses, which
// synchronise (OpenMP 5.2, 15.8.4). So its store comes behind the flush (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: sections_spin_inverted_race.c
#include <mpi.h>

static int data[64], done;

int main(int argc, char **argv)
{
    int provided, *mem;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mem, &win);
    MPI_Win_lock_all(0, win);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            MPI_Put(data, 64, MPI_INT, 0, 0, 64, MPI_INT, win);
            MPI_Win_flush(0, win);
#pragma omp atomic write seq_cst
            done = 1;
        }
#pragma omp section
        {
            int seen;
            do {
#pragma omp atomic read seq_cst
                seen = done;
            } while (!seen);
            data[0] = 1;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
