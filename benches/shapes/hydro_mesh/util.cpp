#include "util.hpp"

#include <cmath>

namespace hydro {

void fail(const char *file, int line, const std::string &what)
{
    int rank = -1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank, file, line, what.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

void check_mpi(int code, const char *file, int line, const char *call)
{
    if (code == MPI_SUCCESS) {
        return;
    }
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    fail(file, line, std::string(call) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

double norm(const Vec3 &a)
{
    return std::sqrt(dot(a, a));
}

void Timers::report(MPI_Comm comm) const
{
    static const char *const names[phases] = {"forces",    "node exchange", "motion", "zone exchange",
                                              "viscosity", "time step",     "output"};
    std::array<double, phases> slowest{};
    std::array<double, phases> sum{};
    int rank = 0;
    int size = 1;

    HYDRO_MPI(MPI_Comm_rank(comm, &rank));
    HYDRO_MPI(MPI_Comm_size(comm, &size));
    HYDRO_MPI(MPI_Reduce(total_.data(), slowest.data(), static_cast<int>(phases), MPI_DOUBLE, MPI_MAX, 0, comm));
    HYDRO_MPI(MPI_Reduce(total_.data(), sum.data(), static_cast<int>(phases), MPI_DOUBLE, MPI_SUM, 0, comm));
    if (rank != 0) {
        return;
    }
    std::printf("%-14s %8s %12s %12s\n", "phase", "calls", "mean [s]", "slowest [s]");
    for (std::size_t i = 0; i < phases; i++) {
        std::printf("%-14s %8ld %12.6f %12.6f\n", names[i], calls_[i], sum[i] / size, slowest[i]);
    }
}

} // namespace hydro
