// A thread writes and waits for its queue, which makes the source free (GASPI 17.1, 8.2.5), then it raises a counter under a mutex. The initial thread
// leaves its loop only when the counter is one, so its store comes behind the wait.
//
//@ expect: none
//@ twin: condition_inverted_race.c
#include <GASPI.h>
#include <pthread.h>

static int sent;
static gaspi_rank_t me, size;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *send(void *unused)
{
    gaspi_write(0, 0, (me + 1) % size, 1, 0, 64, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    pthread_mutex_lock(&mutex);
    sent++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    gaspi_pointer_t p;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &p);
    char *data = p;
    pthread_create(&thread, NULL, send, NULL);
    pthread_mutex_lock(&mutex);
    while (sent < 1)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1;
    pthread_join(thread, NULL);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
