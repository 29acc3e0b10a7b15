// Exchanges with fences or with locks, chosen on the command line, by virtual functions. Each keeps a copy of a list of links, and each link has a list of
// cells: vectors of structures with vectors, which grow in loops, in objects that stand beside the table of functions.
//
// The load stands before the second fence, or before flush and barrier: the put of the left neighbour may come at any time (MPI 4.1, 12.7).
//@ expect: error RMA201 PUT LOAD
//@ twin: links_of_exchanges_ok.cpp
#include <cstring>
#include <memory>
#include <mpi.h>
#include <vector>

struct Link {
    int rank = 0;
    std::vector<int> cells;
};

class Exchange {
public:
    Exchange(const std::vector<Link> &links, int cells) : outgoing_(static_cast<std::size_t>(cells), 1.0)
    {
        for (const Link &link : links) {
            Link copy;

            copy.rank = link.rank;
            copy.cells = link.cells;
            links_.push_back(std::move(copy));
        }
        MPI_Win_allocate(cells * static_cast<MPI_Aint>(sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells_, &win_);
    }
    virtual ~Exchange() { MPI_Win_free(&win_); }
    double run(int peer)
    {
        open();
        MPI_Put(outgoing_.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win_); //@ PUT
        const double first = cells_[0]; //@ LOAD
        arrive(peer);
        close(peer);
        return first;
    }
    std::size_t links() const { return links_.size(); }

protected:
    virtual void open() = 0;
    virtual void arrive(int peer) = 0;
    virtual void close(int peer) = 0;
    MPI_Win win_ = MPI_WIN_NULL;

private:
    std::vector<double> outgoing_;
    std::vector<Link> links_;
    double *cells_ = nullptr;
};

class Fences : public Exchange {
public:
    using Exchange::Exchange;

protected:
    void open() override { MPI_Win_fence(0, win_); }
    void arrive(int) override { MPI_Win_fence(0, win_); }
    void close(int) override { MPI_Win_fence(0, win_); }
};

class Locks : public Exchange {
public:
    using Exchange::Exchange;

protected:
    void open() override { MPI_Win_lock_all(0, win_); }
    void arrive(int peer) override
    {
        MPI_Win_flush(peer, win_);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    void close(int) override
    {
        MPI_Win_unlock_all(win_);
        MPI_Barrier(MPI_COMM_WORLD);
    }
};

static std::unique_ptr<Exchange> make(bool locks, const std::vector<Link> &links, int cells)
{
    if (locks) {
        return std::make_unique<Locks>(links, cells);
    }
    return std::make_unique<Fences>(links, cells);
}

int main(int argc, char **argv)
{
    int rank = 0;
    int size = 1;
    double sum = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        std::vector<Link> links;

        for (int step = 1; step < 27; step++) {
            Link link;

            link.rank = (rank + step) % size;
            for (int cell = 0; cell < step; cell++) {
                link.cells.push_back(cell * step);
            }
            links.push_back(std::move(link));
        }

        const bool locks = argc > 1 && std::strcmp(argv[1], "locks") == 0;
        const auto nodes = make(locks, links, 100);
        const auto zones = make(locks, links, 200);

        for (int step = 0; step < 10; step++) {
            sum += nodes->run((rank + 1) % size);
            sum += zones->run((rank + 1) % size);
        }
        sum += static_cast<double>(nodes->links());
    }
    MPI_Finalize();
    return sum < 0.0;
}
