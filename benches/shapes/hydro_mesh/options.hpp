// What the user may choose.
#pragma once

#include "util.hpp"

namespace hydro {

enum class Method { Fence, Pscw, Lock };

struct Options {
    int edge = 8; // zones along an edge of the part of a process
    int steps = 20;
    double end_time = 1.0;
    double blast_energy = 0.25;
    double gamma = 1.4;
    double courant = 0.25;
    double linear_viscosity = 0.1;
    double quadratic_viscosity = 1.0;
    double hourglass = 0.01;
    int regions = 1;
    int report_every = 5;
    bool check_nodes = true;
    bool write_profile = false;
    Method method = Method::Pscw;
    std::array<int, 3> processes{{0, 0, 0}};

    // False if the program should end, because of an error or because help was asked for.
    bool parse(int argc, char **argv, bool speak);
    const char *method_name() const;
};

} // namespace hydro
