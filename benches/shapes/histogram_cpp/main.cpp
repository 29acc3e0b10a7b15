/*
 * A distributed histogram in C++, with three ways to add to the bins of other processes.
 *
 * The bins are divided among the processes; each process draws numbers and adds each to the bin that it falls into. Windows,
 * epochs and communicators are objects; the ways are classes behind one interface, chosen by name:
 *   each     an MPI_Accumulate for each number, in batches with flush_local_all
 *   merge    the numbers are counted first, then there is one MPI_Accumulate for each process
 *   locked   the numbers are counted first; the bins of a process are fetched by MPI_Get, added to, and put back under a lock
 *
 * Race-free as compiled plainly: accumulates with one type and operation are atomic for each element (MPI 4.1, 12.7.1). The
 * exclusive lock keeps two processes from fetching and putting the same bins at once (12.5.3), and flush completes the get before
 * its result is used and the unlock the put. The owner clears its bins before a barrier at the beginning and reads them behind
 * one at the end; the ways are not mixed in one run, and the runs are separated by barriers. Counts that are origins of
 * accumulates are kept until flush or unlock.
 *
 * Under -DRACY the lock of the way locked is a shared one: two processes get (A) and put (B) the same bins at once, or both put.
 * Happens with two or more processes.
 * The labels hold under -DRACY; compiled plainly the program is to be free of findings.
 */
//@ expect: error RMA203 A B
//@ expect: error RMA203 B B
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rma {

class Error : public std::runtime_error {
public:
    Error(const std::string &what, int code) : std::runtime_error(what + ": MPI error " + std::to_string(code)) {}
};

inline void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw Error(what, code);
}

class Environment {
public:
    Environment(int &argc, char **&argv) { check(MPI_Init(&argc, &argv), "MPI_Init"); }
    ~Environment() { MPI_Finalize(); }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;
};

class Communicator {
public:
    explicit Communicator(MPI_Comm base)
    {
        check(MPI_Comm_dup(base, &comm_), "MPI_Comm_dup");
        check(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
    }
    ~Communicator() { MPI_Comm_free(&comm_); }
    Communicator(const Communicator &) = delete;
    Communicator &operator=(const Communicator &) = delete;

    MPI_Comm get() const { return comm_; }
    int rank() const { return rank_; }
    int size() const { return size_; }
    void barrier() const { check(MPI_Barrier(comm_), "MPI_Barrier"); }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 0;
};

template <typename T>
class Window {
public:
    Window(const Communicator &comm, std::size_t count) : count_(count)
    {
        check(MPI_Win_allocate(static_cast<MPI_Aint>(count * sizeof(T)), sizeof(T), MPI_INFO_NULL, comm.get(), &base_, &win_),
              "MPI_Win_allocate");
    }
    ~Window()
    {
        if (win_ != MPI_WIN_NULL)
            MPI_Win_free(&win_);
    }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    MPI_Win get() const { return win_; }
    T *begin() { return base_; }
    T *end() { return base_ + count_; }
    std::size_t size() const { return count_; }
    T &operator[](std::size_t i) { return base_[i]; }

private:
    std::size_t count_;
    T *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

/* An epoch towards all processes, as long as the object lives. */
class SharedAccess {
public:
    explicit SharedAccess(MPI_Win win) : win_(win) { check(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all"); }
    ~SharedAccess() { MPI_Win_unlock_all(win_); }
    SharedAccess(const SharedAccess &) = delete;
    SharedAccess &operator=(const SharedAccess &) = delete;
    void flush_local() const { check(MPI_Win_flush_local_all(win_), "MPI_Win_flush_local_all"); }

private:
    MPI_Win win_;
};

/* A lock of one process. */
class Lock {
public:
    Lock(MPI_Win win, int target, int type) : win_(win), target_(target)
    {
        check(MPI_Win_lock(type, target, 0, win), "MPI_Win_lock");
    }
    ~Lock() { MPI_Win_unlock(target_, win_); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    void flush() const { check(MPI_Win_flush(target_, win_), "MPI_Win_flush"); }

private:
    MPI_Win win_;
    int target_;
};

} // namespace rma

using Count = long;
using Bins = rma::Window<Count>;

struct Settings {
    int bins_each = 64;
    long numbers = 20000;
    int batch = 256;
    int runs = 3;
    std::string way = "all";
};

/* Where bins lie. */
class Layout {
public:
    Layout(int bins_each, int processes) : bins_each_(bins_each), processes_(processes) {}
    int total() const { return bins_each_ * processes_; }
    int each() const { return bins_each_; }
    int processes() const { return processes_; }
    int owner(int bin) const { return bin / bins_each_; }
    int offset(int bin) const { return bin % bins_each_; }
    int bin_of(double value) const
    {
        const int bin = static_cast<int>((std::tanh(value) + 1.0) * 0.5 * total());
        return std::min(std::max(bin, 0), total() - 1);
    }

private:
    int bins_each_;
    int processes_;
};

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 6364136223846793005ull + 1442695040888963407ull) {}
    double normal()
    {
        double sum = 0.0;
        for (int i = 0; i < 12; ++i)
            sum += uniform();
        return sum - 6.0;
    }

private:
    double uniform()
    {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<double>(state_ >> 11) / 9007199254740992.0;
    }
    std::uint64_t state_;
};

/* A way to add numbers to the bins of all processes. */
class Way {
public:
    virtual ~Way() = default;
    virtual const char *name() const = 0;
    virtual void add(const std::vector<int> &bins, const Layout &layout, Bins &window) = 0;
};

class EachWay : public Way {
public:
    explicit EachWay(int batch) : batch_(batch) {}
    const char *name() const override { return "each"; }
    void add(const std::vector<int> &bins, const Layout &layout, Bins &window) override
    {
        static const Count one = 1;
        rma::SharedAccess access(window.get());
        int in_flight = 0;

        for (int bin : bins) {
            rma::check(MPI_Accumulate(&one, 1, MPI_LONG, layout.owner(bin), layout.offset(bin), 1, MPI_LONG, MPI_SUM, window.get()),
                       "MPI_Accumulate");
            if (++in_flight == batch_) {
                access.flush_local();
                in_flight = 0;
            }
        }
    }

private:
    int batch_;
};

/* Counts for all bins. */
static std::vector<Count> count_all(const std::vector<int> &bins, const Layout &layout)
{
    std::vector<Count> counts(layout.total(), 0);
    for (int bin : bins)
        ++counts[bin];
    return counts;
}

class MergeWay : public Way {
public:
    const char *name() const override { return "merge"; }
    void add(const std::vector<int> &bins, const Layout &layout, Bins &window) override
    {
        const std::vector<Count> counts = count_all(bins, layout);
        rma::SharedAccess access(window.get());

        for (int target = 0; target < layout.processes(); ++target)
            rma::check(MPI_Accumulate(counts.data() + target * layout.each(), layout.each(), MPI_LONG, target, 0, layout.each(),
                                      MPI_LONG, MPI_SUM, window.get()),
                       "MPI_Accumulate");
    }
};

class LockedWay : public Way {
public:
    explicit LockedWay(int first) : first_(first) {}
    const char *name() const override { return "locked"; }
    void add(const std::vector<int> &bins, const Layout &layout, Bins &window) override
    {
#ifdef RACY
        const int type = MPI_LOCK_SHARED;
#else
        const int type = MPI_LOCK_EXCLUSIVE;
#endif
        const std::vector<Count> counts = count_all(bins, layout);
        std::vector<Count> there(layout.each());

        /* Begin with the own bins, so that not all want the same ones. */
        for (int k = 0; k < layout.processes(); ++k) {
            const int target = (first_ + k) % layout.processes();
            const Count *mine = counts.data() + target * layout.each();
            rma::Lock lock(window.get(), target, type);

            rma::check(MPI_Get(there.data(), layout.each(), MPI_LONG, target, 0, layout.each(), MPI_LONG, window.get()), "MPI_Get"); //@ A
            lock.flush();
            std::transform(there.begin(), there.end(), mine, there.begin(), [](Count a, Count b) { return a + b; });
            rma::check(MPI_Put(there.data(), layout.each(), MPI_LONG, target, 0, layout.each(), MPI_LONG, window.get()), "MPI_Put"); //@ B
        }
    }

private:
    int first_;
};

class Histogram {
public:
    Histogram(const rma::Communicator &comm, const Settings &settings)
        : comm_(comm), settings_(settings), layout_(settings.bins_each, comm.size()), window_(comm, settings.bins_each)
    {
    }

    /* Seconds of the slowest process. Throws if the result is wrong. */
    double run(Way &way, int number)
    {
        const std::vector<int> bins = draw(number);

        std::fill(window_.begin(), window_.end(), 0);
        comm_.barrier();
        double seconds = MPI_Wtime();
        way.add(bins, layout_, window_);
        comm_.barrier();
        seconds = MPI_Wtime() - seconds;
        verify(bins, way.name());
        comm_.barrier();
        double slowest = 0.0;
        rma::check(MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm_.get()), "MPI_Allreduce");
        return slowest;
    }

private:
    std::vector<int> draw(int number) const
    {
        Random random(1000003ull * number + comm_.rank() + 1);
        std::vector<int> bins;

        bins.reserve(settings_.numbers);
        for (long i = 0; i < settings_.numbers; ++i)
            bins.push_back(layout_.bin_of(random.normal()));
        return bins;
    }

    void verify(const std::vector<int> &bins, const char *name)
    {
        const std::vector<Count> counts = count_all(bins, layout_);
        std::vector<Count> want(layout_.each());

        rma::check(MPI_Reduce_scatter_block(counts.data(), want.data(), layout_.each(), MPI_LONG, MPI_SUM, comm_.get()),
                   "MPI_Reduce_scatter_block");
        int wrong = 0;
        for (int i = 0; i < layout_.each(); ++i)
            wrong += window_[i] != want[i];
        int all = 0;
        rma::check(MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, comm_.get()), "MPI_Allreduce");
        if (all != 0)
            throw std::runtime_error(std::string(name) + ": " + std::to_string(all) + " bins are wrong");
    }

    const rma::Communicator &comm_;
    Settings settings_;
    Layout layout_;
    Bins window_;
};

static Settings parse(int argc, char **argv)
{
    Settings s;

    for (int i = 1; i < argc; ++i) {
        const std::string arg = argv[i];
        if (i + 1 >= argc)
            throw std::invalid_argument("a value is missing behind " + arg);
        const std::string value = argv[++i];
        if (arg == "--bins")
            s.bins_each = std::stoi(value);
        else if (arg == "--numbers")
            s.numbers = std::stol(value);
        else if (arg == "--batch")
            s.batch = std::stoi(value);
        else if (arg == "--runs")
            s.runs = std::stoi(value);
        else if (arg == "--way")
            s.way = value;
        else
            throw std::invalid_argument("unknown option " + arg);
    }
    if (s.bins_each < 1 || s.numbers < 0 || s.batch < 1 || s.runs < 1)
        throw std::invalid_argument("numbers have to be positive");
    return s;
}

int main(int argc, char **argv)
{
    rma::Environment environment(argc, argv);

    try {
        const Settings settings = parse(argc, argv);
        rma::Communicator comm(MPI_COMM_WORLD);
        Histogram histogram(comm, settings);
        std::vector<std::unique_ptr<Way>> ways;

        ways.push_back(std::make_unique<EachWay>(settings.batch));
        ways.push_back(std::make_unique<MergeWay>());
        ways.push_back(std::make_unique<LockedWay>(comm.rank()));
        for (const auto &way : ways) {
            if (settings.way != "all" && settings.way != way->name())
                continue;
            double best = 0.0;
            for (int run = 0; run < settings.runs; ++run) {
                const double seconds = histogram.run(*way, run);
                best = run == 0 ? seconds : std::min(best, seconds);
            }
            if (comm.rank() == 0)
                std::cout << way->name() << ": " << best << " s, " << settings.numbers * comm.size() / best << " numbers a second\n";
        }
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return EXIT_SUCCESS;
}
