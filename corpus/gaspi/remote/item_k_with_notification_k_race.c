// The process writes item k to the right neighbour with notification k; the receiver waits for notification k, but reads the items in the
// other order: nothing tells it that they have arrived (GASPI 17.1, 8.3).
//
//@ expect: error RMA201 A B
//@ twin: item_k_with_notification_k_ok.c
#include <GASPI.h>
#include <stdio.h>

#define LEN 64
#define ITEMS 16

static gaspi_rank_t me, size;

static void *send_all(void *unused)
{
    for (int k = 0; k < ITEMS; k++) {
        gaspi_write_notify(0, 0, (me + 1) % size, 1, k * LEN * sizeof(double), LEN * sizeof(double), k, 1, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    return unused;
}

int main(void)
{
    gaspi_pointer_t p;
    double sum = 0;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, LEN * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, ITEMS * LEN * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(1, &p);
    const double *in = p;
    send_all(NULL);
    for (int k = 0; k < ITEMS; k++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        gaspi_notify_waitsome(1, k, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(1, id, &value);
        for (int i = 0; i < LEN; i++)
            sum += in[(ITEMS - 1 - k) * LEN + i]; //@ B
    }
    printf("%g\n", sum);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
