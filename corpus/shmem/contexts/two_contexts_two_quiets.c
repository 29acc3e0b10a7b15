/*
 * Two halves of an array are sent on two contexts from a buffer that is refilled.
 *
 * Both contexts are quieted.
 */
//@ expect: none
//@ twin: two_contexts_one_quiet.c
#include <shmem.h>

static double remote[32];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t first, second;
    double buffer[32] = {0};
    if (shmem_ctx_create(0, &first) != 0 || shmem_ctx_create(0, &second) != 0)
        shmem_global_exit(1);
    shmem_ctx_double_put_nbi(first, remote, buffer, 16, (me + 1) % n);
    shmem_ctx_double_put_nbi(second, remote + 16, buffer + 16, 16, (me + 1) % n);
    shmem_ctx_quiet(first);
    shmem_ctx_quiet(second);
    for (int i = 0; i < 32; i++)
        buffer[i] = i;
    shmem_ctx_quiet(second);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
