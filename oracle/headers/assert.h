#pragma once
void abort(void);
#define assert(condition) ((condition) ? (void)0 : abort())
