// Where the time goes.
#pragma once

#include <chrono>
#include <map>
#include <ostream>
#include <string>

namespace strips {

/// Seconds by phase.
class Profile {
public:
    /// Adds the time of its life to a phase.
    class Scope {
    public:
        Scope(Profile &profile, const char *phase) : profile_(profile), phase_(phase), begin_(Clock::now()) {}
        ~Scope() { profile_.add(phase_, std::chrono::duration<double>(Clock::now() - begin_).count()); }
        Scope(const Scope &) = delete;
        Scope &operator=(const Scope &) = delete;

    private:
        using Clock = std::chrono::steady_clock;
        Profile &profile_;
        const char *phase_;
        Clock::time_point begin_;
    };

    void add(const std::string &phase, double seconds);
    void print(std::ostream &out) const;

private:
    std::map<std::string, double> seconds_;
};

} // namespace strips
