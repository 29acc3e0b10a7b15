// A team of threads. SHARED: two of them may touch it, no operation does. OWN: one thread alone. WINDOW: in an open pair with an operation.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static double total;
static double before;

int main(int argc, char **argv)
{
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base, *shared = calloc(64, sizeof *shared);
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *serial = malloc(64 * sizeof *serial);
    for (int i = 0; i < 64; i++)
        serial[i] = i; //@ OWN
    before = serial[3]; //@ OWN
    MPI_Win_fence(0, win);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 1, 1, MPI_DOUBLE, win);
    base[1] = 2.0; //@ WINDOW
#pragma omp parallel
    {
        double own[8];
        for (int i = 0; i < 8; i++)
            own[i] = i; //@ OWN
        int me = omp_get_thread_num();
        shared[me] = own[me % 8]; //@ SHARED
        total += own[3]; //@ SHARED
#pragma omp for
        for (int i = 0; i < 64; i++)
            shared[i] = 1.0; //@ SHARED
#pragma omp single
        {
#pragma omp task
            shared[2] += 1.0; //@ SHARED
        }
    }
    MPI_Win_fence(0, win);
    printf("%d: %g %g\n", rank, before, total);
    MPI_Win_free(&win);
    free(shared);
    free(serial);
    MPI_Finalize();
    return 0;
}
