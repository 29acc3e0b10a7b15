/*
 * Processes draw numbers of chunks from a counter until there are none left, and write each chunk to its place at process 0.
 *
 * Each fetch gives another number (GASPI 17.1, 9.2), so no two writes have a place in common. Nothing else touches the segment before the barrier.
 */
//@ expect: none
//@ twin: chunks_drawn_half.c
#include <GASPI.h>

#define LEN 128
#define SLOT_BYTES (LEN * sizeof(double))

int main(void)
{
    const long chunks = 1000;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_segment_create(0, sizeof(gaspi_atomic_value_t), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, chunks * SLOT_BYTES, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(2, SLOT_BYTES, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    for (;;) {
        gaspi_atomic_value_t c;
        if (gaspi_atomic_fetch_add(0, 0, 0, 1, &c, GASPI_BLOCK) != GASPI_SUCCESS)
            return 1;
        if ((long)c >= chunks)
            break;
        gaspi_write(2, 0, 0, 1, c * SLOT_BYTES, SLOT_BYTES, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
