/* Initialisers of every shape: strings, nested structs, addresses with offsets, addresses as integers. */
#include <stdint.h>

struct point { short x; double y; };
struct line { struct point ends[2]; const char *name; int (*length)(const struct line *); };

static int length(const struct line *l) { return (int)(l->ends[1].y - l->ends[0].y); }

struct line lines[3] = {
  { { { 1, 0.5 }, { -2, 1e300 } }, "first", length },
  { { { 0, 0.0 }, { 0, -0.0 } }, "second" + 2, 0 },
};
double matrix[4][5] = { { 1, 2, 3 }, { [4] = 0.25 } };
double *inside = &matrix[2][3];
char *before = (char *)matrix - 8;
uintptr_t as_number = (uintptr_t)&lines[1].ends[1].y;
void *from_number = (void *)0xdeadbeef;
void *minus_one = (void *)-1;
float singles[3] = { 1.5f, -2.25f, 3e-20f };
unsigned char bytes[] = { 0, 255, 128, 7 };
long wide[2] = { INT64_MIN, INT64_MAX };
long double extended = 3.5L;
_Bool truth = 1;
extern int elsewhere[];
int *outside = &elsewhere[4];
static const int table[4] = { 10, 20, 30, 40 };

int look(int i) { return table[i & 3] + lines[i].ends[0].x + (int)matrix[i][i + 1] + truth; }
