#include "report.hpp"

#include <algorithm>
#include <cmath>

namespace hydro {

Totals take_totals(const Solver &solver, const Domain &domain, const Mesh &mesh)
{
    const State &state = solver.state();
    std::array<double, 4> sums{};
    std::array<double, 4> all{};
    std::array<double, 2> peaks{};
    std::array<double, 2> all_peaks{};
    Totals totals;

    for (Index zone = 0; zone < mesh.zones(); zone++) {
        sums[0] += state.mass[zone];
        sums[1] += state.mass[zone] * state.energy[zone];
        sums[3] += state.volume[zone];
        peaks[0] = std::max(peaks[0], state.pressure[zone]);
    }
    for (Index node = 0; node < mesh.nodes(); node++) {
        const Vec3 velocity = state.velocity.at(node);

        // A shared node counts in parts.
        sums[2] += 0.5 * state.node_mass[node] * dot(velocity, velocity) / mesh.sharers(node);
        peaks[1] = std::max(peaks[1], norm(velocity));
    }
    HYDRO_MPI(MPI_Allreduce(sums.data(), all.data(), 4, MPI_DOUBLE, MPI_SUM, domain.comm()));
    HYDRO_MPI(MPI_Allreduce(peaks.data(), all_peaks.data(), 2, MPI_DOUBLE, MPI_MAX, domain.comm()));
    totals.mass = all[0];
    totals.internal = all[1];
    totals.kinetic = all[2];
    totals.volume = all[3];
    totals.max_pressure = all_peaks[0];
    totals.max_speed = all_peaks[1];
    return totals;
}

void print_line(const Solver &solver, const Totals &totals)
{
    const StepInfo &info = solver.info();

    std::printf("%6d  t %.5e  dt %.3e  energy %.10e (kinetic %.4e)  pressure %.3e  speed %.3e\n", info.step, info.time,
                info.dt, totals.energy(), totals.kinetic, totals.max_pressure, totals.max_speed);
}

void Checker::complain(const char *what, double got, double wanted)
{
    errors_++;
    if (domain_.rank() == 0) {
        std::fprintf(stderr, "check failed: %s is %.12e, not %.12e\n", what, got, wanted);
    }
}

void Checker::check_shared(Solver &solver, const Field &field)
{
    Field sum("sum", mesh_.nodes());
    double worst = 0.0;

    for (Index node = 0; node < mesh_.nodes(); node++) {
        sum[node] = field[node];
    }
    solver.sum_shared(sum);
    for (Index node = 0; node < mesh_.nodes(); node++) {
        worst = std::max(worst, std::fabs(sum[node] / mesh_.sharers(node) - field[node]));
    }
    worst = domain_.max(worst);
    if (worst > 1e-9) {
        complain(field.name().c_str(), worst, 0.0);
    }
}

void Checker::check(Solver &solver, const Totals &totals)
{
    if (std::fabs(totals.mass - first_.mass) > 1e-10 * first_.mass) {
        complain("mass", totals.mass, first_.mass);
    }
    // The hourglass filter takes a little energy away and gives none back.
    const double allowed = options_.hourglass > 0.0 ? 0.05 : 1e-10;
    if (std::fabs(totals.energy() - first_.energy()) > allowed * first_.energy()) {
        complain("energy", totals.energy(), first_.energy());
    }
    if (options_.check_nodes) {
        check_shared(solver, solver.state().position.x);
        check_shared(solver, solver.state().velocity.y);
    }
}

void write_profile(const Solver &solver, const Domain &domain, const Mesh &mesh, const std::string &path)
{
    constexpr int bins = 64;
    constexpr int columns = 3;
    const State &state = solver.state();
    std::vector<double> local(static_cast<std::size_t>(bins * columns), 0.0);
    std::vector<double> all(local.size(), 0.0);

    for (Index zone = 0; zone < mesh.zones(); zone++) {
        const auto corners = corners_of(mesh, state.position, zone);
        Vec3 centre;

        for (const Vec3 &corner : corners) {
            centre += 0.125 * corner;
        }
        const int bin = std::min(bins - 1, static_cast<int>(norm(centre) / 2.0 * bins));
        const auto place = static_cast<std::size_t>(bin * columns);
        local[place] += state.volume[zone];
        local[place + 1] += state.mass[zone];
        local[place + 2] += state.volume[zone] * state.pressure[zone];
    }
    HYDRO_MPI(MPI_Reduce(local.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, 0, domain.comm()));
    if (domain.rank() != 0) {
        return;
    }
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (file == nullptr) {
        std::fprintf(stderr, "cannot write %s\n", path.c_str());
        return;
    }
    std::fprintf(file, "# radius density pressure\n");
    for (int bin = 0; bin < bins; bin++) {
        const auto place = static_cast<std::size_t>(bin * columns);

        if (all[place] > 0.0) {
            std::fprintf(file, "%.6e %.6e %.6e\n", (bin + 0.5) * 2.0 / bins, all[place + 1] / all[place],
                         all[place + 2] / all[place]);
        }
    }
    std::fclose(file);
}

} // namespace hydro
