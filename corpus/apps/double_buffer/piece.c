#include "automaton.h"

#include "error.h"

#include <string.h>

void piece_create(struct Piece *piece, int total, int rank, int size)
{
    int longer = total % size;
    size_t bytes;

    piece->total = total;
    piece->own = total / size + (rank < longer ? 1 : 0);
    piece->first = rank * (total / size) + (rank < longer ? rank : longer);
    bytes = (size_t)piece->own + 2 * HALO;
    piece->now = calloc(bytes, 1);
    piece->next = calloc(bytes, 1);
    if (piece->now == NULL || piece->next == NULL)
        die("out of memory", __FILE__, __LINE__);
    /* A seed in the middle and a few others. */
    for (int i = 0; i < piece->own; i++) {
        int cell = piece->first + i;

        piece->now[HALO + i] = cell == total / 2 || cell % 37 == 5;
    }
}

void piece_destroy(struct Piece *piece)
{
    free(piece->now);
    free(piece->next);
    piece->now = piece->next = NULL;
}

static unsigned char rule110(unsigned char left, unsigned char here, unsigned char right)
{
    return (unsigned char)((110u >> ((left << 2) | (here << 1) | right)) & 1u);
}

void piece_advance(struct Piece *piece, int generations)
{
    int length = piece->own + 2 * HALO;

    for (int generation = 1; generation <= generations; generation++) {
        unsigned char *kept = piece->now;

        /* Each generation the known cells become one fewer at either end. */
        for (int i = generation; i < length - generation; i++)
            piece->next[i] = rule110(piece->now[i - 1], piece->now[i], piece->now[i + 1]);
        piece->now = piece->next;
        piece->next = kept;
    }
}

uint64_t piece_checksum(const struct Piece *piece)
{
    uint64_t sum = 0;

    for (int i = 0; i < piece->own; i++)
        sum += piece->now[HALO + i] * ((uint64_t)(piece->first + i) % 9973u + 1u);
    return sum;
}
