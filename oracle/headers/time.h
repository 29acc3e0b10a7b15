#pragma once
#include <stddef.h>
typedef long time_t;
