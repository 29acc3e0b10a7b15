/* Each process sends rows to both neighbours; how long they are, an option says, and other arguments end the program.

   Label: both neighbours put into a process' window, each into its own half: the number of columns is the same on all processes,
   as their arguments are (assumption 26).
 */
//@ expect: none
//@ twin: columns_by_option_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int rows, columns;
};

int main(int argc, char **argv)
{
    MPI_Win win;
    double *memory;
    int rank, size;
    struct options options = {64, 64};
    MPI_Init(&argc, &argv);
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--columns") == 0) {
            char *end;
            options.columns = strtol(value, &end, 10);
            if (end == value || *end != '\0')
                exit(1);
        } else if (strcmp(name, "--rows") == 0) {
            options.rows = atoi(value);
        } else {
            fprintf(stderr, "unknown option %s\n", name);
            exit(1);
        }
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *row = calloc(options.columns, sizeof *row);
    MPI_Win_allocate(2 * options.columns * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int step = 0; step < options.rows; step++) {
        MPI_Win_fence(0, win);
        MPI_Put(row, options.columns, MPI_DOUBLE, (rank + 1) % size, 0, options.columns, MPI_DOUBLE, win); //@ A
        MPI_Put(row, options.columns, MPI_DOUBLE, (rank + size - 1) % size, options.columns, options.columns, MPI_DOUBLE, win); //@ B
        MPI_Win_fence(0, win);
    }
    free(row);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
