/*
 * Three ways to synchronise, by an option. With locks, the barrier comes before the unlock, so the put may be pending while its target
 * reads (MPI 4.1, 12.5.3).
 */
//@ expect: error RMA201 A B
#include <mpi.h>
#include <stdlib.h>

enum Way { FENCE, LOCK, LOCK_ALL };

int main(int argc, char **argv)
{
    int rank, size;
    double *memory, own = 0, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    int way = atoi(argv[1]);
    if (way < FENCE || way > LOCK_ALL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;

    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 100; i++) {
        switch (way) {
        case FENCE:
            MPI_Win_fence(0, win);
            break;
        case LOCK:
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
            break;
        case LOCK_ALL:
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_lock_all(0, win);
            break;
        }
        MPI_Put(&own, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); //@ A
        switch (way) {
        case FENCE:
            MPI_Win_fence(0, win);
            break;
        case LOCK:
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_unlock(right, win);
            break;
        case LOCK_ALL:
            MPI_Win_unlock_all(win);
            MPI_Barrier(MPI_COMM_WORLD);
            break;
        }
        sum += memory[0]; //@ B
    }
    if (way == FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
