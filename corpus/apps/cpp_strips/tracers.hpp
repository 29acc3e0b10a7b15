// Particles that drift over the grid and go from strip to strip.
#pragma once

#include "comm.hpp"
#include "window.hpp"
#include <array>
#include <cstddef>
#include <vector>

namespace strips {

/// A particle: where it is in its strip, and how fast it goes.
struct Tracer {
    double row;
    double column;
    double speed;
};

/// The particles of a process. At the end of each step those that have left the strip are handed to the neighbours, by puts into their inboxes.
class Tracers {
public:
    /// Particles that an inbox takes from one neighbour in a step.
    static constexpr int room = 32;

    Tracers(const Communicator &comm, int rows, int columns);

    /// Makes particles in the own strip.
    void seed(int count);

    /// Moves all particles, and hands on those that leave the strip. Collective.
    void step(double time);

    /// How many there are on all processes. Collective.
    long total() const;

private:
    static constexpr int numbers = 3;
    static constexpr int box = 1 + numbers * room;

    using Outbox = std::array<double, static_cast<std::size_t>(box)>;

    void push(Outbox &out, const Tracer &tracer) const;
    void take(int side);

    const Communicator &comm_;
    int rows_, columns_;
    int above_, below_;
    Window<double> inbox_;
    std::vector<Tracer> own_;
    Outbox up_{}, down_{};
};

} // namespace strips
