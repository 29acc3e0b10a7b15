/* Refinement of a mesh in patches. Each process keeps a list of the cells that it wants to refine, of changing length,
 * with a header in front. In each step the processes look at the headers of their two neighbours, and fetch the cells
 * of those that have some.
 *
 * usage: directory_cache [steps [seed]]
 *
 * Race: the get of the cells is flushed behind the barrier only, to let it travel meanwhile. Run: two processes; rank 0 passes
 * the barrier and writes its next list (4 bytes at 8 + 4 * i) while the get of rank 1 still reads the old one. Whether
 * there is a get and how much it reads depends on the fetched header: a warning.
 */
//@ expect: warning RMA202 CELLS WRITE -- from 2 processes
//@ twin: directory_cache_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

enum { MOST_CELLS = 500, HEADER = 2, SIDES = 2 };

struct header {
    int count;
    int level;
};

struct view {
    int neighbour;
    struct header header;
    int cells[MOST_CELLS];
};

struct mesh {
    MPI_Comm comm;
    int rank, size;
    unsigned state;
    int *list; /* window memory: count, level, cells */
    struct view view[SIDES];
    MPI_Win win;
    long fetched, listed;
};

static unsigned draw(struct mesh *m)
{
    m->state = m->state * 1103515245u + 12345u;
    return m->state >> 16 & 0x7fff;
}

/* Decides which cells are to be refined next. */
static void write_list(struct mesh *m, int level)
{
    const int count = draw(m) % 4 == 0 ? 0 : (int)(draw(m) % MOST_CELLS) + 1;

    m->list[0] = count;
    m->list[1] = level;
    for (int i = 0; i < count; i++)
        m->list[HEADER + i] = m->rank * 100000 + level * 1000 + i; //@ WRITE
    m->listed += count;
}

static void mesh_create(struct mesh *m, unsigned seed, MPI_Comm comm)
{
    m->comm = comm;
    MPI_Comm_rank(comm, &m->rank);
    MPI_Comm_size(comm, &m->size);
    m->state = seed + 31u * (unsigned)m->rank;
    m->fetched = 0;
    m->listed = 0;
    m->view[0].neighbour = (m->rank + m->size - 1) % m->size;
    m->view[1].neighbour = (m->rank + 1) % m->size;
    MPI_Win_allocate((HEADER + MOST_CELLS) * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &m->list, &m->win);
    memset(m->list, 0, (HEADER + MOST_CELLS) * sizeof(int));
    MPI_Win_lock_all(0, m->win);
}

static void mesh_destroy(struct mesh *m)
{
    MPI_Win_unlock_all(m->win);
    MPI_Win_free(&m->win);
}

static void read_header(struct mesh *m, struct view *v)
{
    MPI_Get(&v->header, HEADER, MPI_INT, v->neighbour, 0, HEADER, MPI_INT, m->win);
    MPI_Win_flush(v->neighbour, m->win);
    if (v->header.count < 0 || v->header.count > MOST_CELLS)
        die("a header is damaged");
}

static void fetch_cells(struct mesh *m, struct view *v)
{
    if (v->header.count > 0)
        MPI_Get(v->cells, v->header.count, MPI_INT, v->neighbour, HEADER, v->header.count, MPI_INT, m->win); //@ CELLS
}

static int use_cells(struct mesh *m, const struct view *v, int level)
{
    int wrong = v->header.level != level;

    for (int i = 0; i < v->header.count; i++)
        wrong += v->cells[i] != v->neighbour * 100000 + level * 1000 + i;
    m->fetched += v->header.count;
    return wrong;
}

static int step(struct mesh *m, int level)
{
    int wrong = 0;

    for (int side = 0; side < SIDES; side++) {
        read_header(m, &m->view[side]);
        fetch_cells(m, &m->view[side]);
    }
    MPI_Barrier(m->comm);
    MPI_Win_flush_all(m->win);
    for (int side = 0; side < SIDES; side++)
        wrong += use_cells(m, &m->view[side], level);
    write_list(m, level + 1);
    MPI_Win_sync(m->win);
    MPI_Barrier(m->comm);
    return wrong;
}

int main(int argc, char **argv)
{
    struct mesh *mesh;
    int steps = argc > 1 ? atoi(argv[1]) : 30;
    unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 7u;
    long own[2], all[2] = {0, 0};
    int wrong = 0;
    double start;

    MPI_Init(&argc, &argv);
    if (steps < 1 || steps > 90)
        die("usage: directory_cache [1 to 90 steps [seed]]");
    mesh = allocate(1, sizeof *mesh);
    mesh_create(mesh, seed, MPI_COMM_WORLD);
    write_list(mesh, 0);
    MPI_Win_sync(mesh->win);
    MPI_Barrier(mesh->comm);

    start = MPI_Wtime();
    for (int level = 0; level < steps; level++)
        wrong += step(mesh, level);
    start = MPI_Wtime() - start;

    own[0] = mesh->listed;
    own[1] = mesh->fetched;
    MPI_Reduce(own, all, 2, MPI_LONG, MPI_SUM, 0, mesh->comm);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, mesh->comm);
    if (mesh->rank == 0)
        printf("%d steps, %ld cells listed, %ld fetched, %.4f s: %s\n", steps, all[0], all[1], start, wrong ? "WRONG" : "ok");
    mesh_destroy(mesh);
    free(mesh);
    MPI_Finalize();
    return wrong != 0;
}
