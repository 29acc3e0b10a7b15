#include "probes.hpp"

namespace strips {

void Probes::add(const std::string &name, int row, int column) {
    points_.push_back(Point{name, grid_.find(row, column)});
}

std::map<std::string, double> Probes::by_name() const {
    std::map<std::string, double> out;
    for (std::size_t i = 0; i < values_.size(); ++i)
        out[points_[i].name] = values_[i];
    return out;
}

} // namespace strips
