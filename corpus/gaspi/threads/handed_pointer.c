/*
 * A sending thread waits on a condition variable until the main thread has handed it a job by a pointer, or tells it to stop, and writes the part
 * of the segment that the job names. The main thread joins it and clears that part.
 *
 * The part is cleared when the queue was waited for and the thread has ended (GASPI 17.1, 8.2).
 */
//@ expect: none
//@ twin: handed_pointer_race.c
#include <GASPI.h>
#include <pthread.h>
#include <stddef.h>

#define N 64

struct job {
    gaspi_rank_t to;
    gaspi_size_t size;
};

static int stop;
static struct job *item;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!item && !stop)
        pthread_cond_wait(&changed, &mutex);
    struct job *job = item;
    pthread_mutex_unlock(&mutex);
    if (!job)
        return unused;
    gaspi_write(0, 0, job->to, 0, N * sizeof(int), job->size, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    return unused;
}

int main(void)
{
    gaspi_rank_t me, num;
    gaspi_pointer_t pointer;
    pthread_t thread;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 2 * N * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    int *cells = pointer;

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        cells[i] = me + i;
    struct job job = {(me + 1) % num, N * sizeof(int)};
    pthread_mutex_lock(&mutex);
    item = &job;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    cells[0] = -1;

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
