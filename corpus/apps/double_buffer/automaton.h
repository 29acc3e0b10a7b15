/* A cellular automaton (rule 110) on a ring of cells, cut into one piece per rank. */
#ifndef AUTOMATON_H
#define AUTOMATON_H

#include <mpi.h>
#include <stdint.h>

/* With so many ghost cells on each side a rank needs an exchange only every HALO generations. */
enum { HALO = 16 };

enum Side { LEFT, RIGHT, SIDES };

/* The own cells stand at HALO .. HALO + own - 1. */
struct Piece {
    int total; /* cells of the ring */
    int own, first;
    unsigned char *now, *next;
};

/* Two inboxes, used in turns, each with a slot for either side. */
struct Mailbox {
    MPI_Comm comm;
    MPI_Win win;
    int rank, size;
    int neighbour[SIDES];
    unsigned char *slots; /* window memory: parity, side, cell */
};

/* piece.c */
void piece_create(struct Piece *piece, int total, int rank, int size);
void piece_destroy(struct Piece *piece);
void piece_advance(struct Piece *piece, int generations); /* at most HALO; uses up the ghost cells */
uint64_t piece_checksum(const struct Piece *piece);       /* the sum over all ranks does not depend on their number */

/* mailbox.c; collective */
void mailbox_create(struct Mailbox *mailbox, MPI_Comm comm);
void mailbox_destroy(struct Mailbox *mailbox);
MPI_Aint mailbox_slot(int parity, enum Side side);

/* exchange_*.c: collective, fills the ghost cells; `step` counts the exchanges */
void exchange(struct Mailbox *mailbox, struct Piece *piece, int step);

#endif
