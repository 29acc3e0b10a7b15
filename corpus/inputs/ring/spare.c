/* A member of the library that the program does not need. It calls what no file defines, so it would show. */
#include "ring.h"

int ring_not_there(int value);

int ring_spare(int value)
{
    return ring_not_there(value);
}
