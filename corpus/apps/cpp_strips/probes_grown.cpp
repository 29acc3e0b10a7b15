// The values move to a larger piece of memory with each point that has no room, while gets are on their way to the old one.
#include "probes.hpp"

namespace strips {

void Probes::collect(const Window<double> &cells) {
    if (!comm_.is_root())
        return;
    values_.clear();
    LockAll lock(cells.handle());
    for (const Point &point : points_) {
        values_.push_back(0.0); //@ GROW
        cells.get(&values_.back(), 1, point.place.process, offset(point));
    }
    lock.flush_all();
}

} // namespace strips
