// A counter of the processes is read, raised and written back under a scoped lock. The lock is shared.
//
// MPI 4.1, 12.5.3: operations under shared locks may overlap, those under an exclusive lock exclude all others. The get of one process meets the put
// of another, and two puts meet.
//@ expect: error RMA203 PUT GET
//@ expect: error RMA203 PUT PUT
//@ twin: exclusive_lock_update.cpp
#include <mpi.h>
#include <functional>

class Counter {
public:
    explicit Counter(MPI_Comm comm) { MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &base_, &window_); }
    ~Counter() { MPI_Win_free(&window_); }
    template <class Update> void update(Update change) {
        const Lock lock(MPI_LOCK_SHARED, window_);
        int value = 0;
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window_); //@ GET
        MPI_Win_flush(0, window_);
        value = change(value);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window_); //@ PUT
        MPI_Win_flush(0, window_);
    }

private:
    class Lock {
    public:
        Lock(int kind, MPI_Win window) : window_(window) { MPI_Win_lock(kind, 0, 0, window_); }
        ~Lock() { MPI_Win_unlock(0, window_); }

    private:
        MPI_Win window_;
    };
    int *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        Counter counter(MPI_COMM_WORLD);
        counter.update([](int n) { return n + 1; });
    }
    MPI_Finalize();
    return 0;
}
