// How often which temperatures occur, over all processes.
#pragma once

#include "comm.hpp"
#include "field.hpp"
#include "window.hpp"
#include <array>
#include <cstddef>

namespace strips {

/// Counts in bins, added up at process 0.
class Histogram {
public:
    static constexpr std::size_t bins = 16;

    explicit Histogram(const Communicator &comm) : comm_(comm), window_(comm, bins) {}

    /// Adds the cells of a field. Collective.
    void add(const Field &field, double low, double high);

    /// The bin with the most cells, at process 0; -1 elsewhere. Collective.
    int fullest();

    /// Sets all bins to zero. Collective.
    void clear();

private:
    static std::size_t bin(double value, double low, double high);

    const Communicator &comm_;
    Window<long> window_;
};

} // namespace strips
