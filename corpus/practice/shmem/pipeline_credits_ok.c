/*
 * A pipeline of PEs: PE 0 makes blocks of samples, each further PE filters a block and passes it on, the last one adds up. Between two
 * stages lies a ring of slots on the later one. The number of blocks that have come is a signal there, the number of blocks that
 * are done (credits) is a signal on the earlier one, to which the later one adds 1.
 *
 * Race-free. Block b is put into slot b % slots when the credits are at least b - slots + 1, so when the block that was there
 * before, b - slots, is done: the later stage adds its credit behind its last load of it (OpenSHMEM 1.6, 9.8.3, 9.10). The fence
 * orders a block before the signal b + 1 and before the blocks after it (9.11.1). Credits come from one PE with one operator.
 */
//@ expect: none
//@ twin: pipeline_credits_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LENGTH 128

typedef struct {
    int me;
    int next;          /* -1: the last stage */
    int previous;      /* -1: the first stage */
    int slots;
    double *ring;      /* symmetric, [slots][LENGTH]: blocks that came from the previous stage */
    uint64_t *arrived; /* symmetric: how many have come */
    uint64_t *credits; /* symmetric: how many the next stage is done with */
} Stage;

typedef struct {
    double block[LENGTH];
    double sum;
} Work;

static void stage_create(Stage *stage, int slots)
{
    const int npes = shmem_n_pes();

    stage->me = shmem_my_pe();
    stage->next = stage->me + 1 < npes ? stage->me + 1 : -1;
    stage->previous = stage->me - 1;
    stage->slots = slots;
    stage->ring = shmem_malloc((size_t)slots * LENGTH * sizeof(double));
    stage->arrived = shmem_calloc(1, sizeof(uint64_t));
    stage->credits = shmem_calloc(1, sizeof(uint64_t));
    if (stage->ring == NULL || stage->arrived == NULL || stage->credits == NULL) {
        fprintf(stderr, "PE %d: out of memory\n", stage->me);
        shmem_global_exit(2);
    }
}

static void stage_destroy(Stage *stage)
{
    shmem_barrier_all();
    shmem_free(stage->credits);
    shmem_free(stage->arrived);
    shmem_free(stage->ring);
}

static double *slot_of(const Stage *stage, int block)
{
    return stage->ring + (size_t)(block % stage->slots) * LENGTH;
}

static void wait_for_room(const Stage *stage, int block)
{
    const int needed = block - stage->slots + 1;

    if (needed > 0)
        shmem_signal_wait_until(stage->credits, SHMEM_CMP_GE, (uint64_t)needed);
}

static void send_block(const Stage *stage, const Work *work, int block)
{
    wait_for_room(stage, block);
    shmem_double_put(slot_of(stage, block), work->block, LENGTH, stage->next); //@ PUT
    shmem_fence();
    shmem_signal_set(stage->arrived, (uint64_t)block + 1, stage->next);
}

static void receive_block(const Stage *stage, Work *work, int block)
{
    const double *slot = slot_of(stage, block);

    shmem_signal_wait_until(stage->arrived, SHMEM_CMP_GE, (uint64_t)block + 1);
    for (int i = 0; i < LENGTH; i++)
        work->block[i] = slot[i]; //@ LOAD
    shmem_signal_add(stage->credits, 1, stage->previous);
}

static void make_block(Work *work, int block)
{
    for (int i = 0; i < LENGTH; i++)
        work->block[i] = (double)((block * LENGTH + i) % 97);
}

/* A filter with a little memory of its own. */
static void filter(Work *work)
{
    double last = work->block[0];

    for (int i = 0; i < LENGTH; i++) {
        const double x = work->block[i];

        work->block[i] = 0.5 * (x + last);
        last = x;
        work->sum += work->block[i];
    }
}

static void run(const Stage *stage, Work *work, int blocks)
{
    for (int block = 0; block < blocks; block++) {
        if (stage->previous < 0)
            make_block(work, block);
        else
            receive_block(stage, work, block);
        filter(work);
        if (stage->next >= 0)
            send_block(stage, work, block);
    }
}

int main(int argc, char **argv)
{
    int blocks = 1000, slots = 4, option;
    Stage stage;
    Work work = {{0.0}, 0.0};

    shmem_init();
    while ((option = getopt(argc, argv, "b:s:")) != -1) {
        if (option == 'b')
            blocks = atoi(optarg);
        else if (option == 's')
            slots = atoi(optarg);
    }
    if (blocks < 1 || blocks > 1000000 || slots < 2 || slots > 64) {
        fprintf(stderr, "usage: %s [-b blocks] [-s slots, 2 to 64]\n", argv[0]);
        shmem_global_exit(1);
    }
    stage_create(&stage, slots);

    run(&stage, &work, blocks);
    if (stage.next < 0)
        printf("%d blocks through %d stages, sum %.6f\n", blocks, shmem_n_pes(), work.sum);

    stage_destroy(&stage);
    shmem_finalize();
    return 0;
}
