// The Lagrangian step: forces from pressure and viscosity, motion of the nodes, energy and pressure of the zones.
#pragma once

#include "exchange.hpp"

namespace hydro {

struct StepInfo {
    int step = 0;
    double time = 0.0;
    double dt = 0.0;
};

class Solver {
  public:
    Solver(const Domain &domain, const Mesh &mesh, const Options &options, Timers &timers);

    void initialise();
    // One time step; false when the end is reached.
    bool advance();

    const State &state() const { return state_; }
    const StepInfo &info() const { return info_; }
    const Exchange &node_exchange() const { return *node_exchange_; }
    const Exchange &zone_exchange() const { return *zone_exchange_; }
    // Sums the field over the processes that share a node.
    void sum_shared(Field &field);

  private:
    void compute_forces();
    void add_hourglass_forces(Index zone);
    void sum_forces();
    void move_nodes();
    void hold_symmetry(VectorField &field) const;
    void update_energy();
    void update_zones();
    void compute_divergence();
    void exchange_divergence();
    void compute_viscosity();
    double limiter(Index zone) const;
    void choose_time_step();

    const Domain &domain_;
    const Mesh &mesh_;
    const Options &options_;
    Timers &timers_;
    std::vector<std::unique_ptr<Material>> materials_;
    State state_;
    std::unique_ptr<Exchange> node_exchange_;
    std::unique_ptr<Exchange> zone_exchange_;
    StepInfo info_;
};

} // namespace hydro
