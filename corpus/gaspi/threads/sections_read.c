/*
 * One section reads from the neighbour, another one uses the destination.
 *
 * It uses another part of the segment.
 */
//@ expect: none
//@ twin: sections_read_race.c
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

    #pragma omp parallel sections
    {
        #pragma omp section
        {
            gaspi_read(0, 0, right, 0, N * sizeof(int), 8 * sizeof(int), 0, GASPI_BLOCK);
            gaspi_wait(0, GASPI_BLOCK);
        }
        #pragma omp section
        cells[8] = 1;
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
