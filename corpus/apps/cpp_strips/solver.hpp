// The whole simulation.
#pragma once

#include "checkpoint.hpp"
#include "comm.hpp"
#include "counter.hpp"
#include "decomposition.hpp"
#include "exchange.hpp"
#include "field.hpp"
#include "histogram.hpp"
#include "log.hpp"
#include "material.hpp"
#include "options.hpp"
#include "probes.hpp"
#include "profile.hpp"
#include "stencil.hpp"
#include "tracers.hpp"
#include <functional>
#include <memory>
#include <ostream>

namespace strips {

/// What a report is made of.
struct Report {
    int step;
    double largest_change;
    double total_heat;
    long tracers;
};

/// Heat and particles on a grid of strips.
class Solver {
public:
    using Reporter = std::function<void(const Report &)>;

    Solver(const Communicator &comm, const Options &options, Log &log);

    /// Called at process 0 every `report` steps.
    void on_report(Reporter reporter) { reporter_ = std::move(reporter); }

    /// Runs all steps. Collective.
    void run();

    /// Writes the result and the times, at process 0. Collective.
    void finish(std::ostream &out);

private:
    void initialise();
    void step(int number);
    void report(int number, const Change &change);

    const Communicator &comm_;
    const Options &options_;
    Log &log_;
    Decomposition grid_;
    std::unique_ptr<Material> material_;
    Field now_, next_;
    Stencil stencil_;
    std::unique_ptr<Exchange> exchange_;
    Histogram histogram_;
    SharedCounter reports_;
    Tracers tracers_;
    Checkpoint checkpoint_;
    Probes probes_;
    Profile profile_;
    Reporter reporter_;
};

} // namespace strips
