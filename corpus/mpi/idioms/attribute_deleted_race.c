// The function that deletes an attribute runs where the communicator is freed, and frees the buffer of a put that is pending until the fence
// (MPI 4.1, 7.7.1, 12.5.4).
//@ expect: error RMA402 PUT FREE
//@ twin: attribute_deleted_ok.c

#include <mpi.h>
#include <stdlib.h>

struct cache {
    int *cells;
    int count;
};

static int drop(MPI_Comm comm, int key, void *value, void *state) {
    struct cache *cache = value;
    (void)comm;
    (void)key;
    (void)state;
    free(cache->cells); //@ FREE
    free(cache);
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int rank, size, key, *slots;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &key, NULL);

    struct cache *cache = malloc(sizeof *cache);
    cache->count = 8;
    cache->cells = calloc(cache->count, sizeof(int));
    MPI_Comm_set_attr(comm, key, cache);

    MPI_Win_fence(0, win);
    MPI_Put(cache->cells, cache->count, MPI_INT, (rank + 1) % size, 0, cache->count, MPI_INT, win); //@ PUT
    MPI_Comm_free(&comm);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Comm_free_keyval(&key);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
