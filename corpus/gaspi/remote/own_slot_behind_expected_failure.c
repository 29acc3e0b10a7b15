/*
 * Each rank writes to bytes of its own at each rank, behind a call that is to fail.
 *
 * The first write is made to fail (its size is below the least one), and the program ends if it does not. So the code behind it is what runs do.
 * No two ranks write to the same bytes.
 */
//@ expect: none
//@ twin: one_cell_behind_expected_failure.c
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
    if (gaspi_write(0, 1024, (me + 1) % n, 0, 2048, 0, 0, GASPI_BLOCK) == GASPI_SUCCESS)
        exit(1);
    for (gaspi_rank_t to = 0; to < n; to++)
        gaspi_write(0, 3072, to, 0, me * 4, 4, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
