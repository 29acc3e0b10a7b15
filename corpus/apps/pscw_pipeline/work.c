/* What the stages do with a block: each one scales and shifts the values, exactly in small integers. */
#include "stage.h"

static double scaled(double value, int rank)
{
    /* Bounded: the result is an integer from 0 to 1022. */
    long integer = ((long)value * 3 + rank) % 1023;

    return (double)integer;
}

void work_make(double *block, int length, int number)
{
    for (int i = 0; i < length; i++)
        block[i] = (double)((i + 7 * number) % 100);
}

void work_apply(double *block, int length, int rank)
{
    for (int i = 0; i < length; i++)
        block[i] = scaled(block[i], rank);
}

double work_sum(const double *block, int length)
{
    double sum = 0.0;

    for (int i = 0; i < length; i++)
        sum += block[i];
    return sum;
}

double work_expected(int length, int blocks, int stages)
{
    double sum = 0.0;

    for (int number = 0; number < blocks; number++)
        for (int i = 0; i < length; i++) {
            double value = (double)((i + 7 * number) % 100);

            for (int rank = 0; rank < stages; rank++)
                value = scaled(value, rank);
            sum += value;
        }
    return sum;
}
