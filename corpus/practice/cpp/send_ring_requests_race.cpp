/*
 * Frames of a sensor are streamed to the right neighbour, which keeps them as an archive. A frame is filled in one of three slots of
 * a ring, sent by MPI_Rput, and the slot is used again when its request has been waited for.
 *
 * Each frame has a place of its own in the archive of the neighbour, so puts never meet each other; the archive is read behind
 * drain, unlock_all and a barrier, in this order.
 *
 * The race: acquire() waits one frame too late (issued_ > size in place of >=). The fourth frame, number 3, is filled into slot 0 while
 * the put of frame 0 may still read it (MPI 4.1, 12.3). Happens on every process with four frames or more; the default is 12.
 */
//@ expect: error RMA101 PUT FILL
//@ twin: send_ring_requests_ok.cpp
#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(std::string(what) + " failed with code " + std::to_string(code));
}

/* The memory of this process for the frames of its left neighbour, open to all as long as it lives. */
class Archive {
public:
    Archive(MPI_Comm comm, std::size_t cells) : comm_(comm), cells_(cells)
    {
        check(MPI_Win_allocate(static_cast<MPI_Aint>(cells * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &base_, &win_),
              "MPI_Win_allocate");
        for (std::size_t i = 0; i < cells_; ++i)
            base_[i] = 0.0;
        check(MPI_Barrier(comm_), "MPI_Barrier");
        check(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
    }
    ~Archive() { MPI_Win_free(&win_); }
    Archive(const Archive &) = delete;
    Archive &operator=(const Archive &) = delete;

    MPI_Win window() const { return win_; }

    /* Ends the epoch; afterwards the frames of the neighbour are there. */
    void close()
    {
        check(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
        check(MPI_Barrier(comm_), "MPI_Barrier");
    }

    double mean() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < cells_; ++i)
            sum += base_[i];
        return sum / static_cast<double>(cells_);
    }

private:
    MPI_Comm comm_;
    std::size_t cells_;
    double *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

struct Slot {
    std::vector<double> samples;
    MPI_Request request = MPI_REQUEST_NULL;
};

class SendRing {
public:
    SendRing(MPI_Win win, int target, int width) : win_(win), target_(target), width_(width)
    {
        for (Slot &slot : slots_)
            slot.samples.resize(width_);
    }

    /* A slot that may be filled. */
    std::vector<double> &acquire()
    {
        Slot &slot = current();
        if (issued_ > slots_.size())
            check(MPI_Wait(&slot.request, MPI_STATUS_IGNORE), "MPI_Wait");
        return slot.samples;
    }

    /* Sends the slot that acquire() gave. */
    void post()
    {
        Slot &slot = current();
        const MPI_Aint place = static_cast<MPI_Aint>(issued_) * width_;
        check(MPI_Rput(slot.samples.data(), width_, MPI_DOUBLE, target_, place, width_, MPI_DOUBLE, win_, &slot.request), "MPI_Rput"); //@ PUT
        ++issued_;
    }

    void drain()
    {
        for (Slot &slot : slots_)
            check(MPI_Wait(&slot.request, MPI_STATUS_IGNORE), "MPI_Wait");
    }

private:
    Slot &current() { return slots_[issued_ % slots_.size()]; }

    MPI_Win win_;
    int target_;
    int width_;
    std::size_t issued_ = 0;
    std::array<Slot, 3> slots_;
};

void measure(std::vector<double> &samples, int frame, int rank)
{
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = std::sin(0.01 * static_cast<double>(i) + frame) + rank; //@ FILL
}

int option(int argc, char **argv, int place, int otherwise, int most)
{
    const int value = argc > place ? std::atoi(argv[place]) : otherwise;
    if (value < 1 || value > most)
        throw std::invalid_argument("argument " + std::to_string(place) + " has to be from 1 to " + std::to_string(most));
    return value;
}

void stream(int argc, char **argv)
{
    int rank, size;
    const int frames = option(argc, argv, 1, 12, 4096);
    const int width = option(argc, argv, 2, 256, 65536);

    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
    Archive archive(MPI_COMM_WORLD, static_cast<std::size_t>(frames) * width);
    SendRing ring(archive.window(), (rank + 1) % size, width);

    const double begin = MPI_Wtime();
    for (int frame = 0; frame < frames; ++frame) {
        measure(ring.acquire(), frame, rank);
        ring.post();
    }
    ring.drain();
    archive.close();
    const double seconds = MPI_Wtime() - begin;
    std::cout << "process " << rank << ": mean of the archive " << archive.mean() << ", " << seconds << " s\n";
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        stream(argc, argv);
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
