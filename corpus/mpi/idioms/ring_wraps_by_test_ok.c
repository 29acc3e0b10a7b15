// A ring of requests whose slot starts again at zero where it has come to the number of slots, an argument of the program. Each step waits for
// the request of the next slot.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated before the operation is complete at the origin. The next slot is the
// slot of the next step: its put has been waited for (12.3.4) when that step stores into its buffer.
//@ expect: none
//@ twin: ring_wraps_by_test_race.c
#include <mpi.h>
#include <stdlib.h>

enum { MOST = 12, STEPS = 60 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, slots = argc > 1 ? atoi(argv[1]) : 4;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (slots < 2 || slots > MOST) {
        slots = 4;
    }
    long *cells, out[MOST];
    MPI_Request pending[MOST];
    MPI_Win window;
    MPI_Win_allocate(STEPS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    for (int i = 0; i < MOST; i++) {
        pending[i] = MPI_REQUEST_NULL;
    }
    MPI_Win_lock_all(0, window);
    int slot = 0;
    for (int step = 0; step < STEPS; step++) {
        MPI_Wait(&pending[(slot + 1) % slots], MPI_STATUS_IGNORE);
        out[slot] = step;
        MPI_Rput(&out[slot], 1, MPI_LONG, (rank + 1) % size, step, 1, MPI_LONG, window, &pending[slot]);
        if (++slot == slots) {
            slot = 0;
        }
    }
    MPI_Waitall(MOST, pending, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
