/*
 * Every few steps of a computation each process saves its state in the memory of its partner: two copies in turn, so that one is always
 * whole. The transfer goes on in the background: an object that can be moved, but not copied, owns its request and waits for it when it
 * ends.
 *
 * Before a copy is written over, flush completes the earlier transfers at the partner (MPI 4.1, 12.5.4). The copies are read behind
 * flush and barrier at the end.
 *
 * The race: the transfer is waited for only before the next one. In the steps between the state changes while the put may still read
 * it (12.3). Happens on every process with two steps or more (default 40), whatever the interval is.
 */
//@ expect: error RMA101 PUT STORE
//@ twin: checkpoint_optional_ok.cpp
#include <mpi.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(std::string(what) + " failed");
}

/* A transfer on its way. */
class Transfer {
public:
    explicit Transfer(MPI_Request request) : request_(request) {}
    Transfer(Transfer &&other) noexcept : request_(std::exchange(other.request_, MPI_REQUEST_NULL)) {}
    Transfer &operator=(Transfer &&) = delete;
    ~Transfer()
    {
        if (request_ != MPI_REQUEST_NULL)
            MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

private:
    MPI_Request request_;
};

/* Room for two copies of the state of another process. */
class Store {
public:
    Store(MPI_Comm comm, int cells) : comm_(comm), cells_(cells)
    {
        int rank, size;
        check(MPI_Comm_rank(comm_, &rank), "rank");
        check(MPI_Comm_size(comm_, &size), "size");
        partner_ = (rank + size / 2 + size % 2) % size;
        check(MPI_Win_allocate(2 * static_cast<MPI_Aint>(cells) * sizeof(double), sizeof(double), MPI_INFO_NULL, comm_, &copies_, &win_),
              "window");
        for (int i = 0; i < 2 * cells_; ++i)
            copies_[i] = -1.0;
        check(MPI_Barrier(comm_), "barrier");
        check(MPI_Win_lock_all(0, win_), "lock_all");
    }
    ~Store()
    {
        MPI_Win_unlock_all(win_);
        MPI_Win_free(&win_);
    }
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /* The state must not change as long as the object lives. */
    Transfer save(const std::vector<double> &state)
    {
        MPI_Request request = MPI_REQUEST_NULL;
        const MPI_Aint place = (saved_++ % 2) * static_cast<MPI_Aint>(cells_);
        check(MPI_Win_flush(partner_, win_), "flush");
        check(MPI_Rput(state.data(), cells_, MPI_DOUBLE, partner_, place, cells_, MPI_DOUBLE, win_, &request), "rput"); //@ PUT
        return Transfer(request);
    }

    /* All transfers of all processes are over afterwards. */
    void settle()
    {
        check(MPI_Win_flush_all(win_), "flush_all");
        check(MPI_Barrier(comm_), "barrier");
    }

    double newest(int cell) const { return copies_[((saved_ + 1) % 2) * cells_ + cell]; }

private:
    MPI_Comm comm_;
    int cells_;
    int partner_ = 0;
    long saved_ = 0;
    double *copies_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

class Oscillators {
public:
    explicit Oscillators(int cells, int rank) : x_(cells), v_(cells, 0.0)
    {
        for (int i = 0; i < cells; ++i)
            x_[i] = std::cos(0.1 * i + rank);
    }
    const std::vector<double> &state() const { return x_; }
    void advance(double dt)
    {
        for (std::size_t i = 0; i < x_.size(); ++i) {
            v_[i] -= dt * x_[i];
            x_[i] += dt * v_[i]; //@ STORE
        }
    }

private:
    std::vector<double> x_, v_;
};

struct Settings {
    int cells = 4096;
    int steps = 40;
    int every = 5;
};

void compute(const Settings &s)
{
    int rank;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "rank");
    Oscillators oscillators(s.cells, rank);
    Store store(MPI_COMM_WORLD, s.cells);
    std::optional<Transfer> transfer;

    for (int step = 0; step < s.steps; ++step) {
        oscillators.advance(0.01);
        if (step % s.every == 0) {
            transfer.reset();
            transfer.emplace(store.save(oscillators.state()));
        }
    }
    transfer.reset();
    store.settle();
    std::cout << "process " << rank << ": first cell of the copy " << store.newest(0) << '\n';
}

Settings parse(int argc, char **argv)
{
    Settings s;
    if (argc > 1)
        s.cells = std::atoi(argv[1]);
    if (argc > 2)
        s.steps = std::atoi(argv[2]);
    if (argc > 3)
        s.every = std::atoi(argv[3]);
    if (s.cells < 1 || s.cells > 10000000 || s.steps < 1 || s.every < 1)
        throw std::invalid_argument("usage: checkpoint [cells] [steps] [every]");
    return s;
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        compute(parse(argc, argv));
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
