// Rank 0 writes blocks into memory that rank 1 has given for a segment, two slots in turns, and waits for a credit before it uses a slot again.
// Race-free: rank 1 has found the notification of each block before the barrier behind which it frees the memory (GASPI 17.1, 8.4).
//
//@ expect: none
//@ twin: memory_freed_after_rounds_race.c
#include <GASPI.h>
#include <stdlib.h>

#define N 4096

int main(void)
{
    gaspi_rank_t me, num;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    long sum = 0;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    char *out = calloc(2, N), *in = calloc(2, N);
    gaspi_segment_use(0, out, 2 * N, GASPI_GROUP_ALL, GASPI_BLOCK, 0);
    gaspi_segment_use(1, in, 2 * N, GASPI_GROUP_ALL, GASPI_BLOCK, 0);
    if (num >= 2 && me == 0) {
        for (int b = 0; b < 32; b++) {
            int slot = b & 1;
            if (b >= 2) {
                gaspi_notify_waitsome(1, 8 + slot, 1, &id, GASPI_BLOCK);
                gaspi_notify_reset(1, id, &value);
                gaspi_wait(0, GASPI_BLOCK);
            }
            gaspi_write_notify(0, slot * N, 1, 1, slot * N, N, slot, b + 1, 0, GASPI_BLOCK);
        }
        gaspi_wait(0, GASPI_BLOCK);
    } else if (me == 1) {
        for (int b = 0; b < 32; b++) {
            int slot = b & 1;
            gaspi_notify_waitsome(1, slot, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(1, id, &value);
            sum += in[slot * N];
            gaspi_notify(1, 0, 8 + slot, 1, 0, GASPI_BLOCK);
        }
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_segment_delete(0);
    gaspi_segment_delete(1);
    free(out);
    free(in);
    gaspi_proc_term(GASPI_BLOCK);
    return sum < 0;
}
