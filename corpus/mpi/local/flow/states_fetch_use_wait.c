/*
 * A loop over states fetches a value, uses it, and waits for it.
 *
 * The value is used while the get is pending (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA102 A B
//@ twin: states_fetch_wait_use.c
#include <mpi.h>

enum state { FETCH, WAIT, USE, DONE };

int main(int argc, char **argv)
{
    int rank, size, value = 0, sum = 0, *mem;
    MPI_Win win;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    enum state state = FETCH;
    while (state != DONE) {
        switch (state) {
        case FETCH:
            MPI_Rget(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request); //@ A
            state = WAIT;
            break;
        case WAIT:
            sum += value; //@ B
            state = USE;
            break;
        default:
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            state = DONE;
        }
    }
    MPI_Win_unlock_all(win);
    if (sum < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
