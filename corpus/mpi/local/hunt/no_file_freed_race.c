// A program that cannot open its output leaves early.
//
// On the way without a file the memory is given back while the get may write to it (MPI 4.1, 12.3.1). Whether there is one
// is up to the user, as the arguments are.
//@ expect: error RMA402 GET FREE
//@ twin: no_file_freed_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double *base;
    MPI_Win win;
    FILE *out;
    MPI_Init(&argc, &argv);
    double *part = malloc(16 * sizeof *part);
    MPI_Win_allocate(16 * sizeof *part, sizeof *part, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Get(part, 16, MPI_DOUBLE, 0, 0, 16, MPI_DOUBLE, win); //@ GET
    out = fopen("part.txt", "w");
    if (!out)
        goto end;
    MPI_Win_flush_all(win);
    fprintf(out, "%g\n", part[0]);
    fclose(out);
end:
    free(part); //@ FREE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
