// Threads of a team (OpenMP). Lines marked KEEP may touch window memory, lines marked DROP touch private memory only.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *scratch = calloc(64, sizeof(double)), *shared = scratch;
    MPI_Win_fence(0, win);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
#pragma omp parallel
    {
        double local[8];
        for (int i = 0; i < 8; i++)
            local[i] = i; //@ DROP
#pragma omp for
        for (int i = 0; i < 64; i++)
            base[i] += local[i % 8]; //@ KEEP
#pragma omp single
        shared = base;
        shared[2] = 1.0; //@ KEEP set by whichever thread came first
#pragma omp task
        scratch[3] = 1.0; //@ DROP
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
