#include "heat.h"

/* One step of Jacobi's iteration; reads the border rows of the old state. */
void step(int from, int to) {
    for (int r = 1; r <= ROWS; r++)
        for (int c = 1; c < COLUMNS - 1; c++)
            plate[to][r][c] = 0.25 * (plate[from][r - 1][c] + //@ ABOVE
                                      plate[from][r + 1][c] + //@ BELOW
                                      plate[from][r][c - 1] + plate[from][r][c + 1]);
}
