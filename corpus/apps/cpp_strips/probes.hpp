// Values at named points of the whole grid.
#pragma once

#include "checkpoint.hpp"
#include "comm.hpp"
#include "decomposition.hpp"
#include "window.hpp"
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace strips {

/// Points whose values process 0 fetches from their owners.
class Probes {
public:
    Probes(const Communicator &comm, const Decomposition &grid) : comm_(comm), grid_(grid) {}

    /// Watches a cell of the whole grid.
    void add(const std::string &name, int row, int column);

    /// Fetches all values, at process 0. Between two publications.
    void collect(const Window<double> &cells);

    /// The values that were fetched last, by name.
    std::map<std::string, double> by_name() const;

    std::size_t size() const { return points_.size(); }

private:
    struct Point {
        std::string name;
        Place place;
    };

    std::ptrdiff_t offset(const Point &point) const {
        return static_cast<std::ptrdiff_t>(point.place.row) * grid_.columns() + point.place.column;
    }

    const Communicator &comm_;
    const Decomposition &grid_;
    std::vector<Point> points_;
    std::vector<double> values_;
};

} // namespace strips
