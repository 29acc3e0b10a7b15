/* The name of the header before OpenSHMEM 1.2. */
#include "../shmem.h"
