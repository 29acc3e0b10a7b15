// How well heat is conducted, by the place.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace strips {

/// A conductivity for each cell of the whole grid.
class Material {
public:
    virtual ~Material() = default;

    /// Of the cell at a place whose coordinates are between 0 and 1.
    virtual double conductivity(double x, double y) const = 0;
    virtual std::string name() const = 0;

    /// The material with this name. Throws when there is none.
    static std::unique_ptr<Material> make(const std::string &name);
};

/// The same everywhere.
class Plain final : public Material {
public:
    explicit Plain(double value) : value_(value) {}
    double conductivity(double, double) const override { return value_; }
    std::string name() const override { return "plain"; }

private:
    double value_;
};

/// Layers from the left to the right, all of one width.
class Layers final : public Material {
public:
    explicit Layers(std::vector<double> values) : values_(std::move(values)) {}
    double conductivity(double x, double y) const override;
    std::string name() const override { return "layers"; }

private:
    std::vector<double> values_;
};

/// A disc in the middle of a plain material.
class Disc final : public Material {
public:
    Disc(double inside, double outside, double radius) : inside_(inside), outside_(outside), radius_(radius) {}
    double conductivity(double x, double y) const override;
    std::string name() const override { return "disc"; }

private:
    double inside_, outside_, radius_;
};

} // namespace strips
