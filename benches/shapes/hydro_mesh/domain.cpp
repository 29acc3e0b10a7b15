#include "domain.hpp"

namespace hydro {

Domain::Domain(MPI_Comm comm, std::array<int, 3> processes) : dims_(processes)
{
    HYDRO_MPI(MPI_Comm_dup(comm, &comm_));
    HYDRO_MPI(MPI_Comm_rank(comm_, &rank_));
    HYDRO_MPI(MPI_Comm_size(comm_, &size_));
    HYDRO_MPI(MPI_Dims_create(size_, 3, dims_.data()));
    HYDRO_REQUIRE(dims_[0] * dims_[1] * dims_[2] == size_);

    coords_[0] = rank_ % dims_[0];
    coords_[1] = rank_ / dims_[0] % dims_[1];
    coords_[2] = rank_ / (dims_[0] * dims_[1]);

    for (int dz = -1; dz <= 1; dz++) {
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                const Direction direction{dx, dy, dz};
                if (direction.axes() == 0) {
                    continue;
                }
                const int rank = rank_at(coords_[0] + dx, coords_[1] + dy, coords_[2] + dz);
                if (rank != MPI_PROC_NULL) {
                    neighbours_.push_back(Neighbour{direction, rank});
                }
            }
        }
    }
}

Domain::~Domain()
{
    MPI_Comm_free(&comm_);
}

int Domain::rank_at(int x, int y, int z) const
{
    if (x < 0 || x >= dims_[0] || y < 0 || y >= dims_[1] || z < 0 || z >= dims_[2]) {
        return MPI_PROC_NULL;
    }
    return x + dims_[0] * (y + dims_[1] * z);
}

double Domain::reduce(double value, MPI_Op op) const
{
    double result = 0.0;

    HYDRO_MPI(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, op, comm_));
    return result;
}

double Domain::sum(double value) const
{
    return reduce(value, MPI_SUM);
}

double Domain::min(double value) const
{
    return reduce(value, MPI_MIN);
}

double Domain::max(double value) const
{
    return reduce(value, MPI_MAX);
}

} // namespace hydro
