//@ expect: none
//@ twin: phases_left_out_race.c
// A step of many phases. Options of the user, the same on all processes, say which phases are left out. Each phase that is done
// puts a value to the right between two fences and then reads what came from the left.
//
// Each load is behind a fence that completes the puts to this process (MPI-4.1, 12.5.1), and each put goes to a cell of its own
// phase. Which phases are left out does not matter: all processes leave out the same.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define PHASES 16

static int rank, size;
static int left_out[PHASES];
static double sums[PHASES];

static int phase_0(MPI_Win win, double *cells, double *value)
{
    if (left_out[0])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[0] = cells[0];
    return 1;
}

static int phase_1(MPI_Win win, double *cells, double *value)
{
    if (left_out[1])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[1] = cells[1];
    return 1;
}

static int phase_2(MPI_Win win, double *cells, double *value)
{
    if (left_out[2])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 2, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[2] = cells[2];
    return 1;
}

static int phase_3(MPI_Win win, double *cells, double *value)
{
    if (left_out[3])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 3, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[3] = cells[3];
    return 1;
}

static int phase_4(MPI_Win win, double *cells, double *value)
{
    if (left_out[4])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 4, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[4] = cells[4];
    return 1;
}

static int phase_5(MPI_Win win, double *cells, double *value)
{
    if (left_out[5])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 5, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[5] = cells[5];
    return 1;
}

static int phase_6(MPI_Win win, double *cells, double *value)
{
    if (left_out[6])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 6, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[6] = cells[6];
    return 1;
}

static int phase_7(MPI_Win win, double *cells, double *value)
{
    if (left_out[7])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 7, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[7] = cells[7];
    return 1;
}

static int phase_8(MPI_Win win, double *cells, double *value)
{
    if (left_out[8])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 8, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[8] = cells[8];
    return 1;
}

static int phase_9(MPI_Win win, double *cells, double *value)
{
    if (left_out[9])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 9, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[9] = cells[9];
    return 1;
}

static int phase_10(MPI_Win win, double *cells, double *value)
{
    if (left_out[10])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 10, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[10] = cells[10];
    return 1;
}

static int phase_11(MPI_Win win, double *cells, double *value)
{
    if (left_out[11])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 11, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[11] = cells[11];
    return 1;
}

static int phase_12(MPI_Win win, double *cells, double *value)
{
    if (left_out[12])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 12, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[12] = cells[12];
    return 1;
}

static int phase_13(MPI_Win win, double *cells, double *value)
{
    if (left_out[13])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 13, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[13] = cells[13];
    return 1;
}

static int phase_14(MPI_Win win, double *cells, double *value)
{
    if (left_out[14])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 14, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[14] = cells[14];
    return 1;
}

static int phase_15(MPI_Win win, double *cells, double *value)
{
    if (left_out[15])
        return 0;
    MPI_Win_fence(0, win);
    MPI_Put(value, 1, MPI_DOUBLE, (rank + 1) % size, 15, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    sums[15] = cells[15];
    return 1;
}

int main(int argc, char **argv)
{
    int done = 0;
    double *cells, value = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < PHASES; i++)
        left_out[i] = i + 1 < argc ? atoi(argv[i + 1]) : 0;
    MPI_Win_allocate(PHASES * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < PHASES; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    done += phase_0(win, cells, &value);
    done += phase_1(win, cells, &value);
    done += phase_2(win, cells, &value);
    done += phase_3(win, cells, &value);
    done += phase_4(win, cells, &value);
    done += phase_5(win, cells, &value);
    done += phase_6(win, cells, &value);
    done += phase_7(win, cells, &value);
    done += phase_8(win, cells, &value);
    done += phase_9(win, cells, &value);
    done += phase_10(win, cells, &value);
    done += phase_11(win, cells, &value);
    done += phase_12(win, cells, &value);
    done += phase_13(win, cells, &value);
    done += phase_14(win, cells, &value);
    done += phase_15(win, cells, &value);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    for (int i = 0; i < PHASES; i++)
        printf("%g ", sums[i]);
    MPI_Finalize();
    return done == 0;
}
