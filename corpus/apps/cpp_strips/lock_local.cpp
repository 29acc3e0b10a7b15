// The exchange by locks, with local completion only: what is sent may not have arrived.
#include "exchange.hpp"

namespace strips {

void LockExchange::start(const Field &field) {
    pack(field);
    // The neighbours have read the rows of the step before.
    comm_.barrier();
    send();
}

void LockExchange::finish(Field &field) {
    lock_.flush_local(above_);
    lock_.flush_local(below_);
    comm_.barrier();
    unpack(field);
}

} // namespace strips
