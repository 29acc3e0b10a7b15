// Records are fetched one by one into a vector that has room for four; as many are pushed as the program is told to fetch, in each of its steps.
//
// C++20, [vector.modifiers]: the push of the fifth record reallocates, as the size would exceed the capacity. The four gets before it may
// still be on their way (MPI 4.1, 12.3.4: the buffer of a get must not be accessed before it is complete; 12.7.1): their records are copied
// out of the old memory, which is then freed. From the second step on the vector has kept its capacity, and there is no race; in the first
// step, with a count of five or more, there is.
//@ expect: error RMA102 GET PUSH
//@ expect: error RMA402 GET PUSH
//@ twin: record_pushed_in_room.cpp
#include <cstdio>
#include <cstdlib>
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
        records_.push_back(Record{owner, 1.0, 0.0}); //@ PUSH
        MPI_Get(&records_.back().value, 1, MPI_DOUBLE, owner, place, 1, MPI_DOUBLE, window_); //@ GET
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
    const int count = argc > 1 ? std::atoi(argv[1]) : 4;
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
