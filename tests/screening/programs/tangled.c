// Loops with several entries. The analysis gives each of them one entry; its accesses are still those of the source. Lines marked KEEP
// touch window memory; lines marked DROP touch private memory only.
#include <mpi.h>
#include <stdlib.h>

static void into_the_middle(double *base, double *own, int count)
{
    int i = 0;
    if (count > 8)
        goto middle;
    while (i < count) {
        own[i] = 1.0; //@ DROP before the second entry
    middle:
        base[i] = 2.0; //@ KEEP behind the second entry
        own[i + 1] = 3.0; //@ DROP behind it, too
        i++;
    }
}

static void unrolled(double *to, const double *from, double *own, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++; //@ KEEP
        case 3:
            *own++ = 1.0; //@ DROP
        case 2:
            *to++ = *from++; //@ KEEP
        case 1:
            *own++ = 2.0; //@ DROP
        } while (--rounds > 0);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *own = calloc(64, sizeof(double)), *other = calloc(64, sizeof(double));
    MPI_Win_fence(0, win);
    into_the_middle(base, own, argc);
    unrolled(base, other, own, argc);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(own);
    free(other);
    MPI_Finalize();
    return 0;
}
