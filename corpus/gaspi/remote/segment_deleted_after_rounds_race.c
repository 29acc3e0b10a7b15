// In each round all ranks write a number to rank 0, which finds as many notifications but two. After the rounds all delete the segment.
// Race: nothing makes rank 0 wait for the last write of another rank before it deletes the segment: there is no barrier (GASPI 17.1, 8.2).
// For the same reason a rank may write its place again while its last write is on the way.
//
//@ expect: error RMA402 A B
//@ expect: error RMA203 A A
//@ twin: segment_deleted_after_rounds_ok.c
#include <GASPI.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    gaspi_rank_t me, num;
    gaspi_pointer_t memory;
    int rounds = argc > 1 ? atoi(argv[1]) : 5;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, (num + 1) * sizeof(long), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &memory);
    for (int round = 0; round < rounds; round++) {
        if (me == 0) {
            for (int missing = num - 1; missing > 2; missing--) {
                gaspi_notification_id_t id;
                gaspi_notification_t value;
                gaspi_notify_waitsome(0, 1, num - 1, &id, GASPI_BLOCK);
                gaspi_notify_reset(0, id, &value);
            }
        } else {
            gaspi_write_notify(0, num * sizeof(long), 0, 0, me * sizeof(long), sizeof(long), me, 1, 0, GASPI_BLOCK); //@ A
            gaspi_wait(0, GASPI_BLOCK);
        }
    }
    gaspi_segment_delete(0); //@ B
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
