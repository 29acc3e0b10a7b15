/* The sequential part: Fourier transforms of single rows. */
#ifndef FFT_H
#define FFT_H

struct Complex {
    double re, im;
};

enum FftSign { FFT_FORWARD = -1, FFT_BACKWARD = 1 };

int fft_is_power_of_two(int number);

/* Transforms `row` of `length` numbers (a power of two) in place, without scaling. */
void fft_row(struct Complex *row, int length, enum FftSign sign);

#endif
