// A test for lengths and partners: it fills its part, writes it to a partner, posts a notification behind it, and waits for the one that it gets.
// Race-free: the partner has found the notification, so the write has arrived, before it passes the barrier; the next write comes behind (GASPI 17.1, 8.3).
// A process may be its own partner.
//
//@ expect: none
//@ twin: suite_of_shifts_race.c
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
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    long sum = 0;

    fill(memory, n, rank + shift);
    gaspi_write(0, 0, to, 0, MOST, n, 0, GASPI_BLOCK);
    gaspi_notify(0, to, 0, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(0, id, &value);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    sum += memory[MOST];
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
