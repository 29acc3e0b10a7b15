/* Steps of a ring exchange; in each, a machine of states opens, puts, completes and waits.

   Label: the only state from which a process goes on to its load is that of the wait, which acquires from the complete of the left
   neighbour; its next put comes behind the next post (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: states_load_before_wait.c
#include <mpi.h>

#define STEPS 4
#define N 16

enum state { EXPOSE, ACCESS, FINISH, DRAIN, DONE };

int main(int argc, char **argv)
{
    int rank, size, memory[N] = {0}, out[N];
    long sum = 0;
    MPI_Win win;
    MPI_Group world, to, from;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    for (int step = 0; step < STEPS; step++) {
        enum state state = EXPOSE;
        while (state != DONE)
            switch (state) {
            case EXPOSE:
                MPI_Win_post(from, 0, win);
                state = ACCESS;
                break;
            case ACCESS:
                for (int i = 0; i < N; i++)
                    out[i] = step + i;
                MPI_Win_start(to, 0, win);
                MPI_Put(out, N, MPI_INT, right, 0, N, MPI_INT, win);
                state = FINISH;
                break;
            case FINISH:
                MPI_Win_complete(win);
                state = DRAIN;
                break;
            case DRAIN:
                MPI_Win_wait(win);
                for (int i = 0; i < N; i++)
                    sum += memory[i];
                state = DONE;
                break;
            default:
                break;
            }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? 0 : 1;
}
