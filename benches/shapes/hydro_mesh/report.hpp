// Sums over the whole mesh, checks, and what is printed.
#pragma once

#include "solver.hpp"

namespace hydro {

struct Totals {
    double mass = 0.0;
    double internal = 0.0;
    double kinetic = 0.0;
    double volume = 0.0;
    double max_pressure = 0.0;
    double max_speed = 0.0;

    double energy() const { return internal + kinetic; }
};

Totals take_totals(const Solver &solver, const Domain &domain, const Mesh &mesh);
void print_line(const Solver &solver, const Totals &totals);

class Checker {
  public:
    Checker(const Domain &domain, const Mesh &mesh, const Options &options) : domain_(domain), mesh_(mesh), options_(options) {}

    void start(const Totals &totals) { first_ = totals; }
    // Mass and energy must stay; all processes that share a node must see it at the same place.
    void check(Solver &solver, const Totals &totals);
    int errors() const { return errors_; }

  private:
    void complain(const char *what, double got, double wanted);
    void check_shared(Solver &solver, const Field &field);

    const Domain &domain_;
    const Mesh &mesh_;
    const Options &options_;
    Totals first_;
    int errors_ = 0;
};

// The mean density and pressure over the distance from the origin, gathered by process 0.
void write_profile(const Solver &solver, const Domain &domain, const Mesh &mesh, const std::string &path);

} // namespace hydro
