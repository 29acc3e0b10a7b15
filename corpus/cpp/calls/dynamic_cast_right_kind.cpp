// A transport is asked by dynamic_cast whether it can flush. The one that main makes
// can.
//
// C++20, 7.6.1.6: dynamic_cast of a pointer to a class that the object is not gives a null pointer. MPI 4.1, 12.7.1: the origin buffer must not
// be updated before the put completes at the origin.
//@ expect: none
//@ twin: dynamic_cast_wrong_kind.cpp
#include <mpi.h>
#include <memory>

class Transport {
public:
    explicit Transport(MPI_Win window) : window_(window) {}
    virtual ~Transport() = default;
    virtual void send(const long *value, int target) = 0;

protected:
    MPI_Win window_;
};

class Flushable {
public:
    virtual ~Flushable() = default;
    virtual void flush(int target) = 0;
};

class Direct : public Transport {
public:
    using Transport::Transport;
    void send(const long *value, int target) override {
        MPI_Put(value, 1, MPI_LONG, target, 0, 1, MPI_LONG, window_);
    }
};

class Careful : public Direct, public Flushable {
public:
    using Direct::Direct;
    void flush(int target) override { MPI_Win_flush(target, window_); }
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long *base;
    MPI_Win window;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    {
        std::unique_ptr<Transport> transport = std::make_unique<Careful>(window);
        long value = rank;
        MPI_Win_lock_all(0, window);
        transport->send(&value, (rank + 1) % size);
        if (auto *flushable = dynamic_cast<Careful *>(transport.get()))
            flushable->flush((rank + 1) % size);
        value = -1;
        MPI_Win_unlock_all(window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
