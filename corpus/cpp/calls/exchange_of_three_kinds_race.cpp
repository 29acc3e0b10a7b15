// An exchange with the right neighbour is an object whose class the program's option chooses: fences, a long epoch of locks with flushes and barriers,
// or post, start, complete and wait. All three have a window, which their base makes.
//
// MPI 4.1, 12.5.2: MPI_Win_complete completes the put of a process at its origin, that of the left neighbour is complete behind MPI_Win_wait only. The
// third class waits in release(), behind the load. Happens with 3 or more processes.
//@ expect: error RMA201 PUT LOAD
//@ twin: exchange_of_three_kinds_ok.cpp
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mpi.h>

class Exchange {
public:
    Exchange() { MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &arrived_, &win_); }
    virtual ~Exchange() { MPI_Win_free(&win_); }
    Exchange(const Exchange &) = delete;
    Exchange &operator=(const Exchange &) = delete;
    double run(double own, int to)
    {
        outgoing_ = own;
        open();
        MPI_Put(&outgoing_, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win_); //@ PUT
        arrive(to);
        const double theirs = *arrived_; //@ LOAD
        release();
        return theirs;
    }

protected:
    virtual void open() = 0;
    virtual void arrive(int to) = 0;
    virtual void release() = 0;
    MPI_Win win_ = MPI_WIN_NULL;

private:
    double outgoing_ = 0, *arrived_ = nullptr;
};

class ByFences : public Exchange {
protected:
    void open() override { MPI_Win_fence(MPI_MODE_NOPRECEDE, win_); }
    void arrive(int) override { MPI_Win_fence(MPI_MODE_NOSUCCEED, win_); }
    void release() override {}
};

class ByLocks : public Exchange {
public:
    ByLocks() { MPI_Win_lock_all(0, win_); }
    ~ByLocks() override { MPI_Win_unlock_all(win_); }

protected:
    void open() override {}
    void arrive(int to) override
    {
        MPI_Win_flush(to, win_);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    void release() override { MPI_Barrier(MPI_COMM_WORLD); }
};

class ByPosts : public Exchange {
public:
    ByPosts(int left, int right)
    {
        const int ranks[2] = {left, right};
        MPI_Group all;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, 2, ranks, &neighbours_);
        MPI_Group_free(&all);
    }
    ~ByPosts() override { MPI_Group_free(&neighbours_); }

protected:
    void open() override
    {
        MPI_Win_post(neighbours_, 0, win_);
        MPI_Win_start(neighbours_, 0, win_);
    }
    void arrive(int) override { MPI_Win_complete(win_); }
    void release() override { MPI_Win_wait(win_); }

private:
    MPI_Group neighbours_ = MPI_GROUP_NULL;
};

static std::unique_ptr<Exchange> make(int method, int left, int right)
{
    switch (method) {
    case 0:
        return std::make_unique<ByFences>();
    case 1:
        return std::make_unique<ByLocks>();
    default:
        return std::make_unique<ByPosts>(left, right);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double sum = rank;
    if (size > 2 && argc > 1) {
        const int left = (rank + size - 1) % size, right = (rank + 1) % size;
        const auto exchange = make(std::atoi(argv[1]), left, right);
        for (int step = 0; step < 30; ++step)
            sum += 0.5 * exchange->run(sum, right);
        std::printf("%d of %d: %g\n", rank, size, sum);
    }
    MPI_Finalize();
    return 0;
}
