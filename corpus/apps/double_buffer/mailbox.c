#include "automaton.h"
#include "error.h"

#include <string.h>

void mailbox_create(struct Mailbox *mailbox, MPI_Comm comm)
{
    const MPI_Aint bytes = 2 * SIDES * HALO;

    mailbox->comm = comm;
    ASSURE(MPI_Comm_rank(comm, &mailbox->rank));
    ASSURE(MPI_Comm_size(comm, &mailbox->size));
    mailbox->neighbour[LEFT] = (mailbox->rank + mailbox->size - 1) % mailbox->size;
    mailbox->neighbour[RIGHT] = (mailbox->rank + 1) % mailbox->size;
    ASSURE(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, comm, &mailbox->slots, &mailbox->win));
    memset(mailbox->slots, 0, (size_t)bytes);
    ASSURE(MPI_Win_lock_all(0, mailbox->win));
    ASSURE(MPI_Win_sync(mailbox->win));
    ASSURE(MPI_Barrier(comm));
}

void mailbox_destroy(struct Mailbox *mailbox)
{
    ASSURE(MPI_Win_unlock_all(mailbox->win));
    ASSURE(MPI_Win_free(&mailbox->win));
    mailbox->slots = NULL;
}

MPI_Aint mailbox_slot(int parity, enum Side side)
{
    return ((MPI_Aint)parity * SIDES + (MPI_Aint)side) * HALO;
}
