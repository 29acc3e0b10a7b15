/*
 * Threads take tasks from a pool under a lock. A task is a range of cells: its thread fills them, puts them and completes the put.
 *
 * Every task is taken once, the ranges do not overlap, and the flush completes the put (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: tasks_from_pool_race.c
#include <mpi.h>
#include <omp.h>

struct task {
    int from, to;
};

static struct {
    omp_lock_t lock;
    int head;
    struct task tasks[32];
} pool;
static int cells[32];

static int take(struct task *task)
{
    int found = 0;

    omp_set_lock(&pool.lock);
    if (pool.head < 32) {
        *task = pool.tasks[pool.head++];
        found = 1;
    }
    omp_unset_lock(&pool.lock);
    return found;
}

int main(int argc, char **argv)
{
    int provided, rank, size, right, *memory;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    omp_init_lock(&pool.lock);
    for (int i = 0; i < 32; i++) {
        pool.tasks[i].from = i;
        pool.tasks[i].to = i + 1;
    }
    MPI_Win_lock_all(0, win);
#pragma omp parallel
    {
        struct task task;

        while (take(&task)) {
            for (int i = task.from; i < task.to; i++)
                cells[i] = rank;
            MPI_Put(&cells[task.from], task.to - task.from, MPI_INT, right, task.from, task.to - task.from, MPI_INT, win);
            MPI_Win_flush(right, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    omp_destroy_lock(&pool.lock);
    MPI_Finalize();
    return 0;
}
