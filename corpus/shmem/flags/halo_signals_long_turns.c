// Each PE puts a row to both neighbours with a signal, into one of two buffers by turns, and computes long between the exchanges. It waits for
// both signals of a turn, so the neighbours have found its own signals of the turn before: its earlier row has arrived before it puts to
// the same buffer again (OpenSHMEM 1.5, 9.8.3).
//
//@ expect: none
#include <shmem.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROWS = 256, COLUMNS = 1024, TURNS = 100 };

static float halo[2][2][COLUMNS];
static uint64_t signals[2];

static void exchange(const float *field, uint64_t turn)
{
    int me = shmem_my_pe(), pes = shmem_n_pes();
    shmem_putmem_signal(halo[turn % 2][1], field, sizeof halo[0][0], &signals[1], turn, SHMEM_SIGNAL_SET, (me + pes - 1) % pes);
    shmem_putmem_signal(halo[turn % 2][0], field + (ROWS - 1) * COLUMNS, sizeof halo[0][0], &signals[0], turn, SHMEM_SIGNAL_SET, (me + 1) % pes);
}

static float wait_for_rows(uint64_t turn)
{
    shmem_signal_wait_until(&signals[0], SHMEM_CMP_GE, turn);
    shmem_signal_wait_until(&signals[1], SHMEM_CMP_GE, turn);
    float first = halo[turn % 2][0][0];
    return first;
}

static void relax(const float *field, float *next, const float *above, const float *below)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float north = i > 0 ? field[(i - 1) * COLUMNS + j] : above[j];
            float south = i < ROWS - 1 ? field[(i + 1) * COLUMNS + j] : below[j];
            next[i * COLUMNS + j] = 0.5f * (north + south);
        }
}

int main(void)
{
    float sum = 0.0f;
    shmem_init();
    float *field = calloc(ROWS * COLUMNS, sizeof *field), *next = calloc(ROWS * COLUMNS, sizeof *next);
    for (uint64_t turn = 1; turn <= TURNS; turn++) {
        exchange(field, turn);
        sum += wait_for_rows(turn);
        relax(field, next, halo[turn % 2][0], halo[turn % 2][1]);
        float *other = field;
        field = next;
        next = other;
    }
    shmem_barrier_all();
    free(field);
    free(next);
    shmem_finalize();
    return sum < 0.0f;
}
