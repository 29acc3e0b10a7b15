#include "task.h"

int task_expand(struct Task task, int queens, struct Task children[MOST_QUEENS])
{
    uint32_t free = ~(task.columns | task.falling | task.rising) & ((1u << queens) - 1u);
    int count = 0;

    while (free != 0 && count < MOST_QUEENS) {
        uint32_t square = free & -free;

        free ^= square;
        children[count++] = (struct Task){task.row + 1, task.columns | square, (task.falling | square) >> 1,
                                          (task.rising | square) << 1};
    }
    return count;
}

int64_t task_count(struct Task task, int queens)
{
    struct Task children[MOST_QUEENS];
    int64_t sum = 0;
    int count;

    if (task.row == (uint32_t)queens)
        return 1;
    count = task_expand(task, queens, children);
    for (int i = 0; i < count; i++)
        sum += task_count(children[i], queens);
    return sum;
}

int64_t task_known_result(int queens)
{
    static const int64_t known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712};

    return queens >= 0 && queens < (int)(sizeof known / sizeof *known) ? known[queens] : -1;
}
