/* Fetches in steps; in each, a machine of states issues, asks and uses.

   Label: the use follows one test, whatever it has found: the get may still write what is loaded, and that of the next step writes
   beside it (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA102 A B
//@ expect: error RMA104 A A
//@ twin: state_poll_ok.c
#include <mpi.h>

#define STEPS 4
#define N 16

enum state { FETCH, ASK, USE, DONE };

int main(int argc, char **argv)
{
    int rank, size, *memory, in[N];
    long sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < STEPS; step++) {
        MPI_Request request;
        int flag = 0;
        enum state state = FETCH;
        while (state != DONE)
            switch (state) {
            case FETCH:
                MPI_Rget(in, N, MPI_INT, (rank + 1) % size, 0, N, MPI_INT, win, &request); //@ A
                state = ASK;
                break;
            case ASK:
                MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
                state = USE;
                break;
            case USE:
                for (int i = 0; i < N; i++)
                    sum += in[i]; //@ B
                state = DONE;
                break;
            default:
                break;
            }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? 0 : 1;
}
