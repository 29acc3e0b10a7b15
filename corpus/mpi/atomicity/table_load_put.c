/*
 * Local load of the owner against a put of another process, in one phase; the window is an array of shorts.
 *
 * The put hits an element that the owner sums up (MPI 4.1, 12.7; thesis, Table 2.2: local load, remote
 * write). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: table_load_put_apart.c
#include <mpi.h>
#include <stdio.h>

enum { MINE = 6 };

static int total(const short *part)
{
    int sum = 0;

    for (int i = 0; i < MINE; i++)
        sum += part[i]; //@ B
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    short news = 99, *part;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MINE + 1) * sizeof(short), sizeof(short), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
    for (int i = 0; i <= MINE; i++)
        part[i] = (short)i;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Put(&news, 1, MPI_SHORT, 0, MINE - 1, 1, MPI_SHORT, win); //@ A
    if (rank == 0)
        printf("%d\n", total(part));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
