#include "solver.hpp"
#include <cmath>

namespace strips {

Solver::Solver(const Communicator &comm, const Options &options, Log &log)
    : comm_(comm), options_(options), log_(log), grid_(comm, options.rows, options.columns),
      material_(Material::make(options.material)), now_(options.rows, options.columns),
      next_(options.rows, options.columns), stencil_(grid_, *material_, options.alpha),
      exchange_(Exchange::make(options.method, comm, options.columns)), histogram_(comm), reports_(comm),
      tracers_(comm, options.rows, options.columns), checkpoint_(comm, options.rows, options.columns),
      probes_(comm, grid_) {
    probes_.add("corner", 0, 0);
    probes_.add("middle", grid_.all_rows() / 2, grid_.columns() / 2);
    probes_.add("end", grid_.all_rows() - 1, grid_.columns() - 1);
    log_.write(Level::info, "grid of ", grid_.all_rows(), " x ", grid_.columns(), ", material ", material_->name());
}

void Solver::initialise() {
    const int first = grid_.first_row();
    now_.fill([&](int i, int j) {
        const double x = static_cast<double>(j) / options_.columns;
        const double y = static_cast<double>(first + i) / grid_.all_rows();
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
    probes_.collect(checkpoint_.window());
    comm_.barrier();
    if (!comm_.is_root())
        return;
    out << "exchange by " << exchange_->name() << ", " << reports_.value() << " reports, most cells in bin " << fullest
        << '\n';
    for (const auto &[name, value] : probes_.by_name())
        log_.write(Level::info, name, ": ", value);
    if (!options_.output.empty())
        Checkpoint::write(options_.output, means);
    profile_.print(out);
}

} // namespace strips
