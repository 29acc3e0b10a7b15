// What the user asks for.
#pragma once

#include "log.hpp"
#include <string>

namespace strips {

/// How halos are exchanged.
enum class Method { fence, lock };

/// The command line.
struct Options {
    int rows = 64;       ///< Rows of a process.
    int columns = 64;    ///< Columns.
    int steps = 10;      ///< Time steps.
    int report = 5;      ///< Steps between two reports.
    double alpha = 0.1;  ///< Diffusion number.
    Method method = Method::lock;
    Level log = Level::info;
    std::string material = "plain";
    std::string output;  ///< File of the result; none when empty.

    /// Reads `--name value` pairs.
    static Options parse(int argc, char **argv);
};

} // namespace strips
