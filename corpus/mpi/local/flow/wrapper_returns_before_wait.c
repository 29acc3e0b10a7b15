/*
 * A wrapper in the manner of a small communication library: it starts an Rget and returns an error
 * code.
 *
 * On success the wrapper returns without waiting, so the caller copies from a buffer that the Rget
 * still writes (MPI 4.1, 12.3.5). memcpy reads it.
 */
//@ expect: error RMA102 A B
//@ twin: wrapper_waits.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    MPI_Win win;
    MPI_Request last;
} comm_t;

static int comm_read(comm_t *c, void *to, int bytes, int from, int blocking)
{
    int err = MPI_Rget(to, bytes, MPI_BYTE, from, 0, bytes, MPI_BYTE, c->win, &c->last); //@ A
    if (err != MPI_SUCCESS)
        return err;
    if (blocking)
        return MPI_Wait(&c->last, MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    char home[24], in[24] = "", text[24];
    int rank, size;
    comm_t c;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(home, sizeof home, "this is rank %d", rank);
    MPI_Win_create(home, sizeof home, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &c.win);

    MPI_Win_lock_all(0, c.win);
    if (comm_read(&c, in, (int)sizeof in, size - 1, 0) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);
    memcpy(text, in, sizeof in); //@ B
    MPI_Wait(&c.last, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(c.win);

    puts(text);
    MPI_Win_free(&c.win);
    MPI_Finalize();
    return 0;
}
