/*
 * A thread waits for a job on a condition variable, writes the source to the right neighbour and waits for the queue; the main thread fills the
 * source, raises the job, joins the thread and fills the source again.
 *
 * The fill comes before the write by the mutex (POSIX.1-2017, 4.12); when the thread ends, gaspi_wait has told that the source may be used again
 * (GASPI 17.1, 8.2).
 */
//@ expect: none
//@ twin: condition_job_race.c
#include <GASPI.h>
#include <pthread.h>

#define N 64

static int jobs;
static gaspi_rank_t right;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (jobs == 0)
        pthread_cond_wait(&raised, &mutex);
    jobs--;
    pthread_mutex_unlock(&mutex);
    gaspi_write(0, 0, right, 0, N * sizeof(int), N * sizeof(int), 0, GASPI_BLOCK);
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
    right = (me + 1) % num;

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        cells[i] = me + i;
    pthread_mutex_lock(&mutex);
    jobs = 1;
    pthread_cond_signal(&raised);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    cells[0] = -1;

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
