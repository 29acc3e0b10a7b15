/* Failures are caught far away: the macro jumps back to main with longjmp, which cleans up and returns another status. The
   origin buffer is filled again before the flush that completes the put (MPI 4.1, 12.3). */
//@ expect: error RMA101 PUT FILL
//@ twin: longjmp_store_late.c
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf failed;

#define TRY(call)                     \
    do {                              \
        int try_rc = (call);          \
        if (try_rc != MPI_SUCCESS)    \
            longjmp(failed, try_rc);  \
    } while (0)

static char line[128];

static void send_line(MPI_Win win, int to, int step)
{
    memset(line, 'a' + step, sizeof line); //@ FILL
    TRY(MPI_Put(line, sizeof line, MPI_CHAR, to, step * sizeof line, sizeof line, MPI_CHAR, win)); //@ PUT
}

int main(int argc, char **argv)
{
    int rank, size, code;
    char *inbox;
    MPI_Win win = MPI_WIN_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = setjmp(failed);
    if (code != 0) {
        fprintf(stderr, "error %d\n", code);
        MPI_Abort(MPI_COMM_WORLD, code);
        return 1;
    }
    TRY(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    TRY(MPI_Comm_size(MPI_COMM_WORLD, &size));
    TRY(MPI_Win_allocate(3 * sizeof line, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &inbox, &win));
    TRY(MPI_Win_lock_all(0, win));
    if (size > 1 && rank == 0) {
        for (int step = 0; step < 3; step++)
            send_line(win, 1, step);
    }
    TRY(MPI_Win_unlock_all(win));
    TRY(MPI_Win_free(&win));
    MPI_Finalize();
    return 0;
}
