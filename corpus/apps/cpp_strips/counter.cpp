#include "counter.hpp"

namespace strips {

long SharedCounter::next(long by) {
    long before = 0;
    STRIPS_CHECK(MPI_Fetch_and_op(&by, &before, MPI_LONG, 0, 0, MPI_SUM, window_.handle()));
    lock_.flush(0);
    return before;
}

long SharedCounter::value() {
    long now = 0;
    STRIPS_CHECK(MPI_Fetch_and_op(nullptr, &now, MPI_LONG, 0, 0, MPI_NO_OP, window_.handle()));
    lock_.flush(0);
    return now;
}

} // namespace strips
