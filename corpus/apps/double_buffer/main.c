/*
 * Rule 110 on a ring of cells. Ghost cells are exchanged every HALO generations through two inboxes that are used in
 * turns, with a single barrier each time.
 *
 * usage: double_buffer [cells [exchanges]]
 */
#include "automaton.h"
#include "error.h"

#include <string.h>

/* The same automaton without exchange: a piece of one rank whose ghost cells are its own other end. */
static uint64_t serial_checksum(int total, int exchanges)
{
    struct Piece ring;
    uint64_t sum;

    piece_create(&ring, total, 0, 1);
    for (int step = 0; step < exchanges; step++) {
        memcpy(ring.now, ring.now + ring.own, HALO);
        memcpy(ring.now + HALO + ring.own, ring.now + HALO, HALO);
        piece_advance(&ring, HALO);
    }
    sum = piece_checksum(&ring);
    piece_destroy(&ring);
    return sum;
}

static int read_number(int argc, char **argv, int index, int fallback)
{
    int number = fallback;

    if (index < argc && (sscanf(argv[index], "%d", &number) != 1 || number < 0))
        die("an argument is not a number", __FILE__, __LINE__);
    return number;
}

int main(int argc, char **argv)
{
    struct Mailbox mailbox;
    struct Piece piece;
    int cells, exchanges, passed = 1;
    uint64_t own, sum = 0;
    double start, seconds, slowest = 0.0;

    ASSURE(MPI_Init(&argc, &argv));
    cells = read_number(argc, argv, 1, 2000);
    exchanges = read_number(argc, argv, 2, 50);
    mailbox_create(&mailbox, MPI_COMM_WORLD);
    if (cells / mailbox.size < HALO)
        die("the pieces are shorter than the halo", __FILE__, __LINE__);
    piece_create(&piece, cells, mailbox.rank, mailbox.size);

    start = MPI_Wtime();
    for (int step = 0; step < exchanges; step++) {
        exchange(&mailbox, &piece, step);
        piece_advance(&piece, HALO);
    }
    seconds = MPI_Wtime() - start;

    own = piece_checksum(&piece);
    ASSURE(MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD));
    ASSURE(MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
    if (mailbox.rank == 0) {
        passed = sum == serial_checksum(cells, exchanges);
        printf("%d ranks, %d cells, %d generations, %.4f s, checksum %llu: %s\n", mailbox.size, cells,
               exchanges * HALO, slowest, (unsigned long long)sum, passed ? "passed" : "FAILED");
    }
    piece_destroy(&piece);
    mailbox_destroy(&mailbox);
    ASSURE(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
