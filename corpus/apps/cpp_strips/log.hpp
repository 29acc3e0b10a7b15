// Messages with a level, at process 0.
#pragma once

#include "comm.hpp"
#include <ostream>
#include <sstream>
#include <string>

namespace strips {

/// How much a message matters.
enum class Level { debug, info, warning };

/// The name of a level, as it stands in the log.
const char *name(Level level);

/// Writes to a stream what matters enough, at process 0 only.
class Log {
public:
    Log(const Communicator &comm, std::ostream &out, Level least) : comm_(comm), out_(out), least_(least) {}

    /// One message of several parts.
    template <class... Parts> void write(Level level, const Parts &...parts) {
        if (!wanted(level))
            return;
        std::ostringstream text;
        (text << ... << parts);
        line(level, text.str());
    }

    bool wanted(Level level) const { return comm_.is_root() && level >= least_; }

    /// Messages so far.
    int lines() const { return lines_; }

private:
    void line(Level level, const std::string &text);

    const Communicator &comm_;
    std::ostream &out_;
    Level least_;
    int lines_ = 0;
};

} // namespace strips
