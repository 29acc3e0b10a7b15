/* Two loops of branches on run-time values lie between an accumulate and the reuse of its buffer: thousands of ways lead from
   one to the other. Behind the loops every way passes an unconditional flush.

   Label: the origin buffer of MPI_Accumulate must not be changed before the operation is complete at the origin (MPI 4.1, 12.3.1);
   in a passive target epoch MPI_Win_flush completes it at origin and target (12.5.4). The flush behind the loops names
   rank 0, the target of every accumulate, so the store to buf[0] comes after it. The stores within the loops touch
   buf[1] and behind, which the accumulate does not send.
   Between processes: each origin updates the cell of its own rank at rank 0 by accumulates, and nobody loads the window.
 */
//@ expect: none
//@ twin: many_ways_one_unflushed.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int steps = atoi(argv[1]);
    double *cells;
    MPI_Win win;
    MPI_Win_allocate(size * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    double buf[16];
    for (int i = 0; i < 16; i++) {
        buf[i] = i;
    }
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < steps; step++) {
        if (rand() % 7 == 1) {
            MPI_Accumulate(buf, 1, MPI_DOUBLE, 0, rank, 1, MPI_DOUBLE, MPI_SUM, win);
        }
        for (int i = 0; i < steps; i++) {
            if (rand() % 3 == 1) {
                buf[1] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 4 == 1) {
                buf[2] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 5 == 1) {
                buf[3] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 6 == 1) {
                buf[4] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 7 == 1) {
                buf[5] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 8 == 1) {
                buf[6] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
        }
        for (int i = 0; i < steps; i++) {
            if (rand() % 9 == 1) {
                buf[7] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 10 == 1) {
                buf[8] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 11 == 1) {
                buf[9] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 12 == 1) {
                buf[10] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 13 == 1) {
                buf[11] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
            if (rand() % 14 == 1) {
                buf[12] = i;
            }
            if (rand() % 3 == 0) {
                MPI_Win_flush(0, win);
            }
        }
        MPI_Win_flush(0, win);
        buf[0] = step;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
