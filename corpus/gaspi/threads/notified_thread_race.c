/*
 * A thread waits for the notification of a write; another one uses what was written.
 *
 * The one that uses it has waited for nothing: an edge from another process reaches only the thread that took
 * part.
 */
//@ expect: error RMA201 A B
//@ twin: notified_thread.c
#include <GASPI.h>
#include <omp.h>

#define N 64

int main(void)
{
    gaspi_rank_t me, num;
    gaspi_pointer_t pointer;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 2 * N * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    int *cells = pointer, right = (me + 1) % num;

    cells[0] = me;
    gaspi_write_notify(0, 0, right, 0, N * sizeof(int), sizeof(int), 0, 1, 0, GASPI_BLOCK); //@ A
    #pragma omp parallel
    {
        #pragma omp master
        {
            gaspi_notification_id_t id;
            gaspi_notification_t value;
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
        }
        #pragma omp single
        cells[1] = cells[N]; //@ B
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
