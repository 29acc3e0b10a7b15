#include "solver.hpp"
#include <cmath>

namespace strips {

Solver::Solver(const Communicator &comm, const Options &options)
    : comm_(comm), options_(options), now_(options.rows, options.columns), next_(options.rows, options.columns),
      stencil_(options.alpha), exchange_(Exchange::make(options.method, comm, options.columns)), histogram_(comm),
      reports_(comm), tracers_(comm, options.rows, options.columns), checkpoint_(comm, options.rows, options.columns) {}

void Solver::initialise() {
    const int first = comm_.rank() * options_.rows;
    now_.fill([&](int i, int j) {
        const double x = static_cast<double>(j) / options_.columns;
        const double y = static_cast<double>(first + i) / (comm_.size() * options_.rows);
        return 0.5 + 0.5 * std::sin(6.283185307179586 * x) * std::cos(6.283185307179586 * y);
    });
    tracers_.seed(16);
}

void Solver::step(int number) {
    Change change;
    {
        Profile::Scope scope(profile_, "exchange");
        exchange_->start(now_);
    }
    {
        Profile::Scope scope(profile_, "inner");
        stencil_.inner(now_, next_, change);
    }
    {
        Profile::Scope scope(profile_, "exchange");
        exchange_->finish(now_);
    }
    {
        Profile::Scope scope(profile_, "edges");
        stencil_.edges(now_, next_, change);
    }
    now_.swap(next_);
    {
        Profile::Scope scope(profile_, "tracers");
        tracers_.step(0.5);
    }
    if (options_.report > 0 && number % options_.report == 0)
        report(number, change);
}

void Solver::report(int number, const Change &change) {
    double heat = 0;
    now_.for_each([&heat](double value) { heat += value; });
    Report out{};
    out.step = number;
    out.largest_change = comm_.max(change.largest);
    out.total_heat = comm_.sum(heat);
    out.tracers = tracers_.total();
    if (comm_.is_root()) {
        reports_.next();
        if (reporter_)
            reporter_(out);
    }
}

void Solver::run() {
    initialise();
    for (int number = 1; number <= options_.steps; ++number)
        step(number);
}

void Solver::finish(std::ostream &out) {
    histogram_.add(now_, 0.0, 1.0);
    const int fullest = histogram_.fullest();
    checkpoint_.publish(now_);
    const std::vector<double> means = checkpoint_.row_means();
    comm_.barrier();
    if (!comm_.is_root())
        return;
    out << "exchange by " << exchange_->name() << ", " << reports_.value() << " reports, most cells in bin " << fullest
        << '\n';
    if (!options_.output.empty())
        Checkpoint::write(options_.output, means);
    profile_.print(out);
}

} // namespace strips
