#include "log.hpp"

namespace strips {

const char *name(Level level) {
    switch (level) {
    case Level::debug:
        return "debug";
    case Level::info:
        return "info";
    case Level::warning:
        return "warning";
    }
    return "?";
}

void Log::line(Level level, const std::string &text) {
    out_ << '[' << name(level) << "] " << text << '\n';
    lines_ += 1;
}

} // namespace strips
