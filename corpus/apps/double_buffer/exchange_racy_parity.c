/*
 * Ghost cells by puts, racy version: the inboxes change only at every second exchange, so a neighbour that is one
 * exchange ahead fills the inbox in use.
 */
#include "automaton.h"
#include "error.h"

#include <string.h>

/* What goes to the left neighbour arrives there from the right. */
static void put_edge(struct Mailbox *mailbox, const unsigned char *edge, int parity, enum Side towards)
{
    MPI_Aint slot = mailbox_slot(parity, towards == LEFT ? RIGHT : LEFT);

    ASSURE(MPI_Put(edge, HALO, MPI_BYTE, mailbox->neighbour[towards], slot, HALO, MPI_BYTE, mailbox->win)); //@ PUT
}

static void take_edge(const struct Mailbox *mailbox, unsigned char *ghosts, int parity, enum Side from)
{
    memcpy(ghosts, mailbox->slots + mailbox_slot(parity, from), HALO); //@ TAKE
}

void exchange(struct Mailbox *mailbox, struct Piece *piece, int step)
{
    int parity = step / 2 % 2;

    put_edge(mailbox, piece->now + HALO, parity, LEFT);
    put_edge(mailbox, piece->now + piece->own, parity, RIGHT);
    ASSURE(MPI_Win_flush_all(mailbox->win));
    ASSURE(MPI_Barrier(mailbox->comm));
    ASSURE(MPI_Win_sync(mailbox->win));
    take_edge(mailbox, piece->now, parity, LEFT);
    take_edge(mailbox, piece->now + HALO + piece->own, parity, RIGHT);
}
