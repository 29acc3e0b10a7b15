// The whole field at process 0, and in a file.
#pragma once

#include "comm.hpp"
#include "field.hpp"
#include "window.hpp"
#include <string>
#include <vector>

namespace strips {

/// Collects the strips of all processes.
class Checkpoint {
public:
    Checkpoint(const Communicator &comm, int rows, int columns);

    /// Makes the own strip known to the others. Collective.
    void publish(const Field &field);

    /// The mean of each row of all strips, at process 0; empty elsewhere. Between two publications.
    std::vector<double> row_means();

    /// The cells of the own strip, row by row.
    const Window<double> &window() const { return window_; }

    /// Writes them to a file, one a line. At process 0.
    static void write(const std::string &path, const std::vector<double> &means);

private:
    double mean_of(const std::vector<double> &cells) const;

    const Communicator &comm_;
    int rows_, columns_;
    Window<double> window_;
};

} // namespace strips
