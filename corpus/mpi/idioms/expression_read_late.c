/*
 * A recursive parser evaluates an expression and keeps the last numbers in a list, which a put has read before.
 *
 * The flush completes the put at the origin (MPI 4.1, 12.5.4) before the parser stores into the list.
 */
//@ expect: none
//@ twin: expression_read_early.c
#include <ctype.h>
#include <mpi.h>
#include <stdlib.h>

struct parser {
    const char *at;
    int depth;
    long *seen; /* values in the order in which they are met */
    int count;
};

static long sum(struct parser *p);
static long list(struct parser *p);

static void note(struct parser *p, long value)
{
    p->seen[p->count++ % 4] = value;
}

static long number(struct parser *p)
{
    long v = 0;
    while (isdigit((unsigned char)*p->at))
        v = 10 * v + (*p->at++ - '0');
    note(p, v);
    return v;
}

static long factor(struct parser *p)
{
    long v;
    switch (*p->at) {
    case '(':
        p->at++;
        v = sum(p);
        p->at++;
        return v;
    case '[':
        p->at++;
        v = list(p);
        p->at++;
        return v;
    case '-':
        p->at++;
        return -factor(p);
    case '+':
        p->at++;
        return factor(p);
    default:
        return number(p);
    }
}

static long power(struct parser *p)
{
    long v = factor(p);
    if (*p->at == '^') {
        p->at++;
        v *= power(p);
    }
    return v;
}

static long product(struct parser *p)
{
    long v = power(p);
    while (*p->at == '*' || *p->at == '/') {
        int times = *p->at++ == '*';
        long w = power(p);
        v = times ? v * w : w ? v / w : 0;
    }
    return v;
}

static long sum(struct parser *p)
{
    long v;
    p->depth++;
    v = product(p);
    while (*p->at == '+' || *p->at == '-') {
        int plus = *p->at++ == '+';
        long w = product(p);
        v = plus ? v + w : v - w;
    }
    p->depth--;
    return v;
}

static long condition(struct parser *p)
{
    long v = sum(p);
    if (*p->at == '?') {
        long a, b;
        p->at++;
        a = condition(p);
        p->at++;
        b = condition(p);
        v = v ? a : b;
    }
    return v;
}

static long list(struct parser *p)
{
    long v = condition(p);
    while (*p->at == ',') {
        p->at++;
        v += condition(p);
    }
    return v;
}

int main(int argc, char **argv)
{
    int rank, size;
    long seen[4] = {0}, *mem, value;
    MPI_Win win;
    struct parser p = {argc > 1 ? argv[1] : "2*(3+4)", 0, seen, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(seen, 4, MPI_LONG, (rank + 1) % size, 0, 4, MPI_LONG, win);
    MPI_Win_flush((rank + 1) % size, win);
    value = list(&p);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return value > 100;
}
