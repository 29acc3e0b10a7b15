// The fields.
#pragma once

#include "mesh.hpp"
#include "options.hpp"

#include <memory>

namespace hydro {

class Field {
  public:
    Field(std::string name, Index size) : name_(std::move(name)), values_(static_cast<std::size_t>(size), 0.0) {}

    double &operator[](Index i) { return values_[static_cast<std::size_t>(i)]; }
    double operator[](Index i) const { return values_[static_cast<std::size_t>(i)]; }
    Index size() const { return static_cast<Index>(values_.size()); }
    const std::string &name() const { return name_; }
    void fill(double value)
    {
        for (double &entry : values_) {
            entry = value;
        }
    }

  private:
    std::string name_;
    std::vector<double> values_;
};

struct VectorField {
    Field x;
    Field y;
    Field z;

    VectorField(const std::string &name, Index size) : x(name + ".x", size), y(name + ".y", size), z(name + ".z", size) {}

    Vec3 at(Index i) const { return Vec3(x[i], y[i], z[i]); }
    void set(Index i, const Vec3 &value)
    {
        x[i] = value.x;
        y[i] = value.y;
        z[i] = value.z;
    }
    void add(Index i, const Vec3 &value)
    {
        x[i] += value.x;
        y[i] += value.y;
        z[i] += value.z;
    }
    void clear()
    {
        x.fill(0.0);
        y.fill(0.0);
        z.fill(0.0);
    }
    Field &component(int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
};

// The equation of state of a material.
class Material {
  public:
    virtual ~Material() = default;
    virtual const char *name() const = 0;
    virtual double pressure(double density, double energy) const = 0;
    virtual double sound_speed(double density, double pressure) const = 0;
};

std::unique_ptr<Material> make_material(int region, const Options &options);

struct State {
    explicit State(const Mesh &mesh);

    // Of nodes.
    VectorField position;
    VectorField velocity;
    VectorField middle_velocity;
    VectorField force;
    Field node_mass;
    // Of zones; those with ghosts say so.
    Field mass;
    Field volume;
    Field density;
    Field energy;
    Field pressure;
    Field viscosity;
    Field sound;
    Field divergence;  // with ghosts
    Field compression; // with ghosts
    std::vector<int> region;
    // The gradient of the volume by the nodes, at the start of the step.
    std::vector<std::array<Vec3, zone_nodes>> gradient;
};

// Sets all up: a cold gas at rest, with the energy of a blast in the zone at the origin.
void initialise(State &state, const Mesh &mesh, const Domain &domain, const Options &options,
                const std::vector<std::unique_ptr<Material>> &materials);

double zone_volume(const std::array<Vec3, zone_nodes> &corners);
void volume_gradient(const std::array<Vec3, zone_nodes> &corners, std::array<Vec3, zone_nodes> &gradient);
std::array<Vec3, zone_nodes> corners_of(const Mesh &mesh, const VectorField &field, Index zone);

} // namespace hydro
