// Blocks come in two slots by turns. A small structure has the number of the step and its slot; a function gives the next one by value, so that
// optimised code carries both numbers in one register.
// Race-free: a put is complete at its target (flush) before the barrier behind which the target loads the slot; the put of the next step goes to
// the other slot, and the one after that comes behind one more barrier (MPI 4.1, 12.5.4, 12.7).
//
//@ expect: none
//@ twin: slot_in_small_structure_race.c
#include <mpi.h>

struct Step {
    int slot, number;
};

static struct Step next_step(struct Step at)
{
    at.number++;
    at.slot = at.number & 1;
    return at;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *slots, value, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Win_lock_all(0, win);
    struct Step at = {0, 0};
    for (int k = 0; k < 30; k++, at = next_step(at)) {
        value = k;
        MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, at.slot, 1, MPI_DOUBLE, win);
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += slots[at.slot];
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
