#include "forces.h"

#include <math.h>

void forces_place(double *places, int count, int rank)
{
    for (int i = 0; i < count; i++)
        places[i] = 0.25 * ((double)rank * count + i) + 0.1 * sin(1.0 + i + 3.0 * rank);
}

void forces_add(double *forces, const double *places, const double *others, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            double distance = places[i] - others[j];

            forces[i] += distance / (0.01 + fabs(distance) * distance * distance);
        }
}

double forces_sum(const double *forces, int count)
{
    double sum = 0.0;

    for (int i = 0; i < count; i++)
        sum += forces[i];
    return sum;
}

double forces_largest(const double *forces, int count)
{
    double largest = 0.0;

    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(forces[i]));
    return largest;
}

void forces_move(double *places, const double *forces, int count, double step)
{
    for (int i = 0; i < count; i++)
        places[i] += step * forces[i];
}
