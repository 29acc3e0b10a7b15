// All values have their places before the first get begins.
#include "probes.hpp"

namespace strips {

void Probes::collect(const Window<double> &cells) {
    if (!comm_.is_root())
        return;
    values_.assign(points_.size(), 0.0);
    LockAll lock(cells.handle());
    for (std::size_t i = 0; i < points_.size(); ++i)
        cells.get(&values_[i], 1, points_[i].place.process, offset(points_[i]));
    lock.flush_all();
}

} // namespace strips
