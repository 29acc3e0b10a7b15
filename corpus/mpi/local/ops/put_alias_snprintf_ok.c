// A put from a static text buffer that other code reaches through a pointer.
// The closing fence stands before snprintf and completes the put at the origin (MPI 4.1, 12.5.1).
//
//@ expect: none
//@ twin: put_alias_snprintf_race.c
#include <mpi.h>
#include <stdio.h>

#define LINE 80

static char line[LINE];
static char *cursor = line;

static void stamp(int n)
{
    snprintf(cursor, LINE, "step %d", n);
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
        MPI_Put(line, LINE, MPI_CHAR, 1, 0, LINE, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    stamp(1);
    printf("%s|%s\n", line, inbox);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
