// A union of a header and its words: the put reads the words. A member of the header that shares bytes with them is written.
//
// MPI 4.1, 12.7.1: the bytes that a pending put reads must not be updated. C17, 6.5.2.3: members of a union share their bytes.
//@ expect: error RMA101 PUT STAMP
//@ twin: union_other_bytes.c
#include <mpi.h>
#include <stdint.h>

struct message {
    union {
        struct {
            uint32_t kind, length;
            uint64_t stamp;
        } head;
        uint64_t words[2];
    } u;
    uint64_t tries;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint64_t *base;
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(uint64_t), sizeof(uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    struct message m = {.u.head = {1, 16, 5}, .tries = 0};
    MPI_Win_fence(0, win);
    MPI_Put(m.u.words, 2, MPI_UINT64_T, (rank + 1) % size, 0, 2, MPI_UINT64_T, win); //@ PUT
    m.u.head.stamp = 6; //@ STAMP
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
