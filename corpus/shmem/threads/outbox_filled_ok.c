// A helper thread puts the values of an outbox to the PE that the outbox names, when the outbox is full (OpenSHMEM 1.6, 9.6.1). The main thread fills
// the outbox while the helper waits: the
// receiver behind the values stays as it is.
//
//@ expect: none
//@ twin: outbox_filled_race.c
#include <pthread.h>
#include <shmem.h>

enum { COUNT = 256 };

struct outbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int full;
    double values[COUNT];
    int to;
};

static double inbox[COUNT];
static struct outbox out = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, {0}, 0};

static void *send(void *arg)
{
    struct outbox *o = arg;
    pthread_mutex_lock(&o->lock);
    while (!o->full)
        pthread_cond_wait(&o->changed, &o->lock);
    pthread_mutex_unlock(&o->lock);
    shmem_double_put(inbox, o->values, COUNT, o->to);
    return NULL;
}

static void fill(double start)
{
    for (int i = 0; i < COUNT; i++)
        out.values[i] = start + i;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    out.to = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&thread, NULL, send, &out);
    fill(shmem_my_pe());
    pthread_mutex_lock(&out.lock);
    out.full = 1;
    pthread_cond_signal(&out.changed);
    pthread_mutex_unlock(&out.lock);
    pthread_join(thread, NULL);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
