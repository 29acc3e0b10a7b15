/*
 * A thread of rank 0 receives a passive message into the segment; the thread that has made it uses what has come.
 *
 * It does not wait for the thread: the call may still be writing its buffer (GASPI 17.1, 9.2.2).
 */
//@ expect: error RMA105 A B
//@ twin: passive_receive_in_thread_ok.c
#include <GASPI.h>
#include <pthread.h>

static void *receive(void *unused)
{
    gaspi_rank_t sender;
    gaspi_passive_receive(0, 128, &sender, 16 * sizeof(int), GASPI_BLOCK); //@ A
    return unused;
}

int main(void)
{
    gaspi_rank_t rank;
    gaspi_pointer_t ptr;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cells = ptr;

    if (rank == 0) {
        pthread_t receiver;
        pthread_create(&receiver, NULL, receive, NULL);
        int first = cells[32]; //@ B
        pthread_join(receiver, NULL);
        gaspi_printf("%d\n", first);
    } else if (rank == 1) {
        for (int i = 0; i < 16; i++)
            cells[i] = i * i;
        gaspi_passive_send(0, 0, 0, 16 * sizeof(int), GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
