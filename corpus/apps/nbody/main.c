/* Direct n-body simulation; the blocks of bodies travel by MPI_Rget, double-buffered. */
#include "bodies.h"
#include "mpi_check.h"
#include "ring.h"

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct Bodies bodies;
    int rank, size, count = 256, steps = 10, c;
    double dt = 1e-3, mine, all, t0;

    TRY(MPI_Init(&argc, &argv));
    TRY(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    TRY(MPI_Comm_size(MPI_COMM_WORLD, &size));
    while ((c = getopt(argc, argv, "n:s:d:")) != -1) {
        if (c == 'n')
            count = atoi(optarg);
        else if (c == 's')
            steps = atoi(optarg);
        else if (c == 'd')
            dt = atof(optarg);
        else
            MPI_Abort(MPI_COMM_WORLD, 2);
    }

    bodies_create(&bodies, count, MPI_COMM_WORLD);
    TRY(MPI_Win_lock_all(0, bodies.window));
    t0 = MPI_Wtime();
    for (int s = 0; s < steps; s++) {
        /* All positions are written; make them visible to the gets. */
        TRY(MPI_Win_sync(bodies.window));
        TRY(MPI_Barrier(MPI_COMM_WORLD));
        ring_forces(&bodies, rank, size);
        /* All gets are complete, so they have read; only then the owners move their bodies. */
        TRY(MPI_Barrier(MPI_COMM_WORLD));
        bodies_move(&bodies, dt);
        mine = bodies_energy(&bodies);
        TRY(MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
        if (rank == 0)
            printf("step %4d: kinetic energy %.9e\n", s, all);
    }
    if (rank == 0)
        printf("%.3f s\n", MPI_Wtime() - t0);
    TRY(MPI_Win_unlock_all(bodies.window));
    bodies_free(&bodies);
    TRY(MPI_Finalize());
    return 0;
}
