/*
 * All threads write a part, the primary thread waits for the queue, all threads fill their parts again.
 *
 * Barriers of the team stand on both sides of the wait.
 */
//@ expect: none
//@ twin: wait_of_master_race.c
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
        int t = omp_get_thread_num();
        gaspi_write(0, t * sizeof(int), right, 0, (N + t) * sizeof(int), sizeof(int), 0, GASPI_BLOCK);
        #pragma omp barrier
        #pragma omp master
        gaspi_wait(0, GASPI_BLOCK);
        #pragma omp barrier
        cells[t] = 0;
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
