/*
 * Blocks of a field, each an object with a window and a buffer of its own, held by a vector of unique_ptr. The blocks of the right
 * neighbour are fetched one ahead: while block b is on its way, block b - 1 is completed and summed up.
 *
 * The blocks are filled before a barrier and never written afterwards; a window is freed when all processes have come to its
 * MPI_Win_free, and then all gets are complete. So the windows have no conflict.
 *
 * The race: behind the loop the last block is summed up first and finished then. Its get may still write the buffer (MPI 4.1, 12.3).
 * Happens on every process and for every number of blocks.
 */
//@ expect: error RMA102 GET LOAD
//@ twin: blocks_fetched_ahead_ok.cpp
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define MPI_TRY(call)                                                                                                              \
    do {                                                                                                                           \
        const int code_ = (call);                                                                                                  \
        if (code_ != MPI_SUCCESS)                                                                                                  \
            throw std::runtime_error(#call);                                                                                       \
    } while (0)

struct Settings {
    int blocks = 8;
    int cells = 512;
};

class Block {
public:
    Block(MPI_Comm comm, int number, int cells) : number_(number), ghost_(cells)
    {
        MPI_TRY(MPI_Win_allocate(static_cast<MPI_Aint>(cells) * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &own_, &win_));
    }
    ~Block() { MPI_Win_free(&win_); }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;

    void fill(int rank)
    {
        for (std::size_t i = 0; i < ghost_.size(); ++i)
            own_[i] = rank + 0.5 * number_ + 0.001 * static_cast<double>(i);
    }

    /* Starts to fetch the block of this number of another process. */
    void fetch(int peer)
    {
        peer_ = peer;
        MPI_TRY(MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, win_));
        MPI_TRY(MPI_Get(ghost_.data(), count(), MPI_DOUBLE, peer_, 0, count(), MPI_DOUBLE, win_)); //@ GET
    }

    void finish() { MPI_TRY(MPI_Win_unlock(peer_, win_)); }

    double sum() const
    {
        double total = 0.0;
        for (std::size_t i = 0; i < ghost_.size(); ++i)
            total += ghost_[i]; //@ LOAD
        return total;
    }

private:
    int count() const { return static_cast<int>(ghost_.size()); }

    int number_;
    int peer_ = MPI_PROC_NULL;
    std::vector<double> ghost_;
    double *own_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

class Field {
public:
    Field(MPI_Comm comm, const Settings &settings) : comm_(comm)
    {
        MPI_TRY(MPI_Comm_rank(comm_, &rank_));
        MPI_TRY(MPI_Comm_size(comm_, &size_));
        blocks_.reserve(settings.blocks);
        for (int b = 0; b < settings.blocks; ++b)
            blocks_.push_back(std::make_unique<Block>(comm_, b, settings.cells));
        for (const auto &block : blocks_)
            block->fill(rank_);
        MPI_TRY(MPI_Barrier(comm_));
    }

    /* The sum over all blocks of the right neighbour. */
    double neighbours_sum()
    {
        const int peer = (rank_ + 1) % size_;
        double total = 0.0;

        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            blocks_[b]->fetch(peer);
            if (b > 0) {
                blocks_[b - 1]->finish();
                total += blocks_[b - 1]->sum();
            }
        }
        total += blocks_.back()->sum();
        blocks_.back()->finish();
        return total;
    }

    int rank() const { return rank_; }

private:
    MPI_Comm comm_;
    int rank_ = 0;
    int size_ = 1;
    std::vector<std::unique_ptr<Block>> blocks_;
};

static Settings parse(int argc, char **argv)
{
    Settings s;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--blocks") == 0)
            s.blocks = std::atoi(argv[i + 1]);
        else if (std::strcmp(argv[i], "--cells") == 0)
            s.cells = std::atoi(argv[i + 1]);
        else
            throw std::invalid_argument(std::string("unknown option ") + argv[i]);
    }
    if (s.blocks < 1 || s.blocks > 64 || s.cells < 1 || s.cells > 1 << 20)
        throw std::invalid_argument("--blocks 1..64, --cells 1..1048576");
    return s;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        Field field(MPI_COMM_WORLD, parse(argc, argv));
        const double begin = MPI_Wtime();
        const double sum = field.neighbours_sum();
        const double seconds = MPI_Wtime() - begin;
        double all = 0.0;

        MPI_TRY(MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
        if (field.rank() == 0)
            std::cout << "sum " << all << ", " << seconds << " s\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
