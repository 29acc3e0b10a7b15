/*
 * One thread writes to the right neighbour and waits for its queue; all threads then store to the source.
 *
 * With nowait nobody waits for gaspi_wait: the source is in use until then (GASPI 17.1, 8.2).
 */
//@ expect: error RMA101 A B
//@ twin: single_nowait_store.c
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

    #pragma omp parallel num_threads(8)
    {
        #pragma omp single nowait
        {
            gaspi_write(0, 0, right, 0, N * sizeof(int), 8 * sizeof(int), 0, GASPI_BLOCK); //@ A
            gaspi_wait(0, GASPI_BLOCK);
        }
        cells[omp_get_thread_num()] = me; //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
