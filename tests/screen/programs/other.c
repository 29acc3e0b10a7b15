double smooth(double *cells, int count);

double smooth(double *cells, int count)
{
    double sum = 0.0;
    for (int step = 0; step < 4; step++)
        for (int i = 1; i + 1 < count; i++)
            cells[i] = 0.5 * cells[i] + 0.25 * (cells[i - 1] + cells[i + 1]);
    for (int i = 0; i < count; i++)
        sum += cells[i];
    return sum;
}
