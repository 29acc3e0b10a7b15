// The time step.
#pragma once

#include "decomposition.hpp"
#include "field.hpp"
#include "material.hpp"

namespace strips {

/// What a step has changed.
struct Change {
    double largest = 0;
    double sum = 0;
};

/// One explicit step of the heat equation for some rows, with periodic columns. Rows count from 1.
class Stencil {
public:
    Stencil(const Decomposition &grid, const Material &material, double alpha);

    /// Rows whose neighbours are all the process' own.
    void inner(const Field &from, Field &to, Change &change) const;

    /// The first and the last row, which need the halo.
    void edges(const Field &from, Field &to, Change &change) const;

private:
    void row(const Field &from, Field &to, int i, Change &change) const;

    /// Of each own cell.
    Field alpha_;
};

} // namespace strips
