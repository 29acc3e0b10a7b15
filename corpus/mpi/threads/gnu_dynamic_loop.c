/*
 * A worksharing loop as GNU compilers make it: chunks of four iterations are handed out, each element is stored to and put.
 *
 * An iteration is executed once (OpenMP 5.2, 11.5).
 */
//@ expect: none
//@ twin: gnu_dynamic_loop_race.c
#include <mpi.h>

#include <stdbool.h>

/* What GNU compilers call for the directives of OpenMP (libgomp). */
extern void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags);
extern bool GOMP_loop_dynamic_start(long start, long end, long increment, long chunk, long *first, long *last);
extern bool GOMP_loop_dynamic_next(long *first, long *last);
extern void GOMP_loop_end(void);

static MPI_Win win;
static int right, buf[64];

static void region(void *unused)
{
    long first, end;
    (void)unused;
    if (GOMP_loop_dynamic_start(0, 64, 1, 4, &first, &end)) {
        do {
            for (long i = first; i < end; i++) {
                buf[i] = 1;
                MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win);
            }
        } while (GOMP_loop_dynamic_next(&first, &end));
    }
    GOMP_loop_end();
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    GOMP_parallel(region, 0, 0, 0);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
