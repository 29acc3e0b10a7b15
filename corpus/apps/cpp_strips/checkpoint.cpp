#include "checkpoint.hpp"
#include <algorithm>
#include <fstream>
#include <numeric>
#include <stdexcept>

namespace strips {

Checkpoint::Checkpoint(const Communicator &comm, int rows, int columns)
    : comm_(comm), rows_(rows), columns_(columns),
      window_(comm, static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

void Checkpoint::publish(const Field &field) {
    comm_.barrier();
    for (int i = 0; i < rows_; ++i)
        for (int j = 0; j < columns_; ++j)
            window_[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(j)] =
                field.at(i + 1, j);
    comm_.barrier();
}

double Checkpoint::mean_of(const std::vector<double> &cells) const {
    return std::accumulate(cells.begin(), cells.end(), 0.0) / static_cast<double>(cells.size()); //@ MEAN
}

void Checkpoint::write(const std::string &path, const std::vector<double> &means) {
    std::ofstream file(path.c_str());
    if (!file)
        throw std::runtime_error("cannot write " + path);
    for (double mean : means)
        file << mean << '\n';
}

} // namespace strips
