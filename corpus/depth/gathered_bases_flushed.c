/* A layer with global addresses: every process knows where the memory of every other one lies, and a put names an address there. Which
 * allocation it lies in, and how far from its start, is looked up.
 *
 * All windows are flushed before the barrier: the number is there when the owner reads it (MPI 4.1, 12.5.4 and 12.7).
 */
//@ expect: none
//@ twin: gathered_bases_late.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12, WORDS = 64 };

static struct part {
    MPI_Win win;
    long *own;
    MPI_Aint bytes, *bases;
} parts[MOST];
static int used, rank, size;

static void **allocate(size_t words)
{
    struct part *p = &parts[used++];
    p->bytes = (MPI_Aint)(words * sizeof(long));
    MPI_Win_allocate(p->bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p->own, &p->win);
    p->bases = malloc((size_t)size * sizeof *p->bases);
    MPI_Aint own = (MPI_Aint)p->own;
    MPI_Allgather(&own, 1, MPI_AINT, p->bases, 1, MPI_AINT, MPI_COMM_WORLD);
    void **addresses = malloc((size_t)size * sizeof *addresses);
    for (int r = 0; r < size; r++)
        addresses[r] = (void *)p->bases[r];
    MPI_Win_lock_all(0, p->win);
    return addresses;
}

static struct part *find(const void *address, int owner, MPI_Aint *disp)
{
    for (int i = 0; i < used; i++) {
        *disp = (MPI_Aint)address - parts[i].bases[owner];
        if (*disp >= 0 && *disp < parts[i].bytes)
            return &parts[i];
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
    return NULL;
}

static void put(const long *source, void *address, int owner)
{
    MPI_Aint disp;
    struct part *p = find(address, owner, &disp);
    MPI_Put(source, 1, MPI_LONG, owner, disp, 1, MPI_LONG, p->win);
    MPI_Win_flush_local(owner, p->win);
}

static void fence(void)
{
    for (int i = 0; i < used; i++)
        MPI_Win_flush_all(parts[i].win);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    void **first = allocate(WORDS), **second = allocate(WORDS);
    long *mine = second[rank], value = rank;
    mine[3] = 0;
    fence();
    MPI_Barrier(MPI_COMM_WORLD);
    int right = (rank + 1) % size;
    put(&value, (long *)second[right] + 3, right);
    fence();
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%ld\n", mine[3]);
    fence();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < used; i++) {
        MPI_Win_unlock_all(parts[i].win);
        MPI_Win_free(&parts[i].win);
        free(parts[i].bases);
    }
    free(first);
    free(second);
    MPI_Finalize();
    return 0;
}
