// A blast wave in a gas, on a mesh of hexahedra that moves with it, over processes that each own a part of the mesh.
//
// Nodes on the border of a part are shared by up to eight processes, so the forces on them are summed with up to 26
// neighbours in every step; the divergence of the velocity is copied from the neighbours across faces into ghost zones. One
// class does both: it packs fields into a buffer, puts the piece of each neighbour into a place of its window that
// was agreed on at the start, and unpacks what has come. How that is synchronised is chosen by an option, by a virtual
// function table: fences, post-start-complete-wait, or one long lock_all with flushes and messages.
//
// Race-free: in a window each neighbour has a place of its own, so the puts of two origins are disjoint.
//  - fence: puts stand between two fences; the second one completes them at origin and target (MPI 4.1, 12.5.1), and what has
//    come is loaded behind it. A put of the next exchange reaches its target only after the target's first fence
//    of that exchange, which follows its loads.
//  - pscw: puts reach their target behind its post, which follows its loads of the exchange before, and are complete there
//    behind its wait (12.5.2). The send buffer is free behind complete.
//  - lock: puts are flushed to each neighbour before a message to it (12.5.4), and loads stand behind the messages of all. A
//    neighbour that sends exchange n+2 has received the message of n+1, which was sent behind the loads of n; n and n+2
//    use one half of the window, n+1 the other.
// The two exchanges have windows of their own.
//
// -DRACY: with pscw, what has come is unpacked before MPI_Win_wait instead of behind it.
//@ expect: warning RMA201 PUT LOAD -- places are received numbers; with -DRACY only; none without
#include "report.hpp"

namespace {

int simulate(const hydro::Options &options)
{
    const hydro::Domain domain(MPI_COMM_WORLD, options.processes);
    const hydro::Mesh mesh(domain, options.edge);
    hydro::Timers timers;
    hydro::Solver solver(domain, mesh, options, timers);
    hydro::Checker checker(domain, mesh, options);
    const double start = MPI_Wtime();

    solver.initialise();
    checker.start(hydro::take_totals(solver, domain, mesh));
    if (domain.rank() == 0) {
        std::printf("%d x %d x %d processes, %d zones each, exchange by %s\n", domain.dim(0), domain.dim(1), domain.dim(2),
                    mesh.zones(), options.method_name());
    }

    while (solver.advance()) {
        if (solver.info().step % options.report_every != 0) {
            continue;
        }
        hydro::ScopedTimer timer(timers, hydro::Phase::Output);
        const hydro::Totals totals = hydro::take_totals(solver, domain, mesh);

        checker.check(solver, totals);
        if (domain.rank() == 0) {
            hydro::print_line(solver, totals);
        }
    }

    const double seconds = domain.max(MPI_Wtime() - start);
    const double sent = domain.sum(static_cast<double>(solver.node_exchange().bytes_sent() + solver.zone_exchange().bytes_sent()));
    const double puts = domain.sum(static_cast<double>(solver.node_exchange().messages() + solver.zone_exchange().messages()));
    if (options.write_profile) {
        hydro::write_profile(solver, domain, mesh, "profile.txt");
    }
    timers.report(domain.comm());
    if (domain.rank() == 0) {
        std::printf("%d steps in %.3f s, %.0f puts, %.1f kB: %s\n", solver.info().step, seconds, puts, sent / 1024.0,
                    checker.errors() == 0 ? "ok" : "FAILED");
    }
    return checker.errors();
}

} // namespace

int main(int argc, char **argv)
{
    hydro::Options options;
    int rank = 0;
    int errors = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!options.parse(argc, argv, rank == 0)) {
        MPI_Finalize();
        return 2;
    }
    errors = simulate(options);
    MPI_Finalize();
    return errors == 0 ? 0 : 1;
}
