#pragma once
#include <stddef.h>
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t, intptr_t, intmax_t;
typedef unsigned long uint64_t, uintptr_t, uintmax_t;
