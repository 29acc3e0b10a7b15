/*
 * Each process writes its value to its right; a variable says whether it does so again.
 *
 * It does where the call has posted a write: two writes to the same bytes, which nothing orders, are under way (GASPI 17.1, 8.3.1).
 */
//@ expect: error RMA203 A A
//@ twin: written_while_open_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    gaspi_rank_t right = (rank + 1) % num;

    cell[0] = rank;
    int open = 1;
    while (open) {
        gaspi_return_t result = gaspi_write(0, 0, right, 0, 256, sizeof(int), 0, GASPI_TEST); //@ A
        open = result == GASPI_SUCCESS;
    }
    gaspi_notify(0, right, 3, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
