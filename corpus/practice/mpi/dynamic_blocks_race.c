/* A field that is kept in blocks from the heap, each attached to one dynamic window. The addresses of all blocks are
 * gathered into a table; each process reads the blocks of its right neighbour through it and relaxes its own.
 *
 * usage: dynamic_blocks [blocks [cells of a block [steps]]]
 *
 * Race: the barrier between the gets and the owners' stores is gone. Run: two processes; rank 1 has fetched its copies and
 * relaxes a block (8 * cells bytes of it) while rank 0 still gets that block. The table holds the addresses of the same
 * allocations on all processes: an error.
 */
//@ expect: error RMA202 COPY RELAX -- from 2 processes
//@ twin: dynamic_blocks_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int rc, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    fprintf(stderr, "line %d: %s: %.*s\n", line, what, length, text);
    MPI_Abort(MPI_COMM_WORLD, rc);
}

#define TRY(call) check((call), #call, __LINE__)

typedef struct {
    double *cells;
    double *copy; /* of the neighbour's block */
    MPI_Aint address;
} block_t;

typedef struct {
    MPI_Comm comm;
    int rank, size;
    int count; /* of blocks here */
    int cells; /* of a block */
    block_t *blocks;
    MPI_Aint *table; /* addresses: of process r from r * count on */
    MPI_Win win;
} field_t;

static void *obtain(size_t bytes)
{
    void *memory = malloc(bytes);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return memory;
}

static void block_create(field_t *f, block_t *b, int number)
{
    const size_t bytes = (size_t)f->cells * sizeof(double);

    b->cells = obtain(bytes);
    b->copy = obtain(bytes);
    for (int i = 0; i < f->cells; i++)
        b->cells[i] = (double)(f->rank + number);
    TRY(MPI_Win_attach(f->win, b->cells, (MPI_Aint)bytes));
    TRY(MPI_Get_address(b->cells, &b->address));
}

static void block_destroy(field_t *f, block_t *b)
{
    TRY(MPI_Win_detach(f->win, b->cells));
    free(b->cells);
    free(b->copy);
}

static void field_create(field_t *f, int count, int cells, MPI_Comm comm)
{
    MPI_Aint *own;

    f->comm = comm;
    f->count = count;
    f->cells = cells;
    TRY(MPI_Comm_rank(comm, &f->rank));
    TRY(MPI_Comm_size(comm, &f->size));
    TRY(MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &f->win));
    f->blocks = obtain((size_t)count * sizeof(block_t));
    f->table = obtain((size_t)count * (size_t)f->size * sizeof(MPI_Aint));
    own = obtain((size_t)count * sizeof(MPI_Aint));
    for (int i = 0; i < count; i++) {
        block_create(f, &f->blocks[i], i);
        own[i] = f->blocks[i].address;
    }
    TRY(MPI_Allgather(own, count, MPI_AINT, f->table, count, MPI_AINT, comm));
    free(own);
    TRY(MPI_Win_lock_all(0, f->win));
    TRY(MPI_Barrier(comm));
}

static void field_destroy(field_t *f)
{
    TRY(MPI_Win_unlock_all(f->win));
    TRY(MPI_Barrier(f->comm));
    for (int i = 0; i < f->count; i++)
        block_destroy(f, &f->blocks[i]);
    TRY(MPI_Win_free(&f->win));
    free(f->blocks);
    free(f->table);
}

static void copy_blocks(field_t *f, int from)
{
    const MPI_Aint *addresses = f->table + (size_t)from * (size_t)f->count;

    for (int i = 0; i < f->count; i++)
        TRY(MPI_Get(f->blocks[i].copy, f->cells, MPI_DOUBLE, from, addresses[i], f->cells, MPI_DOUBLE, f->win)); //@ COPY
    TRY(MPI_Win_flush(from, f->win));
}

static double relax(block_t *b, int cells)
{
    double change = 0.0;

    for (int i = 0; i < cells; i++) {
        const double here = b->cells[i];
        const double there = b->copy[i];

        b->cells[i] = 0.5 * (here + there); //@ RELAX
        change += here > there ? here - there : there - here;
    }
    return change;
}

static double step(field_t *f)
{
    const int right = (f->rank + 1) % f->size;
    double change = 0.0;

    copy_blocks(f, right);
    for (int i = 0; i < f->count; i++)
        change += relax(&f->blocks[i], f->cells);
    TRY(MPI_Win_sync(f->win));
    TRY(MPI_Barrier(f->comm));
    return change;
}

static double mean(const field_t *f)
{
    double own = 0.0, all = 0.0;

    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < f->cells; j++)
            own += f->blocks[i].cells[j];
    TRY(MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, f->comm));
    return all / ((double)f->count * f->cells * f->size);
}

int main(int argc, char **argv)
{
    field_t field;
    int blocks = argc > 1 ? atoi(argv[1]) : 6;
    int cells = argc > 2 ? atoi(argv[2]) : 1024;
    int steps = argc > 3 ? atoi(argv[3]) : 25;
    double before, after, change = 0.0, start;

    TRY(MPI_Init(&argc, &argv));
    if (blocks < 1 || blocks > 1000 || cells < 1 || cells > 1000000 || steps < 1) {
        fprintf(stderr, "usage: dynamic_blocks [blocks [cells [steps]]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    field_create(&field, blocks, cells, MPI_COMM_WORLD);
    before = mean(&field);
    start = MPI_Wtime();
    for (int k = 0; k < steps; k++)
        change = step(&field);
    start = MPI_Wtime() - start;
    after = mean(&field);
    if (field.rank == 0)
        printf("%d steps, mean %.9f, then %.9f, last change here %.3g, %.4f s\n", steps, before, after, change, start);
    field_destroy(&field);
    MPI_Finalize();
    return 0;
}
