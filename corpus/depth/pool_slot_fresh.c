// A pool hands out slots of one block, as allocation wrappers do. Each message has a slot of its
// own.
//
// MPI 4.1, 12.7.1: the bytes that a pending put reads must not be updated.
//@ expect: none
//@ twin: pool_slot_recycled.c
#include <mpi.h>
#include <stdlib.h>

struct pool {
    char *memory;
    size_t slot, used, room;
};

static struct pool make_pool(size_t slot, size_t room) {
    struct pool p = {malloc(slot * room), slot, 0, room};
    return p;
}

static void *take(struct pool *p) {
    if (p->used == p->room)
        abort();
    void *slot = p->memory + p->used * p->slot;
    p->used += 1;
    return slot;
}

static long *write_message(struct pool *p, long a, long b) {
    long *m = take(p);
    m[0] = a;
    m[1] = b;
    return m;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long *base;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct pool pool = make_pool(2 * sizeof(long), 4);
    MPI_Win_lock_all(0, win);
    long *first = write_message(&pool, rank, 1);
    MPI_Put(first, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win);
    long *second = write_message(&pool, rank, 2);
    MPI_Put(second, 1, MPI_LONG, (rank + 1) % size, 2, 1, MPI_LONG, win);
    MPI_Win_unlock_all(win);
    free(pool.memory);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
