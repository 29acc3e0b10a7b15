/*
 * The first letter of a line that getline has allocated is put to the neighbour and made a blank.
 *
 * The letter is stored to behind the flush that completes the put at the origin (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: line_of_getline_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    char *mem, *line = NULL;
    size_t room = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (getline(&line, &room, stdin) < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);

    MPI_Win_lock_all(0, win);
    MPI_Put(line, 1, MPI_CHAR, (rank + 1) % size, 0, 1, MPI_CHAR, win);
    MPI_Win_flush_local_all(win);
    line[0] = ' ';
    MPI_Win_unlock_all(win);

    free(line);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
