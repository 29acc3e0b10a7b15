// Row by row from each process, under its lock.
#include "checkpoint.hpp"

namespace strips {

std::vector<double> Checkpoint::row_means() {
    std::vector<double> means;
    if (!comm_.is_root())
        return means;
    std::vector<double> cells(static_cast<std::size_t>(columns_));
    for (int process = 0; process < comm_.size(); ++process) {
        for (int row = 0; row < rows_; ++row) {
            {
                Lock lock(Lock::Kind::shared, process, window_.handle());
                window_.get(cells.data(), columns_, process, static_cast<std::ptrdiff_t>(row) * columns_);
            }
            means.push_back(mean_of(cells));
        }
    }
    return means;
}

} // namespace strips
