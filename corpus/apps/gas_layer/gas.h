/* A layer with global addresses over MPI windows, in the manner of the libraries that global arrays are built on: memory is allocated by all
 * processes together, every process knows the address of every part, and transfers name a remote address and a rank. */
#ifndef GAS_H
#define GAS_H

#include <stddef.h>

/** Begins the layer; after MPI_Init, by all processes. */
void gas_init(void);

/** Ends it: frees what is left. */
void gas_finalize(void);

/** Allocates `bytes` on every process; `parts[r]` is the address of the part of process r, as it is there. Collective. */
void gas_malloc(void **parts, size_t bytes);

/** Frees an allocation, by the address of the own part. Collective. */
void gas_free(void *own);

/** Puts to an address of another process; the source may be reused when the call returns. */
void gas_put(const void *source, void *remote, size_t bytes, int rank);

/** Gets from an address of another process; the data is there when the call returns. */
void gas_get(const void *remote, void *destination, size_t bytes, int rank);

/** Adds numbers to those at an address of another process. */
void gas_add(const double *source, void *remote, size_t count, int rank);

/** Waits until everything that this process has put to another one is there. */
void gas_fence(int rank);

/** Likewise for all processes. */
void gas_fence_all(void);

/** Fence, then a barrier. */
void gas_sync(void);

/** Rank and number of processes. */
int gas_rank(void);
int gas_size(void);

#endif
