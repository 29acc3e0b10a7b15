/*
 * A sparse product: each process multiplies its rows with a vector that is distributed over all of them. The entries that it needs are
 * listed (a stride through the columns, by options) and fetched by MPI_Rget in batches: when a batch is full, all its requests are
 * waited for and the list of requests is emptied.
 *
 * The vector is filled before a barrier and not changed until unlock_all and the next barrier.
 *
 * The race: the requests behind the last full batch are never waited for. If the number of entries is no multiple of the batch, the
 * product reads values while their gets are pending (MPI 4.1, 12.3). With the default of 100 entries and 16 a batch it happens on
 * every process.
 */
//@ expect: error RMA102 GET USE
//@ twin: gather_in_batches_ok.cpp
#include <mpi.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sparse {

inline void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(what);
}

template <typename T> struct Type;
template <> struct Type<double> { static MPI_Datatype get() { return MPI_DOUBLE; } };
template <> struct Type<float> { static MPI_Datatype get() { return MPI_FLOAT; } };

/* A vector of which each process has `each` entries. */
template <typename T>
class DistributedVector {
public:
    DistributedVector(MPI_Comm comm, long each) : comm_(comm), each_(each)
    {
        check(MPI_Comm_rank(comm_, &rank_), "rank");
        check(MPI_Comm_size(comm_, &size_), "size");
        check(MPI_Win_allocate(each * sizeof(T), sizeof(T), MPI_INFO_NULL, comm_, &base_, &win_), "window");
        for (long i = 0; i < each_; ++i)
            base_[i] = static_cast<T>(rank_ * each_ + i);
        check(MPI_Barrier(comm_), "barrier");
        check(MPI_Win_lock_all(0, win_), "lock_all");
    }
    ~DistributedVector()
    {
        MPI_Win_unlock_all(win_);
        MPI_Win_free(&win_);
    }
    DistributedVector(const DistributedVector &) = delete;
    DistributedVector &operator=(const DistributedVector &) = delete;

    long length() const { return each_ * size_; }
    int rank() const { return rank_; }
    MPI_Request fetch(long index, T *into) const
    {
        MPI_Request request = MPI_REQUEST_NULL;
        check(MPI_Rget(into, 1, Type<T>::get(), static_cast<int>(index / each_), index % each_, 1, Type<T>::get(), win_, &request), "Rget"); //@ GET
        return request;
    }

private:
    MPI_Comm comm_;
    long each_;
    int rank_ = 0, size_ = 1;
    T *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

/* Fetches entries of a vector, at most `batch` at a time. */
template <typename T>
class Gatherer {
public:
    Gatherer(const DistributedVector<T> &vector, std::size_t batch) : vector_(vector), batch_(batch) { requests_.reserve(batch); }

    void gather(const std::vector<long> &columns, std::vector<T> &values)
    {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            requests_.push_back(vector_.fetch(columns[k], &values[k]));
            if (requests_.size() == batch_)
                wait();
        }
    }

private:
    void wait()
    {
        check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "waitall");
        requests_.clear();
    }

    const DistributedVector<T> &vector_;
    std::size_t batch_;
    std::vector<MPI_Request> requests_;
};

} // namespace sparse

struct Settings {
    long each = 1000;
    int entries = 100;
    int batch = 16;
    long stride = 37;
};

static std::vector<long> pattern(const Settings &s, long length, int rank)
{
    std::vector<long> columns(s.entries);
    for (int k = 0; k < s.entries; ++k)
        columns[k] = (rank + k * s.stride) % length;
    return columns;
}

static double product(const std::vector<double> &row, const std::vector<double> &values)
{
    double sum = 0.0;
    for (std::size_t k = 0; k < row.size(); ++k)
        sum += row[k] * values[k]; //@ USE
    return sum;
}

static Settings parse(int argc, char **argv)
{
    Settings s;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string arg = argv[i];
        if (arg == "-n")
            s.each = std::atol(argv[i + 1]);
        else if (arg == "-k")
            s.entries = std::atoi(argv[i + 1]);
        else if (arg == "-b")
            s.batch = std::atoi(argv[i + 1]);
        else if (arg == "-s")
            s.stride = std::atol(argv[i + 1]);
        else
            throw std::invalid_argument("unknown option " + arg);
    }
    if (s.each < 1 || s.each > 1000000 || s.entries < 1 || s.entries > 100000 || s.batch < 1 || s.batch > 1024 || s.stride < 1 ||
        s.stride > 1000)
        throw std::invalid_argument("an option is out of range");
    return s;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        const Settings s = parse(argc, argv);
        std::vector<double> values(s.entries, 0.0); /* outlives the epoch of x */
        sparse::DistributedVector<double> x(MPI_COMM_WORLD, s.each);
        sparse::Gatherer<double> gatherer(x, s.batch);
        const std::vector<long> columns = pattern(s, x.length(), x.rank());
        const std::vector<double> row(columns.size(), 0.5);

        const double begin = MPI_Wtime();
        gatherer.gather(columns, values);
        const double sum = product(row, values);
        std::cout << "process " << x.rank() << ": " << sum << " in " << MPI_Wtime() - begin << " s\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
