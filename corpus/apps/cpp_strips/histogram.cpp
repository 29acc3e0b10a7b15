#include "histogram.hpp"
#include <algorithm>
#include <iterator>

namespace strips {

std::size_t Histogram::bin(double value, double low, double high) {
    if (!(high > low))
        return 0;
    const double place = (value - low) / (high - low) * static_cast<double>(bins);
    if (place < 0)
        return 0;
    return std::min(static_cast<std::size_t>(place), bins - 1);
}

void Histogram::add(const Field &field, double low, double high) {
    std::array<long, bins> counts{};
    field.for_each([&](double value) { counts[bin(value, low, high)] += 1; });
    FenceEpoch epoch(window_.handle());
    window_.add(counts.data(), static_cast<int>(bins), 0, 0);
}

int Histogram::fullest() {
    comm_.barrier();
    int out = -1;
    if (comm_.is_root()) {
        const auto top = std::max_element(window_.begin(), window_.end());
        out = static_cast<int>(std::distance(window_.begin(), top));
    }
    comm_.barrier();
    return out;
}

void Histogram::clear() {
    comm_.barrier();
    std::fill(window_.begin(), window_.end(), 0L);
    comm_.barrier();
}

} // namespace strips
