// How the box is cut into parts, one for each process.
#pragma once

#include "util.hpp"

namespace hydro {

// A direction to one of up to 26 neighbours.
struct Direction {
    int dx = 0;
    int dy = 0;
    int dz = 0;

    int axes() const { return (dx != 0) + (dy != 0) + (dz != 0); }
    Direction opposite() const { return Direction{-dx, -dy, -dz}; }
};

struct Neighbour {
    Direction direction;
    int rank = MPI_PROC_NULL;
};

class Domain {
  public:
    Domain(MPI_Comm comm, std::array<int, 3> processes);
    ~Domain();
    Domain(const Domain &) = delete;
    Domain &operator=(const Domain &) = delete;

    MPI_Comm comm() const { return comm_; }
    int rank() const { return rank_; }
    int size() const { return size_; }
    int dim(int axis) const { return dims_[static_cast<std::size_t>(axis)]; }
    int coord(int axis) const { return coords_[static_cast<std::size_t>(axis)]; }
    bool at_low_end(int axis) const { return coord(axis) == 0; }
    bool at_high_end(int axis) const { return coord(axis) + 1 == dim(axis); }

    // Those that exist, in a fixed order of directions.
    const std::vector<Neighbour> &neighbours() const { return neighbours_; }

    double sum(double value) const;
    double min(double value) const;
    double max(double value) const;

  private:
    int rank_at(int x, int y, int z) const;
    double reduce(double value, MPI_Op op) const;

    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
    std::array<int, 3> dims_{};
    std::array<int, 3> coords_{};
    std::vector<Neighbour> neighbours_;
};

} // namespace hydro
