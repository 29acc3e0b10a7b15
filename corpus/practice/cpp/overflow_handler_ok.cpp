/*
 * Each process publishes a report: a header with the number of records and up to CAPACITY records. Every process reads the reports of
 * all others. A header that tells of more records than a report can hold is an exception; its handler logs the first record and goes on.
 *
 * The reports are written before a barrier and not changed until the windows are freed.
 *
 * Race-free: the lock lives in the try block. It ends while the stack is unwound, before the handler runs, and the unlock completes the
 * get of the records (MPI 4.1, 12.5.3; C++17, 18.2). On the usual path flush completes it before the records are added up.
 */
//@ expect: none
//@ twin: overflow_handler_race.cpp
#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int CAPACITY = 32;

enum Header { MAGIC_AT, COUNT_AT, HEADER_CELLS };

void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(std::string(what) + " failed");
}

class Overflow : public std::runtime_error {
public:
    Overflow(int owner, long count) : std::runtime_error("overflow"), owner_(owner), count_(count) {}
    int owner() const { return owner_; }
    long count() const { return count_; }

private:
    int owner_;
    long count_;
};

class Lock {
public:
    Lock(MPI_Win win, int target) : win_(win), target_(target) { check(MPI_Win_lock(MPI_LOCK_SHARED, target_, 0, win_), "lock"); }
    ~Lock() { MPI_Win_unlock(target_, win_); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    void flush() const { check(MPI_Win_flush(target_, win_), "flush"); }

private:
    MPI_Win win_;
    int target_;
};

class Reports {
public:
    explicit Reports(MPI_Comm comm) : comm_(comm), records_(CAPACITY)
    {
        check(MPI_Comm_rank(comm_, &rank_), "rank");
        check(MPI_Comm_size(comm_, &size_), "size");
        check(MPI_Win_allocate((HEADER_CELLS + CAPACITY) * sizeof(long), sizeof(long), MPI_INFO_NULL, comm_, &cells_, &win_), "window");
    }
    ~Reports() { MPI_Win_free(&win_); }
    Reports(const Reports &) = delete;
    Reports &operator=(const Reports &) = delete;

    /* Makes the own report: its length depends on the seed and the process. */
    void publish(std::uint64_t seed, bool strict)
    {
        std::uint64_t state = seed + 977u * static_cast<std::uint64_t>(rank_);
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const long count = static_cast<long>((state >> 33) % (strict ? CAPACITY + 1 : 2 * CAPACITY));

        cells_[MAGIC_AT] = 4711;
        cells_[COUNT_AT] = count;
        for (int i = 0; i < CAPACITY; ++i)
            cells_[HEADER_CELLS + i] = i < count ? rank_ * 1000 + i : 0;
        check(MPI_Barrier(comm_), "barrier");
    }

    long read_all()
    {
        long total = 0;
        for (int k = 1; k < size_; ++k)
            total += read_one((rank_ + k) % size_);
        return total;
    }

    int overflows() const { return overflows_; }
    int rank() const { return rank_; }

private:
    long read_one(int owner)
    {
        long header[HEADER_CELLS] = {0, 0};
        long total = 0;

        try {
            Lock lock(win_, owner);
            check(MPI_Get(header, HEADER_CELLS, MPI_LONG, owner, 0, HEADER_CELLS, MPI_LONG, win_), "get of the header");
            lock.flush();
            check(MPI_Get(records_.data(), CAPACITY, MPI_LONG, owner, HEADER_CELLS, CAPACITY, MPI_LONG, win_), "get of the records");
            require_room(owner, header);
            lock.flush();
            for (int i = 0; i < CAPACITY; ++i)
                total += records_[i];
        } catch (const Overflow &e) {
            ++overflows_;
            std::cerr << "process " << rank_ << ": report of " << e.owner() << " has " << e.count() << " records, the first is "
                      << records_[0] << '\n';
        }
        return total;
    }

    static void require_room(int owner, const long *header)
    {
        if (header[COUNT_AT] > CAPACITY)
            throw Overflow(owner, header[COUNT_AT]);
    }

    MPI_Comm comm_;
    int rank_ = 0, size_ = 1, overflows_ = 0;
    std::vector<long> records_;
    long *cells_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        std::uint64_t seed = 1;
        bool strict = false;
        for (int i = 1; i < argc; ++i) {
            if (std::string(argv[i]) == "--strict")
                strict = true;
            else
                seed = std::strtoull(argv[i], nullptr, 10);
        }
        Reports reports(MPI_COMM_WORLD);
        reports.publish(seed, strict);
        const double begin = MPI_Wtime();
        const long total = reports.read_all();
        std::cout << "process " << reports.rank() << ": total " << total << ", " << reports.overflows() << " overflows, "
                  << MPI_Wtime() - begin << " s\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
