#include "comm.hpp"
#include <utility>

namespace strips {

Environment::Environment(int &argc, char **&argv) { STRIPS_CHECK(MPI_Init(&argc, &argv)); }

Environment::~Environment() { MPI_Finalize(); }

Communicator::Communicator(MPI_Comm parent) {
    STRIPS_CHECK(MPI_Comm_dup(parent, &comm_));
    STRIPS_CHECK(MPI_Comm_rank(comm_, &rank_));
    STRIPS_CHECK(MPI_Comm_size(comm_, &size_));
}

Communicator::Communicator(Communicator &&other) noexcept
    : comm_(std::exchange(other.comm_, MPI_COMM_NULL)), rank_(other.rank_), size_(other.size_) {}

Communicator::~Communicator() {
    if (comm_ != MPI_COMM_NULL)
        MPI_Comm_free(&comm_);
}

} // namespace strips
