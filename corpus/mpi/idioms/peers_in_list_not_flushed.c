// A structure for each peer, allocated in a loop; the put, its completion and the store use the one that an argument of the program selects.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated before the operation is complete at the origin. The flush
// names the process after the peer, whose operations are others, if there are two processes or more.
//@ expect: error RMA101 PUT STORE
//@ twin: peers_in_list_flushed.c
#include <mpi.h>
#include <stdlib.h>

struct peer {
    int rank;
    int slot;
    double *out;
    MPI_Win window;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, chosen = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (chosen < 0 || chosen >= size) {
        chosen = 0;
    }
    double *cells;
    MPI_Win window;
    MPI_Win_allocate(size * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    struct peer **peers = malloc(size * sizeof(struct peer *));
    for (int i = 0; i < size; i++) {
        peers[i] = malloc(sizeof(struct peer));
        peers[i]->rank = i;
        peers[i]->slot = rank;
        peers[i]->out = calloc(1, sizeof(double));
        peers[i]->window = window;
    }
    MPI_Win_lock_all(0, window);
    struct peer *to = peers[chosen];
    MPI_Put(to->out, 1, MPI_DOUBLE, to->rank, to->slot, 1, MPI_DOUBLE, to->window); //@ PUT
    MPI_Win_flush((to->rank + 1) % size, to->window);
    to->out[0] = 1; //@ STORE
    MPI_Win_unlock_all(window);
    for (int i = 0; i < size; i++) {
        free(peers[i]->out);
        free(peers[i]);
    }
    free(peers);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
