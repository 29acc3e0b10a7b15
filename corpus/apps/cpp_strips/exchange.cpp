#include "exchange.hpp"
#include <algorithm>

namespace strips {

EdgeExchange::EdgeExchange(const Communicator &comm, int columns)
    : comm_(comm), columns_(columns), above_((comm.rank() + comm.size() - 1) % comm.size()),
      below_((comm.rank() + 1) % comm.size()), window_(comm, 2 * static_cast<std::size_t>(columns)),
      upper_(static_cast<std::size_t>(columns)), lower_(static_cast<std::size_t>(columns)) {}

void EdgeExchange::pack(const Field &field) {
    std::copy(field.row(1), field.row(1) + columns_, upper_.begin()); //@ UPPER
    std::copy(field.row(field.rows()), field.row(field.rows()) + columns_, lower_.begin()); //@ LOWER
}

void EdgeExchange::send() const {
    window_.put(upper_.data(), columns_, above_, static_cast<std::ptrdiff_t>(from_below) * columns_);
    window_.put(lower_.data(), columns_, below_, static_cast<std::ptrdiff_t>(from_above) * columns_);
}

void EdgeExchange::unpack(Field &field) const {
    for (int j = 0; j < columns_; ++j) {
        field.at(0, j) = window_[static_cast<std::size_t>(j)]; //@ ABOVE
        field.at(field.rows() + 1, j) = window_[static_cast<std::size_t>(columns_ + j)]; //@ BELOW
    }
}

std::unique_ptr<Exchange> Exchange::make(Method method, const Communicator &comm, int columns) {
    if (method == Method::fence)
        return std::make_unique<FenceExchange>(comm, columns);
    return std::make_unique<LockExchange>(comm, columns);
}

void FenceExchange::start(const Field &field) {
    pack(field);
    STRIPS_CHECK(MPI_Win_fence(MPI_MODE_NOPRECEDE, window_.handle()));
    send();
}

void FenceExchange::finish(Field &field) {
    STRIPS_CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, window_.handle()));
    unpack(field);
}

LockExchange::LockExchange(const Communicator &comm, int columns)
    : EdgeExchange(comm, columns), lock_(window_.handle()) {}

} // namespace strips
