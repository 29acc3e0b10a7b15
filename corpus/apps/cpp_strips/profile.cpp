#include "profile.hpp"
#include <iomanip>

namespace strips {

void Profile::add(const std::string &phase, double seconds) { seconds_[phase] += seconds; }

void Profile::print(std::ostream &out) const {
    for (const auto &[phase, seconds] : seconds_)
        out << std::setw(12) << phase << ' ' << std::fixed << std::setprecision(3) << seconds << " s\n";
}

} // namespace strips
