// A test for lengths and partners: it fills its part, writes it to a partner, posts a notification behind it, and passes a barrier.
// Race: nobody waits for a notification, and a barrier does not complete a write at its target (GASPI 17.1, 8.3): neither before the target reads, nor
// before the next process writes there. A process may be its own partner.
//
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: suite_of_shifts_ok.c
#include <GASPI.h>
#include <stdio.h>

enum { MOST = 4096 };

static unsigned char *memory;

static void fill(unsigned char *cells, gaspi_size_t n, int seed)
{
    for (gaspi_size_t i = 0; i < n; i++)
        cells[i] = (unsigned char)(seed + i);
}

static long test(gaspi_rank_t rank, gaspi_rank_t size, gaspi_size_t n, int shift)
{
    gaspi_rank_t to = (gaspi_rank_t)((rank + shift) % size);
    long sum = 0;

    fill(memory, n, rank + shift);
    gaspi_write(0, 0, to, 0, MOST, n, 0, GASPI_BLOCK); //@ A
    gaspi_notify(0, to, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    sum += memory[MOST]; //@ B
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    return sum;
}

int main(void)
{
    gaspi_rank_t rank, size;
    gaspi_pointer_t pointer;
    long sum = 0;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, 2 * MOST, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    memory = pointer;
    for (gaspi_size_t n = 1; n <= MOST; n *= 4)
        for (int shift = 0; shift < size; shift++)
            sum += test(rank, size, n, shift);
    printf("%ld\n", sum);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
