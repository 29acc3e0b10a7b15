// Pointers into a window that are copied or put together in pieces. Lines marked KEEP touch window memory; lines marked DROP touch
// private memory only.
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static unsigned char same[256];

struct halves {
    uint32_t low, high;
};

union sight {
    double *pointer;
    double number;
    unsigned char bytes[8];
    uint32_t words[2];
};

static void by_bytes(double *base, double *scratch)
{
    double *at = scratch;
    for (size_t i = 0; i < sizeof at; i++)
        ((unsigned char *)&at)[i] = ((unsigned char *)&base)[i];
    at[1] = 1.0; //@ KEEP copied byte by byte
}

static void by_words(double *base, double *scratch)
{
    union sight from = {.pointer = base}, to = {.pointer = scratch};
    to.words[0] = from.words[0];
    to.words[1] = from.words[1];
    to.pointer[2] = 1.0; //@ KEEP copied in halves
}

static void copy_bytes(unsigned char *to, const unsigned char *from, int count)
{
    while (count-- > 0)
        *to++ = *from++;
}

static void by_a_function(double *base, double *scratch, int count)
{
    double **table = malloc(4 * sizeof *table), **copy = malloc(4 * sizeof *copy);
    for (int i = 0; i < 4; i++) {
        table[i] = base + i;
        copy[i] = scratch;
    }
    copy_bytes((unsigned char *)copy, (unsigned char *)table, count);
    copy[1][3] = 1.0; //@ KEEP copied by a function of the program
    free(table);
    free(copy);
}

static void by_shifts(double *base, double *scratch)
{
    union sight to = {.pointer = scratch};
    uintptr_t number = (uintptr_t)base;
    for (int i = 0; i < 8; i++) {
        to.bytes[i] = (unsigned char)number;
        number >>= 8;
    }
    to.pointer[4] = 1.0; //@ KEEP made of the bytes of a number
}

static void from_shifts(double *base, double *scratch)
{
    unsigned char bytes[8];
    memcpy(bytes, &base, 8);
    uintptr_t number = (uintptr_t)scratch;
    number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | bytes[i];
    double *at = (double *)number;
    at[5] = 1.0; //@ KEEP a number that is made of bytes
}

static void in_halves(double *base)
{
    struct halves *halves = malloc(sizeof *halves);
    halves->low = (uint32_t)(uintptr_t)base;
    halves->high = (uint32_t)((uintptr_t)base >> 32);
    double *at = (double *)((uintptr_t)halves->high << 32 | halves->low);
    at[6] = 1.0; //@ KEEP two halves
    free(halves);
}

static void hidden(double *base, double *scratch, uintptr_t key)
{
    static uintptr_t cell;
    cell = (uintptr_t)scratch;
    cell = (uintptr_t)base ^ key;
    double *at = (double *)(cell ^ key);
    at[7] = 1.0; //@ KEEP a number that is changed and changed back
}

static void by_a_table(double *base, double *scratch)
{
    union sight from = {.pointer = base}, to = {.pointer = scratch};
    for (int i = 0; i < 256; i++)
        same[i] = (unsigned char)i;
    for (int i = 0; i < 8; i++)
        to.bytes[i] = same[from.bytes[i]];
    to.pointer[8] = 1.0; //@ KEEP each byte is looked up in a table
}

static void by_a_choice(double *base, double *scratch)
{
    union sight from = {.pointer = base}, to = {.pointer = scratch};
    for (int i = 0; i < 8; i++)
        for (int bit = 0; bit < 8; bit++) {
            if (from.bytes[i] >> bit & 1)
                to.bytes[i] |= (unsigned char)(1 << bit);
            else
                to.bytes[i] &= (unsigned char)~(1 << bit);
        }
    to.pointer[9] = 1.0; //@ KEEP bit by bit, by branches
}

static void in_two_copies(double *base, double *scratch)
{
    double *at = scratch;
    memcpy(&at, &base, 3);
    memcpy((char *)&at + 3, (char *)&base + 3, 5);
    at[10] = 1.0; //@ KEEP three bytes, then five
}

static void one_end(double *base, double *scratch)
{
    double *at = scratch;
    memcpy(&at, &base, 4);
    ((unsigned char *)&at)[4] = ((unsigned char *)&base)[4];
    memmove((char *)&at + 5, (char *)&base + 5, 3);
    at[11] = 1.0; //@ KEEP copies and a byte
}

static void as_a_double(double *base, double *scratch)
{
    union sight from = {.pointer = base}, to = {.pointer = scratch};
    to.number = from.number;
    to.pointer[12] = 1.0; //@ KEEP copied in a register for doubles
}

static void through_the_window(double *base, double *scratch)
{
    union sight to = {.pointer = scratch};
    *(double **)&base[32] = base;
    for (int i = 0; i < 8; i++)
        to.bytes[i] = ((unsigned char *)&base[32])[i];
    to.pointer[14] = 1.0; //@ KEEP stored in the window, and copied from there
}

static void private_bytes(double *scratch)
{
    double *at = scratch;
    unsigned char flags[8];
    for (int i = 0; i < 8; i++)
        flags[i] = (unsigned char)i; //@ DROP
    at[flags[3]] = 1.0; //@ DROP no pointer is made of bytes here
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *scratch = calloc(64, sizeof(double));
    MPI_Win_fence(0, win);
    by_bytes(base, scratch);
    by_words(base, scratch);
    by_a_function(base, scratch, argc > 5 ? argc : 32);
    by_shifts(base, scratch);
    from_shifts(base, scratch);
    in_halves(base);
    hidden(base, scratch, (uintptr_t)argc);
    by_a_table(base, scratch);
    by_a_choice(base, scratch);
    in_two_copies(base, scratch);
    one_end(base, scratch);
    as_a_double(base, scratch);
    through_the_window(base, scratch);
    private_bytes(scratch);
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(scratch);
    MPI_Finalize();
    return 0;
}
