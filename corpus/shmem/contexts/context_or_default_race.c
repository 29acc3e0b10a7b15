/*
 * A program that gets no context of its own uses the default one. It completes its put on a context of its own only, and changes the source.
 *
 * shmem_ctx_create returns nonzero where there is no room for another context (OpenSHMEM 1.6, 9.5.1). Then nothing completes the put before
 * the store. Whether it fails the program learns at run time.
 */
//@ expect: warning RMA101 A B
//@ twin: context_or_default_ok.c
#include <shmem.h>

static long cells[4];

int main(void)
{
    static long values[4];

    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t context;
    int own = 1;
    if (shmem_ctx_create(0, &context) != 0) {
        context = SHMEM_CTX_DEFAULT;
        own = 0;
    }
    shmem_ctx_long_put_nbi(context, cells, values, 4, (me + 1) % n); //@ A
    if (own)
        shmem_ctx_quiet(context);
    values[0] = me; //@ B

    shmem_barrier_all();
    if (own)
        shmem_ctx_destroy(context);
    shmem_finalize();
    return 0;
}
