/*
 * A farm: PE 0 gives each worker a range of a numerical integration, one at a time. A task is put onto the desk of the worker, a
 * fence stands behind it, and a flag there is set to 1. The worker takes the task, sets its flag back, computes, and
 * puts the answer and a flag of its own to PE 0, which sets that back in turn.
 *
 * Race-free. The worker sets its flag back by a store before it answers; the fence between the answer and its flag orders that store
 * too (OpenSHMEM 1.6, 9.11.1). PE 0 raises the flag again only behind its wait for the answer (9.10), so the store and the next
 * atomic set never meet, and the wait of the next round ends by the next set only. The desk is read before the answer, the place of
 * the answer before the next task. shmem_putmem has read its source at return. One PE: there is no worker, nothing is sent.
 */
//@ expect: none
//@ twin: task_desk_flag_race.c
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition, message)                                                                                      \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "PE %d, %s:%d: %s\n", shmem_my_pe(), __FILE__, __LINE__, message);                         \
            shmem_global_exit(EXIT_FAILURE);                                                                           \
        }                                                                                                              \
    } while (0)

typedef struct {
    double from;
    double to;
    long points;
} Task;

typedef struct {
    double sum;
    long points;
} Answer;

typedef struct {
    int me;
    int npes;
    Task *task;      /* symmetric: the task of this PE */
    int *pending;    /* symmetric: 1 while it waits to be taken */
    Answer *answers; /* symmetric, used on PE 0: one for each worker */
    int *answered;   /* symmetric, used on PE 0 */
} Desk;

static void desk_create(Desk *desk)
{
    desk->me = shmem_my_pe();
    desk->npes = shmem_n_pes();
    desk->task = shmem_malloc(sizeof(Task));
    desk->answers = shmem_malloc((size_t)desk->npes * sizeof(Answer));
    desk->pending = shmem_calloc(1, sizeof(int));
    desk->answered = shmem_calloc((size_t)desk->npes, sizeof(int));
    CHECK(desk->task != NULL && desk->answers != NULL && desk->pending != NULL && desk->answered != NULL, "out of memory");
}

static void desk_destroy(Desk *desk)
{
    shmem_barrier_all();
    shmem_free(desk->answered);
    shmem_free(desk->pending);
    shmem_free(desk->answers);
    shmem_free(desk->task);
}

static void wait_for_flag(int *flag)
{
    shmem_int_wait_until(flag, SHMEM_CMP_NE, 0);
}

/* PE 0 */
static void hand_out(const Desk *desk, int worker, const Task *task)
{
    shmem_putmem(desk->task, task, sizeof *task, worker);
    shmem_fence();
    shmem_int_atomic_set(desk->pending, 1, worker); //@ SET
}

static double take_answer(const Desk *desk, int worker, long *points)
{
    wait_for_flag(&desk->answered[worker]);
    const double sum = desk->answers[worker].sum;
    *points += desk->answers[worker].points;
    desk->answered[worker] = 0;
    return sum;
}

/* A worker */
static double integrand(double x)
{
    return 4.0 / (1.0 + x * x);
}

static Answer integrate(const Task *task)
{
    const double h = (task->to - task->from) / (double)task->points;
    Answer answer = {0.0, task->points};

    for (long i = 0; i < task->points; i++)
        answer.sum += h * integrand(task->from + ((double)i + 0.5) * h);
    return answer;
}

static void answer(const Desk *desk, const Answer *result)
{
    shmem_putmem(&desk->answers[desk->me], result, sizeof *result, 0);
    shmem_fence();
    shmem_int_atomic_set(&desk->answered[desk->me], 1, 0);
}

static void work(const Desk *desk)
{
    wait_for_flag(desk->pending);
    const Task task = *desk->task;
    *desk->pending = 0; //@ CLEAR
    const Answer result = integrate(&task);
    answer(desk, &result);
}

static double lead(const Desk *desk, int rounds, long points)
{
    const int tasks = rounds * (desk->npes - 1);
    double sum = 0.0;
    long done = 0;
    int next = 0;

    for (int round = 0; round < rounds; round++) {
        for (int worker = 1; worker < desk->npes; worker++, next++) {
            const Task task = {(double)next / tasks, (double)(next + 1) / tasks, points};

            hand_out(desk, worker, &task);
        }
        for (int worker = 1; worker < desk->npes; worker++)
            sum += take_answer(desk, worker, &done);
    }
    CHECK(done == points * tasks, "points were lost");
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = 10;
    long points = 100000;
    Desk desk;

    shmem_init();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--points") == 0 && i + 1 < argc)
            points = atol(argv[++i]);
        else
            CHECK(0, "usage: farm [--rounds n] [--points n]");
    }
    CHECK(rounds >= 2 && rounds <= 1000 && points > 0, "rounds and points must be sensible");
    desk_create(&desk);
    if (desk.me == 0) {
        if (desk.npes > 1) {
            const double pi = lead(&desk, rounds, points);

            printf("pi = %.12f, error %g\n", pi, fabs(pi - acos(-1.0)));
        }
    } else {
        for (int round = 0; round < rounds; round++)
            work(&desk);
    }
    desk_destroy(&desk);
    shmem_finalize();
    return 0;
}
