// One way to synchronise for the whole run, chosen by an option: post and start, or lock with barriers. The groups are made for the first way only.
// Race-free: in the first way a process reads its number after MPI_Win_wait and before the next post (MPI 4.1, 12.5.2), in the second one
// between two barriers that stand outside of the lock (12.5.3).
//
//@ expect: none
//@ twin: start_or_lock_race.c
#include <mpi.h>
#include <string.h>

struct Ring {
    int left, right, pscw;
    MPI_Win win;
    MPI_Group from, to;
};

static void begin(struct Ring *ring)
{
    if (ring->pscw) {
        MPI_Win_post(ring->from, 0, ring->win);
        MPI_Win_start(ring->to, 0, ring->win);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, ring->right, 0, ring->win);
    }
}

static void end(struct Ring *ring)
{
    if (ring->pscw) {
        MPI_Win_complete(ring->win);
        MPI_Win_wait(ring->win);
    } else {
        MPI_Win_unlock(ring->right, ring->win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    double *memory, out, wrong = 0;
    struct Ring ring;

    MPI_Init(&argc, &argv);
    ring.pscw = argc > 1 && !strcmp(argv[1], "--pscw");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring.left = (rank + size - 1) % size;
    ring.right = (rank + 1) % size;
    if (ring.pscw) {
        MPI_Group all;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, 1, &ring.left, &ring.from);
        MPI_Group_incl(all, 1, &ring.right, &ring.to);
    }
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &ring.win);
    for (int i = 0; i < 100; i++) {
        out = rank + i;
        begin(&ring);
        MPI_Put(&out, 1, MPI_DOUBLE, ring.right, 0, 1, MPI_DOUBLE, ring.win);
        end(&ring);
        wrong += memory[0] != ring.left + i;
    }
    MPI_Win_free(&ring.win);
    MPI_Finalize();
    return wrong != 0;
}
