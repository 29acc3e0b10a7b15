/* The client of the layer. */
#ifndef CLIENT_H
#define CLIENT_H

enum { BLOCK = 100 };

/** A distributed vector: the addresses of all parts, and the own one: a halo number, then the block. */
struct vector {
    double **parts;
    double *own;
};

void vector_make(struct vector *v);
void vector_free(struct vector *v);

/** One step: every number becomes the mean of itself and the one before. */
void vector_smooth(struct vector *v);

/** The sum over all blocks, at every process. */
double vector_sum(const struct vector *v);

#endif
