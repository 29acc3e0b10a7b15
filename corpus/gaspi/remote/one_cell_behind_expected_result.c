/*
 * All ranks write to the same bytes of each rank, behind a call whose result is kept and that is to fail.
 *
 * The first write is made to fail (its size is below the least one), and the program ends if it does not. So the code behind it is what runs do.
 * Nothing orders the writes of two ranks (GASPI 17.1, 8).
 */
//@ expect: error RMA203 A A
//@ twin: own_slot_behind_expected_result.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_rank_t me, n;
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    if (n > 64)
        exit(1);
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_return_t result = gaspi_write(0, 1024, (me + 1) % n, 0, 2048, 0, 0, GASPI_BLOCK);
    if (result == GASPI_SUCCESS) {
        fprintf(stderr, "a transfer of no bytes must fail\n");
        exit(1);
    }
    for (gaspi_rank_t to = 0; to < n; to++)
        gaspi_write(0, 3072, to, 0, 0, 4, 0, GASPI_BLOCK); //@ A
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
