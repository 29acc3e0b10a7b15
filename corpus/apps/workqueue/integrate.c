#include "integrate.h"

#include <math.h>

static const double PEAK = 0.3, WIDTH2 = 0.001, SHORTEST = 1e-7;

static double integrand(double x)
{
    return 1.0 / ((x - PEAK) * (x - PEAK) + WIDTH2);
}

static double simpson(double left, double right)
{
    return (right - left) / 6.0 * (integrand(left) + 4.0 * integrand(0.5 * (left + right)) + integrand(right));
}

int integrate_task(struct Task task, double tolerance, double *sum, struct Task halves[2])
{
    double middle = 0.5 * (task.left + task.right), width = task.right - task.left;
    double coarse = simpson(task.left, task.right);
    double fine = simpson(task.left, middle) + simpson(middle, task.right);

    if (fabs(fine - coarse) <= 15.0 * tolerance * width || width <= SHORTEST) {
        *sum += fine + (fine - coarse) / 15.0;
        return 1;
    }
    halves[0] = (struct Task){task.left, middle};
    halves[1] = (struct Task){middle, task.right};
    return 0;
}

double integrate_recursively(struct Task task, double tolerance)
{
    double sum = 0.0;
    struct Task halves[2];

    if (integrate_task(task, tolerance, &sum, halves))
        return sum;
    return integrate_recursively(halves[0], tolerance) + integrate_recursively(halves[1], tolerance);
}

double integrate_exactly(double left, double right)
{
    double scale = sqrt(WIDTH2);

    return (atan((right - PEAK) / scale) - atan((left - PEAK) / scale)) / scale;
}
