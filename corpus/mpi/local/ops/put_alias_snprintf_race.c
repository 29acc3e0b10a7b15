// A put from a static text buffer that other code reaches through a pointer.
// snprintf writes the buffer through the alias before the closing fence (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_alias_snprintf_ok.c
#include <mpi.h>
#include <stdio.h>

#define LINE 80

static char line[LINE];
static char *cursor = line;

static void stamp(int n)
{
    snprintf(cursor, LINE, "step %d", n); //@ B
}

int main(int argc, char **argv)
{
    int rank;
    char inbox[LINE] = "";
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(inbox, LINE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    stamp(0);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(line, LINE, MPI_CHAR, 1, 0, LINE, MPI_CHAR, win); //@ A
    stamp(1);
    MPI_Win_fence(0, win);
    printf("%s|%s\n", line, inbox);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
