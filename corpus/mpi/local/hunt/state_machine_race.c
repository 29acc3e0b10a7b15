/* Rounds of filling, sending and waiting as a state machine: which state follows which, a variable of the loop says.

   Label: the state behind the accumulate clears its origin, and only then waits for the request, which completes the operation
   (MPI 4.1, 12.3.5).
 */
//@ expect: error RMA101 A B
//@ twin: state_machine_ok.c
#include <mpi.h>

enum state { FILL, SEND, AWAIT, FINISHED };

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Request request;
    double *memory, value = 1;
    enum state state = FILL;
    int round = 0;
    MPI_Init(&argc, &argv);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    while (state != FINISHED)
        switch (state) {
        case FILL:
            value = round++;
            state = SEND;
            break;
        case SEND:
            MPI_Raccumulate(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win, &request); //@ A
            state = AWAIT;
            break;
        case AWAIT:
            value = 0; //@ B
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            state = round < 10 ? FILL : FINISHED;
            break;
        default:
            break;
        }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
