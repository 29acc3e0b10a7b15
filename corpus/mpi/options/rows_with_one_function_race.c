// The ways to synchronise stand in a table of functions; two of its rows name the same function for the preparation.
// Race: the second way unlocks only after the barrier (MPI 4.1, 12.5.3).
//
//@ expect: error RMA201 A B
//@ twin: rows_with_one_function_ok.c
#include <mpi.h>

struct Ring {
    MPI_Win win;
    int left, right;
    double *memory, out;
};

struct Way {
    void (*prepare)(struct Ring *), (*begin)(struct Ring *), (*end)(struct Ring *), (*leave)(struct Ring *);
};

static void nothing(struct Ring *ring) { (void)ring; }
static void open_fence(struct Ring *ring) { MPI_Win_fence(MPI_MODE_NOPRECEDE, ring->win); }
static void close_fence(struct Ring *ring) { MPI_Win_fence(MPI_MODE_NOSUCCEED, ring->win); }
static void lock_all(struct Ring *ring) { MPI_Win_lock_all(0, ring->win); }
static void unlock_all(struct Ring *ring) { MPI_Win_unlock_all(ring->win); }
static void wait(struct Ring *ring) { (void)ring; MPI_Barrier(MPI_COMM_WORLD); }

static void flush(struct Ring *ring)
{
    MPI_Win_flush_all(ring->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void lock(struct Ring *ring)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, ring->right, 0, ring->win);
}

static void unlock(struct Ring *ring)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock(ring->right, ring->win);
}

static const struct Way WAYS[] = {
    {nothing, open_fence, close_fence, nothing},
    {nothing, lock, unlock, nothing},
    {lock_all, wait, flush, unlock_all},
};

static int run(struct Ring *ring, const struct Way *way)
{
    int wrong = 0;

    way->prepare(ring);
    for (int i = 0; i < 100; i++) {
        ring->out = i;
        way->begin(ring);
        MPI_Put(&ring->out, 1, MPI_DOUBLE, ring->right, 0, 1, MPI_DOUBLE, ring->win); //@ A
        way->end(ring);
        wrong += ring->memory[0] != i; //@ B
    }
    way->leave(ring);
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

int main(int argc, char **argv)
{
    int rank, size, wrong = 0;
    struct Ring ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring.left = (rank + size - 1) % size;
    ring.right = (rank + 1) % size;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &ring.memory, &ring.win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int way = 0; way < 3; way++)
        wrong += run(&ring, &WAYS[way]);
    MPI_Win_free(&ring.win);
    MPI_Finalize();
    return wrong;
}
