// A strip of the grid with a halo row above and one below.
#pragma once

#include <cstddef>
#include <vector>

namespace strips {

/// Rows 1 to rows() are the process' own; rows 0 and rows() + 1 are copies of the neighbours' edges.
class Field {
public:
    Field(int rows, int columns)
        : rows_(rows), columns_(columns), cells_(static_cast<std::size_t>(rows + 2) * static_cast<std::size_t>(columns)) {}

    int rows() const { return rows_; }
    int columns() const { return columns_; }

    double &at(int row, int column) { return cells_[index(row, column)]; }
    double at(int row, int column) const { return cells_[index(row, column)]; }

    /// The first cell of a row.
    double *row(int row) { return cells_.data() + index(row, 0); }
    const double *row(int row) const { return cells_.data() + index(row, 0); }

    /// Sets all own cells.
    template <class Value> void fill(Value value) {
        for (int i = 1; i <= rows_; ++i)
            for (int j = 0; j < columns_; ++j)
                at(i, j) = value(i, j);
    }

    /// Calls a function with every own cell.
    template <class Visit> void for_each(Visit visit) const {
        for (int i = 1; i <= rows_; ++i)
            for (int j = 0; j < columns_; ++j)
                visit(at(i, j));
    }

    void swap(Field &other) noexcept { cells_.swap(other.cells_); }

private:
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }

    int rows_;
    int columns_;
    std::vector<double> cells_;
};

} // namespace strips
