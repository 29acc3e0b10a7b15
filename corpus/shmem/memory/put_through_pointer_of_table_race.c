/*
 * The entries of a symmetric table point to the elements of a symmetric array. Each process fetches such a pointer from its right neighbour
 * and puts through it.
 *
 * The neighbour loads an element of the array before the barrier that completes the put (OpenSHMEM 1.6, 9.5, 9.9.1). Which element a pointer
 * leads to is a value that was fetched, hence a warning. From 1 process on.
 */
//@ expect: warning RMA201 A B
//@ twin: put_through_pointer_of_table_ok.c
#include <shmem.h>
#include <stdio.h>

typedef struct {
    double *where;
    double value;
} entry;

int main(void)
{
    static double one = 1;
    double sum = 0, *out, *found;
    entry *table;

    shmem_init();
    int right = (shmem_my_pe() + 1) % shmem_n_pes();
    table = shmem_malloc(4 * sizeof *table);
    out = shmem_malloc(4 * sizeof *out);
    for (int i = 0; i < 4; i++) {
        table[i].where = &out[i];
        table[i].value = i;
        out[i] = 0;
    }
    shmem_barrier_all();
    shmem_getmem(&found, &table[0].where, sizeof found, right);
    shmem_double_put(found, &one, 1, right); //@ A
    sum += out[0]; //@ B
    shmem_barrier_all();
    sum += out[0];
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
