#include "fft.h"

#include <math.h>

int fft_is_power_of_two(int number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

static void reverse_bits(struct Complex *row, int length)
{
    for (int i = 1, j = 0; i < length; i++) {
        int bit = length >> 1;

        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            struct Complex kept = row[i];

            row[i] = row[j];
            row[j] = kept;
        }
    }
}

void fft_row(struct Complex *row, int length, enum FftSign sign)
{
    reverse_bits(row, length);
    for (int span = 2; span <= length; span *= 2) {
        double angle = (int)sign * 2.0 * 3.14159265358979323846 / span;

        for (int k = 0; k < span / 2; k++) {
            struct Complex root = {cos(angle * k), sin(angle * k)};

            for (int start = 0; start < length; start += span) {
                struct Complex *low = &row[start + k], *high = &row[start + k + span / 2];
                struct Complex turned = {high->re * root.re - high->im * root.im,
                                         high->re * root.im + high->im * root.re};

                *high = (struct Complex){low->re - turned.re, low->im - turned.im};
                *low = (struct Complex){low->re + turned.re, low->im + turned.im};
            }
        }
    }
}
