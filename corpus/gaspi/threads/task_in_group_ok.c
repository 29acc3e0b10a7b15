/*
 * A task of a taskgroup reads from the neighbour and waits for the queue; behind the group its creator uses the destination.
 *
 * The end of the group waits for the tasks that were made in it (OpenMP 5.2, 15.4).
 */
//@ expect: none
//@ twin: task_in_group_race.c
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
    int *cells = pointer, right = (me + 1) % num, steps = 0;

    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp taskgroup
        {
            #pragma omp task
            {
                gaspi_read(0, 0, right, 0, N * sizeof(int), 8 * sizeof(int), 0, GASPI_BLOCK);
                gaspi_wait(0, GASPI_BLOCK);
            }
            #pragma omp task
            steps++;
        }
        cells[7] = 1;
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
