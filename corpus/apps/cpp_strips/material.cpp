#include "material.hpp"
#include "error.hpp"
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace strips {

double Layers::conductivity(double x, double) const {
    const auto last = values_.size() - 1;
    const auto layer = static_cast<std::size_t>(x * static_cast<double>(values_.size()));
    return values_[std::min(layer, last)];
}

double Disc::conductivity(double x, double y) const {
    return std::hypot(x - 0.5, y - 0.5) < radius_ ? inside_ : outside_;
}

std::unique_ptr<Material> Material::make(const std::string &name) {
    if (name == "plain")
        return std::make_unique<Plain>(1.0);
    if (name == "layers")
        return std::make_unique<Layers>(std::vector<double>{1.0, 0.25, 1.0, 0.5});
    if (name == "disc")
        return std::make_unique<Disc>(0.2, 1.0, 0.25);
    throw UsageError("unknown material " + name);
}

} // namespace strips
