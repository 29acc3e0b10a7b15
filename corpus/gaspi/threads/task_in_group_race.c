/*
 * As the twin, but the task is made before the group begins.
 *
 * The end of a taskgroup waits for the tasks that were made in the group and their descendants (OpenMP 5.2, 15.4): the read may be pending where the
 * destination is used (GASPI 17.1, 8.2.2).
 */
//@ expect: error RMA103 A B
//@ twin: task_in_group_ok.c
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
        #pragma omp task
        {
            gaspi_read(0, 0, right, 0, N * sizeof(int), 8 * sizeof(int), 0, GASPI_BLOCK); //@ A
            gaspi_wait(0, GASPI_BLOCK);
        }
        #pragma omp taskgroup
        {
            #pragma omp task
            steps++;
        }
        cells[7] = 1; //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
