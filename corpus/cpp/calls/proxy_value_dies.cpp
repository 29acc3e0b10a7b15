// `array[i] = x` puts x into the window of the process that owns element i. The value lives in the assignment operator, which returns with the
// put pending.
//
// MPI 4.1, 12.7.1: an origin buffer must exist until its operation completes; `value` is a parameter, which dies at the return.
//@ expect: error RMA401 PUT END
//@ expect@O2: error RMA401 PUT END
//@ twin: proxy_value_flushed.cpp
#include <mpi.h>

class DistributedArray {
public:
    DistributedArray(MPI_Comm comm, int local) : local_(local) {
        MPI_Comm_size(comm, &size_);
        MPI_Win_allocate(static_cast<MPI_Aint>(local * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &base_, &window_);
        MPI_Win_lock_all(0, window_);
    }
    ~DistributedArray() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    class Reference {
    public:
        Reference(int owner, int index, MPI_Win window) : owner_(owner), index_(index), window_(window) {}
        void operator=(double value) {
            MPI_Put(&value, 1, MPI_DOUBLE, owner_, index_, 1, MPI_DOUBLE, window_); //@ PUT
        } //@ END

    private:
        int owner_, index_;
        MPI_Win window_;
    };
    Reference operator[](int i) { return Reference(i / local_, i % local_, window_); }

private:
    int local_, size_;
    double *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        DistributedArray array(MPI_COMM_WORLD, 4);
        array[4 * ((rank + 1) % size)] = 1.5;
    }
    MPI_Finalize();
    return 0;
}
