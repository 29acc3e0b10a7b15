/* A macro around every call prints where it failed and exits. The result of the get is read before the fence that
   completes it (MPI 4.1, 12.3). */
//@ expect: error RMA102 GET LOAD
//@ twin: exit_load_late.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        int check_rc = (call);                                                               \
        if (check_rc != MPI_SUCCESS) {                                                       \
            char check_text[MPI_MAX_ERROR_STRING];                                           \
            int check_length;                                                                \
            MPI_Error_string(check_rc, check_text, &check_length);                           \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, check_text);       \
            exit(EXIT_FAILURE);                                                              \
        }                                                                                    \
    } while (0)

int main(int argc, char **argv)
{
    int rank, size, seen = 0;
    double mine[4] = {1, 2, 3, 4}, theirs[4], sum = 0;
    MPI_Win win;

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(MPI_Win_create(mine, sizeof mine, sizeof mine[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    CHECK(MPI_Win_fence(0, win));
    CHECK(MPI_Get(theirs, 4, MPI_DOUBLE, (rank + 1) % size, 0, 4, MPI_DOUBLE, win)); //@ GET
    sum += theirs[2]; //@ LOAD
    CHECK(MPI_Win_fence(0, win));
    CHECK(MPI_Win_free(&win));
    printf("%g %d\n", sum, seen);
    CHECK(MPI_Finalize());
    return 0;
}
