/* The standard ABI of MPI 5 under the name that programs include. */
#include "mpi_abi.h"
