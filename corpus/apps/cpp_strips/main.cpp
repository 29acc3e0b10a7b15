// Heat and drifting particles on a grid that is cut into strips, one a process.
#include "comm.hpp"
#include "log.hpp"
#include "options.hpp"
#include "solver.hpp"
#include <exception>
#include <iostream>

namespace {

void print(const strips::Report &report) {
    std::cout << "step " << report.step << ": change " << report.largest_change << ", heat " << report.total_heat
              << ", " << report.tracers << " tracers" << std::endl;
}

int simulate(int argc, char **argv) {
    const strips::Options options = strips::Options::parse(argc, argv);
    const strips::Communicator comm(MPI_COMM_WORLD);
    strips::Log log(comm, std::clog, options.log);
    strips::Solver solver(comm, options, log);
    solver.on_report(print);
    solver.run();
    solver.finish(std::cout);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    strips::Environment environment(argc, argv);
    try {
        return simulate(argc, argv);
    } catch (const strips::UsageError &error) {
        std::cerr << "usage: " << error.what() << '\n';
        return 2;
    } catch (const strips::MpiError &error) {
        std::cerr << error.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, error.code());
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return 1;
}
