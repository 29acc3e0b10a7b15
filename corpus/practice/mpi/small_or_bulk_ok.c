/* Messages round a ring through two windows: short ones go into a small inbox, long ones into a bulk inbox. A step has one
 * message, of a length that follows from the number of the step; its length chooses the window.
 *
 * usage: small_or_bulk [steps [limit]]
 *
 * Race-free: a step opens and closes its epoch with fences of the window that it uses, and reads that inbox behind the second
 * (12.5.1). The first fence of a step that uses the same window again comes behind the reading.
 */
//@ expect: none
//@ twin: small_or_bulk_race.c
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

enum { BULK = 512 };

struct box {
    double *in; /* window memory */
    double *out;
    int capacity;
    MPI_Win win;
};

struct post {
    MPI_Comm comm;
    int rank, size, left, right;
    int limit;
    struct box small, bulk;
    long messages[2];
};

static void box_create(struct box *box, int capacity, MPI_Comm comm)
{
    box->capacity = capacity;
    MPI_Win_allocate(capacity * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &box->in, &box->win);
    box->out = allocate((size_t)capacity, sizeof(double));
    for (int i = 0; i < capacity; i++)
        box->in[i] = -1.0;
    MPI_Win_fence(0, box->win);
}

static void box_destroy(struct box *box)
{
    MPI_Win_fence(MPI_MODE_NOSUCCEED, box->win);
    MPI_Win_free(&box->win);
    free(box->out);
}

static void post_create(struct post *p, int limit, MPI_Comm comm)
{
    p->comm = comm;
    MPI_Comm_rank(comm, &p->rank);
    MPI_Comm_size(comm, &p->size);
    p->left = (p->rank + p->size - 1) % p->size;
    p->right = (p->rank + 1) % p->size;
    p->limit = limit;
    p->messages[0] = p->messages[1] = 0;
    box_create(&p->small, limit, comm);
    box_create(&p->bulk, BULK, comm);
}

static void post_destroy(struct post *p)
{
    box_destroy(&p->bulk);
    box_destroy(&p->small);
}

static int length_of(int step)
{
    return 1 + step * 41 % BULK;
}

static double word(int rank, int step, int i)
{
    return (double)rank * 100.0 + (double)step + 1e-4 * (double)i;
}

static int is_short(const struct post *p, int length)
{
    return length <= p->limit;
}

static void write_message(const struct post *p, struct box *box, int step, int length)
{
    for (int i = 0; i < length; i++)
        box->out[i] = word(p->rank, step, i);
    MPI_Put(box->out, length, MPI_DOUBLE, p->right, 0, length, MPI_DOUBLE, box->win);
}

static int check_message(const struct post *p, const struct box *box, int step, int length)
{
    int wrong = 0;

    for (int i = 0; i < length; i++)
        wrong += box->in[i] != word(p->left, step, i);
    return wrong;
}

static int pass_message(struct post *p, int step)
{
    const int length = length_of(step);
    struct box *box = is_short(p, length) ? &p->small : &p->bulk;

    MPI_Win_fence(0, box->win);
    write_message(p, box, step, length);
    MPI_Win_fence(0, box->win);
    p->messages[box == &p->bulk]++;
    return check_message(p, box, step, length);
}

static int option(int argc, char **argv, int index, int fallback, int most)
{
    int value = fallback;

    if (index < argc) {
        char *end;

        value = (int)strtol(argv[index], &end, 10);
        if (end == argv[index] || *end != '\0')
            die("an option is not a number");
    }
    if (value < 1 || value > most)
        die("usage: small_or_bulk [steps [limit]]");
    return value;
}

int main(int argc, char **argv)
{
    struct post post;
    int steps, limit, wrong = 0, all = 0;
    double start, slowest = 0.0;

    MPI_Init(&argc, &argv);
    steps = option(argc, argv, 1, 100, 100000);
    limit = option(argc, argv, 2, 64, BULK - 1);
    post_create(&post, limit, MPI_COMM_WORLD);

    start = MPI_Wtime();
    for (int step = 0; step < steps; step++)
        wrong += pass_message(&post, step);
    start = MPI_Wtime() - start;

    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, post.comm);
    MPI_Reduce(&start, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, post.comm);
    if (post.rank == 0)
        printf("%ld short and %ld long messages, %.4f s, %d words wrong\n", post.messages[0], post.messages[1], slowest, all);
    post_destroy(&post);
    MPI_Finalize();
    return 0;
}
