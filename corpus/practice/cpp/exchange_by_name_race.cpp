/*
 * A periodic rod in strips; the ghost cells of both ends are put by the neighbours. How the puts are synchronised is a class, which
 * an option names: fence, lock (one lock for each put) or flush (one long lock_all).
 *
 * open() makes sure that the neighbours have done with their ghosts: a fence, or a barrier. close() makes the new ghosts visible.
 * With fences the fence does both (MPI 4.1, 12.5.1); with locks the unlock completes each put and a barrier tells of it.
 *
 * The race: with flush the barrier comes first and flush_all behind it. The owner of a ghost may compute with it while the put of its
 * neighbour is pending (12.7). Happens with --sync flush, from two processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: exchange_by_name_ok.cpp
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(what);
}

class Sync {
public:
    Sync(MPI_Comm comm, MPI_Win win) : comm_(comm), win_(win) {}
    virtual ~Sync() = default;
    virtual void open() = 0;
    virtual void put(const double *value, int target, MPI_Aint place) { send(value, target, place); }
    virtual void close() = 0;

protected:
    void send(const double *value, int target, MPI_Aint place)
    {
        check(MPI_Put(value, 1, MPI_DOUBLE, target, place, 1, MPI_DOUBLE, win_), "MPI_Put"); //@ PUT
    }
    void barrier() { check(MPI_Barrier(comm_), "MPI_Barrier"); }

    MPI_Comm comm_;
    MPI_Win win_;
};

class FenceSync : public Sync {
public:
    using Sync::Sync;
    void open() override { check(MPI_Win_fence(0, win_), "MPI_Win_fence"); }
    void close() override { check(MPI_Win_fence(0, win_), "MPI_Win_fence"); }
};

class LockSync : public Sync {
public:
    using Sync::Sync;
    void open() override { barrier(); }
    void put(const double *value, int target, MPI_Aint place) override
    {
        check(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win_), "MPI_Win_lock");
        send(value, target, place);
        check(MPI_Win_unlock(target, win_), "MPI_Win_unlock");
    }
    void close() override { barrier(); }
};

class FlushSync : public Sync {
public:
    FlushSync(MPI_Comm comm, MPI_Win win) : Sync(comm, win) { check(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all"); }
    ~FlushSync() override { MPI_Win_unlock_all(win_); }
    void open() override { barrier(); }
    void close() override
    {
        barrier();
        check(MPI_Win_flush_all(win_), "MPI_Win_flush_all");
    }
};

using Factory = std::function<std::unique_ptr<Sync>(MPI_Comm, MPI_Win)>;

static std::unique_ptr<Sync> make_sync(const std::string &name, MPI_Comm comm, MPI_Win win)
{
    static const std::map<std::string, Factory> factories = {
        {"fence", [](MPI_Comm c, MPI_Win w) { return std::make_unique<FenceSync>(c, w); }},
        {"lock", [](MPI_Comm c, MPI_Win w) { return std::make_unique<LockSync>(c, w); }},
        {"flush", [](MPI_Comm c, MPI_Win w) { return std::make_unique<FlushSync>(c, w); }},
    };
    const auto found = factories.find(name);
    if (found == factories.end())
        throw std::invalid_argument("no such synchronisation: " + name);
    return found->second(comm, win);
}

class Rod {
public:
    Rod(MPI_Comm comm, int cells) : cells_(cells), next_(cells + 2)
    {
        int size;
        check(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
        left_ = (rank_ + size - 1) % size;
        right_ = (rank_ + 1) % size;
        check(MPI_Win_allocate(static_cast<MPI_Aint>(cells + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &u_, &win_),
              "MPI_Win_allocate");
        std::fill(u_, u_ + cells + 2, 0.0);
        if (rank_ == 0)
            u_[cells / 2 + 1] = 100.0;
        check(MPI_Barrier(comm), "MPI_Barrier");
    }
    ~Rod() { MPI_Win_free(&win_); }
    Rod(const Rod &) = delete;
    Rod &operator=(const Rod &) = delete;

    MPI_Win window() const { return win_; }

    void step(Sync &sync)
    {
        sync.open();
        sync.put(&u_[1], left_, cells_ + 1);
        sync.put(&u_[cells_], right_, 0);
        sync.close();
        for (int i = 1; i <= cells_; ++i)
            next_[i] = 0.25 * u_[i - 1] + 0.5 * u_[i] + 0.25 * u_[i + 1]; //@ LOAD
        std::copy(next_.begin() + 1, next_.end() - 1, u_ + 1);
    }

    double heat() const
    {
        double sum = 0.0;
        for (int i = 1; i <= cells_; ++i)
            sum += u_[i];
        return sum;
    }

private:
    int cells_, rank_ = 0, left_ = 0, right_ = 0;
    std::vector<double> next_;
    double *u_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        std::string name = "fence";
        int cells = 1000, steps = 50;
        for (int i = 1; i + 1 < argc; i += 2) {
            const std::string arg = argv[i];
            if (arg == "--sync")
                name = argv[i + 1];
            else if (arg == "--cells")
                cells = std::stoi(argv[i + 1]);
            else if (arg == "--steps")
                steps = std::stoi(argv[i + 1]);
            else
                throw std::invalid_argument("unknown option " + arg);
        }
        if (cells < 2 || cells > 10000000 || steps < 1)
            throw std::invalid_argument("at least 2 cells and 1 step");

        Rod rod(MPI_COMM_WORLD, cells);
        double mine, all = 0.0;
        {
            const std::unique_ptr<Sync> sync = make_sync(name, MPI_COMM_WORLD, rod.window());
            for (int step = 0; step < steps; ++step)
                rod.step(*sync);
        }
        mine = rod.heat();
        check(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
        std::cout << name << ": heat " << all << '\n';
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
