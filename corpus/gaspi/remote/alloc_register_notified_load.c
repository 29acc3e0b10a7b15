/*
 * Segments that each process allocates and makes accessible to the others by itself.
 *
 * The notification that rank 1 finds says that the data have arrived (GASPI 17.1, 8.3.4).
 */
//@ expect: none
//@ twin: alloc_register_early_load.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);

    gaspi_segment_alloc(2, 4096, GASPI_MEM_INITIALIZED);
    for (gaspi_rank_t other = 0; other < num; other++)
        gaspi_segment_register(2, other, GASPI_BLOCK);
    gaspi_segment_ptr(2, &ptr);
    double *x = ptr;
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0) {
        x[0] = 0.5;
        gaspi_write_notify(2, 0, 1, 2, 2048, sizeof(double), 3, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        gaspi_notify_waitsome(2, 3, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(2, id, &value);
        printf("%f\n", x[256]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
