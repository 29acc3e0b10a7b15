/*
 * The first cells of two parts are given on the command line. A word that is no option ends the function that reads them at once,
 * with -1; at its end it tests both numbers, and the program goes on only with 0.
 *
 * The second number is greater: the two puts of rank 1 write different cells.
 */
//@ expect: none
//@ twin: checked_at_end_meet.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 100

struct settings {
    int first, second;
    double weight;
};

static int parse(int argc, char **argv, struct settings *s)
{
    s->first = 3;
    s->second = 40;
    s->weight = 1.0;
    for (int i = 1; i < argc; i++) {
        if (i + 1 == argc)
            return -1;
        if (strcmp(argv[i], "--first") == 0)
            s->first = atoi(argv[++i]);
        else if (strcmp(argv[i], "--second") == 0)
            s->second = atoi(argv[++i]);
        else if (strcmp(argv[i], "--weight") == 0)
            s->weight = atof(argv[++i]);
        else
            return -1;
    }
    return s->first >= 0 && s->first < s->second && s->second < CELLS && s->weight > 0.0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct settings s;
    double *cells, x[2] = {1.0, 2.0};
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    if (parse(argc, argv, &s) != 0) {
        MPI_Finalize();
        return 1;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&x[0], 1, MPI_DOUBLE, 0, s.first, 1, MPI_DOUBLE, win);
        MPI_Put(&x[1], 1, MPI_DOUBLE, 0, s.second, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
