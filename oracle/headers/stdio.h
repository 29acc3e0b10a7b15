#pragma once
#include <stddef.h>
typedef struct file FILE;
extern FILE *stdin, *stdout, *stderr;
