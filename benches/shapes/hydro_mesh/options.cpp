#include "options.hpp"

#include <cstring>

namespace hydro {

namespace {

void usage(const char *program)
{
    std::printf("usage: %s [options]\n"
                "  --edge N         zones along an edge of each part\n"
                "  --steps N        at most so many time steps\n"
                "  --end T          end of the simulated time\n"
                "  --energy E       energy of the blast\n"
                "  --gamma G        ratio of the specific heats\n"
                "  --courant C      Courant number\n"
                "  --viscosity L Q  linear and quadratic coefficient\n"
                "  --hourglass H    coefficient of the hourglass filter\n"
                "  --regions N      number of materials\n"
                "  --report N       a line every N steps\n"
                "  --grid X Y Z     processes along the axes\n"
                "  --method M       fence, pscw or lock\n"
                "  --profile        write the radial profile\n"
                "  --no-check       do not compare shared nodes\n",
                program);
}

class Arguments {
  public:
    Arguments(int argc, char **argv) : argc_(argc), argv_(argv) {}

    bool more() const { return next_ < argc_; }
    const char *take() { return argv_[next_++]; }
    bool number(int &value)
    {
        if (!more()) {
            return false;
        }
        char *end = nullptr;
        const long parsed = std::strtol(take(), &end, 10);
        value = static_cast<int>(parsed);
        return *end == '\0';
    }
    bool number(double &value)
    {
        if (!more()) {
            return false;
        }
        char *end = nullptr;
        value = std::strtod(take(), &end);
        return *end == '\0';
    }

  private:
    int argc_;
    char **argv_;
    int next_ = 1;
};

bool parse_method(const char *word, Method &method)
{
    if (std::strcmp(word, "fence") == 0) {
        method = Method::Fence;
    } else if (std::strcmp(word, "pscw") == 0) {
        method = Method::Pscw;
    } else if (std::strcmp(word, "lock") == 0) {
        method = Method::Lock;
    } else {
        return false;
    }
    return true;
}

} // namespace

bool Options::parse(int argc, char **argv, bool speak)
{
    Arguments arguments(argc, argv);
    bool good = true;

    while (good && arguments.more()) {
        const std::string word = arguments.take();

        if (word == "--edge") {
            good = arguments.number(edge) && edge >= 2;
        } else if (word == "--steps") {
            good = arguments.number(steps) && steps >= 0;
        } else if (word == "--end") {
            good = arguments.number(end_time);
        } else if (word == "--energy") {
            good = arguments.number(blast_energy) && blast_energy > 0.0;
        } else if (word == "--gamma") {
            good = arguments.number(gamma) && gamma > 1.0;
        } else if (word == "--courant") {
            good = arguments.number(courant) && courant > 0.0 && courant < 1.0;
        } else if (word == "--viscosity") {
            good = arguments.number(linear_viscosity) && arguments.number(quadratic_viscosity);
        } else if (word == "--hourglass") {
            good = arguments.number(hourglass);
        } else if (word == "--regions") {
            good = arguments.number(regions) && regions >= 1 && regions <= 8;
        } else if (word == "--report") {
            good = arguments.number(report_every) && report_every > 0;
        } else if (word == "--grid") {
            good = arguments.number(processes[0]) && arguments.number(processes[1]) && arguments.number(processes[2]);
        } else if (word == "--method") {
            good = arguments.more() && parse_method(arguments.take(), method);
        } else if (word == "--profile") {
            write_profile = true;
        } else if (word == "--no-check") {
            check_nodes = false;
        } else {
            good = false;
        }
    }
    if (!good && speak) {
        usage(argv[0]);
    }
    return good;
}

const char *Options::method_name() const
{
    switch (method) {
    case Method::Fence:
        return "fence";
    case Method::Pscw:
        return "pscw";
    case Method::Lock:
        return "lock";
    }
    return "?";
}

} // namespace hydro
