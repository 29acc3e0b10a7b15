#include "stencil.hpp"
#include <algorithm>
#include <cmath>

namespace strips {

Stencil::Stencil(const Decomposition &grid, const Material &material, double alpha)
    : alpha_(grid.rows(), grid.columns()) {
    const int first = grid.first_row();
    alpha_.fill([&](int i, int j) {
        const double x = (j + 0.5) / grid.columns();
        const double y = (first + i - 0.5) / grid.all_rows();
        return alpha * material.conductivity(x, y);
    });
}

void Stencil::row(const Field &from, Field &to, int i, Change &change) const {
    const int n = from.columns();
    for (int j = 0; j < n; ++j) {
        const int left = j == 0 ? n - 1 : j - 1;
        const int right = j == n - 1 ? 0 : j + 1;
        const double here = from.at(i, j);
        const double around = from.at(i - 1, j) + from.at(i + 1, j) + from.at(i, left) + from.at(i, right);
        const double next = here + alpha_.at(i, j) * (around - 4.0 * here);
        const double difference = std::fabs(next - here);
        change.largest = std::max(change.largest, difference);
        change.sum += difference;
        to.at(i, j) = next;
    }
}

void Stencil::inner(const Field &from, Field &to, Change &change) const {
    for (int i = 2; i < from.rows(); ++i)
        row(from, to, i, change);
}

void Stencil::edges(const Field &from, Field &to, Change &change) const {
    row(from, to, 1, change);
    if (from.rows() > 1)
        row(from, to, from.rows(), change);
}

} // namespace strips
