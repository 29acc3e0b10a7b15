/*
 * A letter of four numbers and a guard: rank 0 writes both in one lock epoch, rank 1 polls the guard
 * atomically and then adds the numbers up. After the first test case of Nasty-MPI.
 *
 * The flush completes the letter at the target before the guard is set (MPI 4.1, 12.5.4); the guard is
 * written and read by accumulate-class calls of one type.
 */
//@ expect: none
//@ twin: guard_without_flush.c
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

struct letter {
    double body[4];
    int guard;
};

static void deliver(int to, double *body, MPI_Win win)
{
    const int one = 1;

    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(body, 4, MPI_DOUBLE, to, offsetof(struct letter, body), 4, MPI_DOUBLE, win);
    MPI_Win_flush(to, win);
    MPI_Accumulate(&one, 1, MPI_INT, to, offsetof(struct letter, guard), 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock(to, win);
}

static double collect(int self, struct letter *box, MPI_Win win)
{
    int seen = 0;
    double sum = 0;

    MPI_Win_lock(MPI_LOCK_SHARED, self, 0, win);
    do {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, self, offsetof(struct letter, guard), MPI_NO_OP, win);
        MPI_Win_flush(self, win);
    } while (seen == 0);
    for (int i = 0; i < 4; i++)
        sum += box->body[i];
    MPI_Win_unlock(self, win);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    double body[4] = {1, 2, 3, 4};
    struct letter *box;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof *box, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
    box->guard = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0)
        deliver(1, body, win);
    if (rank == 1)
        printf("%g\n", collect(1, box, win));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
