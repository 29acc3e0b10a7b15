/* A stack of records that all processes push onto without a lock. The head is a word of rank 0; each process keeps its
 * own records in its part of the window. To push, a process writes record and link into its own part and shows the record
 * by compare-and-swap of the head. Between its pushes it walks the stack to find the largest value so far.
 *
 * Race: the record is completed behind the compare-and-swap that shows it. Run: two processes; rank 1 puts its record,
 * swaps the head and has not flushed its own part yet; rank 0 fetches the head and gets the record (16 bytes at
 * 8 + 16 * index of rank 1) while the put is on its way. Put and get of two origins conflict (12.7). The name of the
 * record is a fetched number, hence a warning.
 */
//@ expect: warning RMA203 PUT GET -- from 2 processes
//@ twin: cas_stack_ok.c
#include <stdint.h>
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

enum { RECORDS = 256, WORDS = 2 };

/* A name is 1 + owner * RECORDS + index; 0 ends the stack. */
typedef int64_t name_t;

typedef struct {
    MPI_Win win;
    MPI_Comm comm;
    int rank;
    int size;
    int used;
    int64_t *memory; /* the head, then RECORDS pairs of value and link */
    long retries;
} stack_t_;

static name_t name_of(int owner, int index)
{
    return 1 + (name_t)owner * RECORDS + index;
}

static int owner_of(name_t name)
{
    return (int)((name - 1) / RECORDS);
}

static MPI_Aint place_of(name_t name)
{
    return 1 + (MPI_Aint)((name - 1) % RECORDS) * WORDS;
}

static void stack_create(stack_t_ *stack, MPI_Comm comm)
{
    const MPI_Aint words = 1 + (MPI_Aint)RECORDS * WORDS;

    stack->comm = comm;
    stack->used = 0;
    stack->retries = 0;
    TRY(MPI_Comm_rank(comm, &stack->rank));
    TRY(MPI_Comm_size(comm, &stack->size));
    TRY(MPI_Win_allocate(words * (MPI_Aint)sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, comm, &stack->memory,
                         &stack->win));
    for (MPI_Aint i = 0; i < words; i++)
        stack->memory[i] = 0;
    TRY(MPI_Win_lock_all(0, stack->win));
    TRY(MPI_Barrier(comm));
}

static void stack_destroy(stack_t_ *stack)
{
    TRY(MPI_Win_unlock_all(stack->win));
    TRY(MPI_Win_free(&stack->win));
}

static name_t read_head(stack_t_ *stack)
{
    name_t head = 0;

    TRY(MPI_Fetch_and_op(NULL, &head, MPI_INT64_T, 0, 0, MPI_NO_OP, stack->win));
    TRY(MPI_Win_flush(0, stack->win));
    return head;
}

static name_t swap_head(stack_t_ *stack, name_t wanted, name_t seen)
{
    name_t old = 0;

    TRY(MPI_Compare_and_swap(&wanted, &seen, &old, MPI_INT64_T, 0, 0, stack->win));
    TRY(MPI_Win_flush(0, stack->win));
    return old;
}

static int push(stack_t_ *stack, int64_t value)
{
    name_t name, seen;

    if (stack->used == RECORDS)
        return -1;
    name = name_of(stack->rank, stack->used++);
    seen = read_head(stack);
    for (;;) {
        const int64_t record[WORDS] = {value, seen};
        name_t old;

        TRY(MPI_Put(record, WORDS, MPI_INT64_T, stack->rank, place_of(name), WORDS, MPI_INT64_T, stack->win)); //@ PUT
        old = swap_head(stack, name, seen);
        TRY(MPI_Win_flush(stack->rank, stack->win));
        if (old == seen)
            return 0;
        stack->retries++;
        seen = old;
    }
}

/* Walks from the head down; returns how many records there are. */
static long walk(stack_t_ *stack, int64_t *largest)
{
    name_t name = read_head(stack);
    long length = 0;

    while (name != 0) {
        int64_t record[WORDS];
        const int owner = owner_of(name);

        TRY(MPI_Get(record, WORDS, MPI_INT64_T, owner, place_of(name), WORDS, MPI_INT64_T, stack->win)); //@ GET
        TRY(MPI_Win_flush(owner, stack->win));
        if (record[0] > *largest)
            *largest = record[0];
        name = record[1];
        length++;
    }
    return length;
}

static int64_t value_of(int rank, int i)
{
    return ((int64_t)rank * 7919 + (int64_t)i * 104729) % 100003;
}

int main(int argc, char **argv)
{
    stack_t_ stack;
    int64_t largest = -1, wanted = -1;
    int pushes = 64, failed = 0;
    long length, retries = 0;
    double start;

    TRY(MPI_Init(&argc, &argv));
    if (argc > 1)
        pushes = atoi(argv[1]);
    if (pushes < 1 || pushes > RECORDS) {
        fprintf(stderr, "usage: %s [pushes, 1 to %d]\n", argv[0], RECORDS);
        MPI_Finalize();
        return 2;
    }
    stack_create(&stack, MPI_COMM_WORLD);

    start = MPI_Wtime();
    for (int i = 0; i < pushes; i++) {
        failed |= push(&stack, value_of(stack.rank, i)) != 0;
        if (i % 8 == 7) {
            int64_t so_far = -1;

            if (walk(&stack, &so_far) < i + 1)
                failed = 1;
        }
    }
    start = MPI_Wtime() - start;

    TRY(MPI_Barrier(stack.comm));
    length = walk(&stack, &largest);
    for (int rank = 0; rank < stack.size; rank++)
        for (int i = 0; i < pushes; i++)
            if (value_of(rank, i) > wanted)
                wanted = value_of(rank, i);
    if (length != (long)pushes * stack.size || largest != wanted)
        failed = 1;
    TRY(MPI_Reduce(&stack.retries, &retries, 1, MPI_LONG, MPI_SUM, 0, stack.comm));
    TRY(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, stack.comm));
    if (stack.rank == 0)
        printf("%ld records, largest %lld, %ld retries, %.3f s: %s\n", length, (long long)largest, retries, start,
               failed ? "FAILED" : "passed");
    stack_destroy(&stack);
    MPI_Finalize();
    return failed;
}
