// A counter that all processes share.
#pragma once

#include "comm.hpp"
#include "window.hpp"

namespace strips {

/// A number in the memory of process 0, raised by atomic operations.
class SharedCounter {
public:
    explicit SharedCounter(const Communicator &comm) : window_(comm, 1), lock_(window_.handle()) { comm.barrier(); }

    /// Raises the counter and gives its value before.
    long next(long by = 1);

    /// Its value now.
    long value();

private:
    Window<long> window_;
    LockAll lock_;
};

} // namespace strips
