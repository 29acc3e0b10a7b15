#include "options.hpp"
#include "error.hpp"
#include "log.hpp"
#include <cstdlib>
#include <cstring>

namespace strips {

namespace {

int number(const char *name, const char *text) {
    char *end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end == text || *end != '\0')
        throw UsageError(std::string(name) + " needs a number");
    return static_cast<int>(value);
}

Level level(const char *text) {
    for (Level one : {Level::debug, Level::info, Level::warning})
        if (std::strcmp(text, name(one)) == 0)
            return one;
    throw UsageError(std::string("unknown level ") + text);
}

} // namespace

Options Options::parse(int argc, char **argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i];
        const char *value = argv[i + 1];
        if (std::strcmp(name, "--rows") == 0)
            options.rows = number(name, value);
        else if (std::strcmp(name, "--columns") == 0)
            options.columns = number(name, value);
        else if (std::strcmp(name, "--steps") == 0)
            options.steps = number(name, value);
        else if (std::strcmp(name, "--report") == 0)
            options.report = number(name, value);
        else if (std::strcmp(name, "--alpha") == 0)
            options.alpha = std::atof(value);
        else if (std::strcmp(name, "--method") == 0)
            options.method = std::strcmp(value, "fence") == 0 ? Method::fence : Method::lock;
        else if (std::strcmp(name, "--material") == 0)
            options.material = value;
        else if (std::strcmp(name, "--log") == 0)
            options.log = level(value);
        else if (std::strcmp(name, "--output") == 0)
            options.output = value;
        else
            throw UsageError(std::string("unknown option ") + name);
    }
    if (options.rows < 2 || options.columns < 1)
        throw UsageError("the grid is too small");
    return options;
}

} // namespace strips
