// How the rows of the whole grid are spread over the processes.
#pragma once

#include "comm.hpp"

namespace strips {

/// A cell by its owner.
struct Place {
    int process;
    int row;
    int column;
};

/// Strips of equal height, one a process, from the top to the bottom.
class Decomposition {
public:
    Decomposition(const Communicator &comm, int rows, int columns) : comm_(comm), rows_(rows), columns_(columns) {}

    /// Rows of a strip.
    int rows() const { return rows_; }
    int columns() const { return columns_; }

    /// Rows of the whole grid.
    int all_rows() const { return rows_ * comm_.size(); }

    /// The first row of the own strip in the whole grid.
    int first_row() const { return rows_ * comm_.rank(); }

    /// Who has a cell of the whole grid. Throws when there is no such cell.
    Place find(int row, int column) const;

    /// The process above, around the grid.
    int above() const { return (comm_.rank() + comm_.size() - 1) % comm_.size(); }

    /// The process below, around the grid.
    int below() const { return (comm_.rank() + 1) % comm_.size(); }

private:
    const Communicator &comm_;
    int rows_, columns_;
};

} // namespace strips
