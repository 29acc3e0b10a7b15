// Records are fetched one by one into a vector that has room for four, and never more than four before they are taken out again.
//
// C++20, [vector.capacity]: after reserve(4) no push reallocates up to the fourth; clear() leaves the capacity as it is. So the records stay where
// they are until the flush completes the gets locally (MPI 4.1, 12.5.4).
//@ expect: none
//@ twin: record_pushed_beyond_room_race.cpp
#include <cstdio>
#include <mpi.h>
#include <vector>

struct Record {
    int owner;
    double weight, value;
};

class Fetched {
public:
    explicit Fetched(MPI_Win window) : window_(window) { records_.reserve(4); }
    void fetch(int owner, int place)
    {
        records_.push_back(Record{owner, 1.0, 0.0});
        MPI_Get(&records_.back().value, 1, MPI_DOUBLE, owner, place, 1, MPI_DOUBLE, window_);
    }
    double take()
    {
        MPI_Win_flush_local_all(window_);
        double sum = 0;
        for (const Record &record : records_)
            sum += record.weight * record.value;
        records_.clear();
        return sum;
    }

private:
    MPI_Win window_;
    std::vector<Record> records_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int count = 4;
    double *base, sum = 0;
    MPI_Win window;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int i = 0; i < 64; ++i)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    {
        Fetched fetched(window);
        for (int step = 0; step < 10; ++step) {
            for (int i = 0; i < count; ++i)
                fetched.fetch((rank + 1) % size, i % 64);
            sum += fetched.take();
        }
    }
    MPI_Win_unlock_all(window);
    std::printf("%g\n", sum);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
