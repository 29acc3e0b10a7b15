/*
 * The options of the command line choose the mode: 0 and 1 are those of active targets, 2 and 3 are passive. The epoch is opened in
 * mode 2 only, the operation stands where the mode is neither 0 nor 1.
 *
 * In mode 3 no epoch is open: an operation needs one, and so does a flush (MPI 4.1, 12.5 and 12.5.4).
 */
//@ expect: error RMA501 A A
//@ expect: error RMA503 B B
//@ twin: mode_of_options.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int count, mode;
};

static void read_options(int argc, char **argv, struct options *o)
{
    o->count = 16;
    o->mode = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc) {
            o->count = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "-m") && i + 1 < argc) {
            ++i;
            if (!strcmp(argv[i], "fence"))
                o->mode = 0;
            else if (!strcmp(argv[i], "post"))
                o->mode = 1;
            else if (!strcmp(argv[i], "lock"))
                o->mode = 2;
            else
                o->mode = 3;
        } else {
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
}

int main(int argc, char **argv)
{
    struct options o;
    int one = 1, rank, *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    read_options(argc, argv, &o);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (o.mode == 2)
        MPI_Win_lock_all(0, win);
    switch (o.mode) {
    case 0:
    case 1:
        break;
    default:
        if (rank == 1)
            MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win); //@ B
    }
    if (o.mode == 2)
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
