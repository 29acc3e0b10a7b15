// An exchange behind an abstract class: start and finish are virtual. The next block is packed
// behind finish.
//
// MPI 4.1, 12.7.1 and 12.5.2: the origin buffer is the program's again when MPI_Win_complete, in PscwExchange::finish, has ended the epoch.
//@ expect: none
//@ twin: virtual_exchange_pack_early.cpp
#include <mpi.h>
#include <memory>
#include <vector>

class Exchange {
public:
    virtual ~Exchange() = default;
    virtual void start(const std::vector<float> &block) = 0;
    virtual void finish() = 0;
};

class PscwExchange final : public Exchange {
public:
    PscwExchange(MPI_Comm comm, int size, int to, int from) : to_(to) {
        MPI_Win_allocate(static_cast<MPI_Aint>(size * sizeof(float)), sizeof(float), MPI_INFO_NULL, comm, &base_, &window_);
        MPI_Group all;
        MPI_Comm_group(comm, &all);
        MPI_Group_incl(all, 1, &to, &targets_);
        MPI_Group_incl(all, 1, &from, &origins_);
        MPI_Group_free(&all);
    }
    ~PscwExchange() override {
        MPI_Group_free(&targets_);
        MPI_Group_free(&origins_);
        MPI_Win_free(&window_);
    }
    void start(const std::vector<float> &block) override {
        MPI_Win_post(origins_, 0, window_);
        MPI_Win_start(targets_, 0, window_);
        MPI_Put(block.data(), static_cast<int>(block.size()), MPI_FLOAT, to_, 0, static_cast<int>(block.size()), MPI_FLOAT, window_);
    }
    void finish() override {
        MPI_Win_complete(window_);
        MPI_Win_wait(window_);
    }

private:
    int to_;
    float *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
    MPI_Group targets_, origins_;
};

static void pack(std::vector<float> &block, int step) {
    for (std::size_t i = 0; i < block.size(); ++i)
        block[i] = static_cast<float>(step) + static_cast<float>(i);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        std::unique_ptr<Exchange> exchange =
            std::make_unique<PscwExchange>(MPI_COMM_WORLD, 20, (rank + 1) % size, (rank + size - 1) % size);
        std::vector<float> block(20);
        pack(block, 0);
        for (int step = 1; step <= 4; ++step) {
            exchange->start(block);
            exchange->finish();
            pack(block, step);
        }
    }
    MPI_Finalize();
    return 0;
}
