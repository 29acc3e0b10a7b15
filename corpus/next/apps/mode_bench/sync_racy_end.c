/* The three ways to synchronise, racy version: in mode lock the barrier comes before the completion. */
#include "bench.h"

void sync_begin(struct Bench *bench)
{
    switch (bench->mode) {
    case MODE_FENCE:
        CHECKED(MPI_Win_fence(0, bench->win));
        break;
    case MODE_LOCK:
        CHECKED(MPI_Barrier(bench->comm));
        CHECKED(MPI_Win_lock(MPI_LOCK_SHARED, bench->right, 0, bench->win));
        break;
    case MODE_PSCW:
        CHECKED(MPI_Win_post(bench->left_group, 0, bench->win));
        CHECKED(MPI_Win_start(bench->right_group, 0, bench->win));
        break;
    }
}

void sync_end(struct Bench *bench)
{
    switch (bench->mode) {
    case MODE_FENCE:
        CHECKED(MPI_Win_fence(0, bench->win));
        break;
    case MODE_LOCK:
        CHECKED(MPI_Barrier(bench->comm));
        CHECKED(MPI_Win_unlock(bench->right, bench->win));
        break;
    case MODE_PSCW:
        CHECKED(MPI_Win_complete(bench->win));
        CHECKED(MPI_Win_wait(bench->win));
        break;
    }
}
