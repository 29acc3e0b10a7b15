/*
 * Processes draw numbers of chunks from a counter until there are none left, and write two chunks that follow each other to one place at process 0.
 *
 * Two processes may draw the numbers 0 and 1, and both write to place 0; nothing orders the two writes (GASPI 17.1, 8.2). Happens with two processes
 * or more.
 */
//@ expect: warning RMA203 A A
//@ twin: chunks_drawn_whole.c
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
        gaspi_write(2, 0, 0, 1, c / 2 * SLOT_BYTES, SLOT_BYTES, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
