// The exchange by locks: flush, then barrier.
#include "exchange.hpp"

namespace strips {

void LockExchange::start(const Field &field) {
    pack(field);
    // The neighbours have read the rows of the step before.
    comm_.barrier();
    send();
}

void LockExchange::finish(Field &field) {
    lock_.flush_all();
    comm_.barrier();
    unpack(field);
}

} // namespace strips
