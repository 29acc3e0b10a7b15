// Handles are collected in a vector, one behind the other.
//
// The last handle is not waited for: what is fetched with it is read while it may be written (MPI 4.1, 12.3.1).
//@ expect: error RMA102 GET LOAD
//@ twin: request_pushed_all.cpp
#include <mpi.h>
#include <vector>

class Fetches {
public:
    Fetches(MPI_Win window, int count) : window_(window) { requests_.reserve(static_cast<std::size_t>(count)); }
    void add(double *to, int count, int target)
    {
        MPI_Request request;
        MPI_Rget(to, count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, window_, &request); //@ GET
        requests_.push_back(request);
    }
    void wait()
    {
        MPI_Waitall(static_cast<int>(requests_.size()) - 1, requests_.data(), MPI_STATUSES_IGNORE);
        requests_.clear();
    }

private:
    MPI_Win window_;
    std::vector<MPI_Request> requests_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base, sum;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    MPI_Win_lock_all(0, window);
    {
        std::vector<double> first(8), second(8);
        Fetches fetches(window, 2);
        fetches.add(first.data(), 8, 0);
        fetches.add(second.data(), 8, 0);
        fetches.wait();
        sum = first[0] + second[7]; //@ LOAD
        MPI_Win_flush_all(window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return sum < 0;
}
