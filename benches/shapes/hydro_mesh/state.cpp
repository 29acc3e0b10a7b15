#include "state.hpp"

#include <algorithm>
#include <cmath>

namespace hydro {

namespace {

class IdealGas : public Material {
  public:
    explicit IdealGas(double gamma) : gamma_(gamma) {}
    const char *name() const override { return "ideal gas"; }
    double pressure(double density, double energy) const override { return (gamma_ - 1.0) * density * std::max(energy, 0.0); }
    double sound_speed(double density, double pressure) const override { return std::sqrt(gamma_ * std::max(pressure, 0.0) / density + 1e-12); }

  private:
    double gamma_;
};

// With a cold pressure against compression.
class StiffGas : public Material {
  public:
    StiffGas(double gamma, double stiffness) : gamma_(gamma), stiffness_(stiffness) {}
    const char *name() const override { return "stiff gas"; }
    double pressure(double density, double energy) const override
    {
        const double cold = density > 1.0 ? stiffness_ * (density - 1.0) : 0.0;
        return (gamma_ - 1.0) * density * std::max(energy, 0.0) + cold;
    }
    double sound_speed(double density, double pressure) const override
    {
        return std::sqrt((gamma_ * std::max(pressure, 0.0) + stiffness_) / density + 1e-12);
    }

  private:
    double gamma_;
    double stiffness_;
};

} // namespace

std::unique_ptr<Material> make_material(int region, const Options &options)
{
    if (region % 2 == 0) {
        return std::make_unique<IdealGas>(options.gamma + 0.02 * region);
    }
    return std::make_unique<StiffGas>(options.gamma, 0.001 * region);
}

State::State(const Mesh &mesh)
    : position("position", mesh.nodes()), velocity("velocity", mesh.nodes()),
      middle_velocity("middle velocity", mesh.nodes()), force("force", mesh.nodes()), node_mass("node mass", mesh.nodes()),
      mass("mass", mesh.zones()), volume("volume", mesh.zones()), density("density", mesh.zones()),
      energy("energy", mesh.zones()), pressure("pressure", mesh.zones()), viscosity("viscosity", mesh.zones()),
      sound("sound", mesh.zones()), divergence("divergence", mesh.zones() + mesh.ghosts()),
      compression("compression", mesh.zones() + mesh.ghosts()), region(static_cast<std::size_t>(mesh.zones()), 0),
      gradient(static_cast<std::size_t>(mesh.zones()))
{
}

std::array<Vec3, zone_nodes> corners_of(const Mesh &mesh, const VectorField &field, Index zone)
{
    std::array<Vec3, zone_nodes> corners;
    const auto &nodes = mesh.nodes_of(zone);

    for (std::size_t c = 0; c < zone_nodes; c++) {
        corners[c] = field.at(nodes[c]);
    }
    return corners;
}

double zone_volume(const std::array<Vec3, zone_nodes> &corners)
{
    // The sum of the cones over the faces, with the tip at the origin.
    double volume = 0.0;

    for (const auto &face : face_nodes) {
        const Vec3 &a = corners[static_cast<std::size_t>(face[0])];
        const Vec3 &b = corners[static_cast<std::size_t>(face[1])];
        const Vec3 &c = corners[static_cast<std::size_t>(face[2])];
        const Vec3 &d = corners[static_cast<std::size_t>(face[3])];
        const Vec3 area = 0.5 * cross(c - a, d - b);
        const Vec3 centre = 0.25 * (a + b + c + d);

        volume += dot(centre, area) / 3.0;
    }
    return volume;
}

void volume_gradient(const std::array<Vec3, zone_nodes> &corners, std::array<Vec3, zone_nodes> &gradient)
{
    for (Vec3 &entry : gradient) {
        entry = Vec3();
    }
    for (const auto &face : face_nodes) {
        const Vec3 diagonal_a = corners[static_cast<std::size_t>(face[2])] - corners[static_cast<std::size_t>(face[0])];
        const Vec3 diagonal_b = corners[static_cast<std::size_t>(face[3])] - corners[static_cast<std::size_t>(face[1])];
        const Vec3 share = 0.125 * cross(diagonal_a, diagonal_b);

        for (int corner : face) {
            gradient[static_cast<std::size_t>(corner)] += share;
        }
    }
}

void initialise(State &state, const Mesh &mesh, const Domain &domain, const Options &options,
                const std::vector<std::unique_ptr<Material>> &materials)
{
    const std::vector<Vec3> &start = mesh.start_positions();

    for (Index node = 0; node < mesh.nodes(); node++) {
        state.position.set(node, start[static_cast<std::size_t>(node)]);
    }
    state.node_mass.fill(0.0);
    for (Index zone = 0; zone < mesh.zones(); zone++) {
        const auto corners = corners_of(mesh, state.position, zone);
        const double volume = zone_volume(corners);

        HYDRO_REQUIRE(volume > 0.0);
        state.volume[zone] = volume;
        state.density[zone] = 1.0;
        state.mass[zone] = volume;
        state.energy[zone] = 1e-6;
        // Regions are slabs along x.
        state.region[static_cast<std::size_t>(zone)] =
            static_cast<int>(corners[0].x / mesh.spacing() + 0.5) / 4 % options.regions;
        for (Index node : mesh.nodes_of(zone)) {
            state.node_mass[node] += 0.125 * state.mass[zone];
        }
    }
    if (domain.at_low_end(0) && domain.at_low_end(1) && domain.at_low_end(2)) {
        state.energy[0] = options.blast_energy / state.mass[0];
    }
    for (Index zone = 0; zone < mesh.zones(); zone++) {
        const Material &material = *materials[static_cast<std::size_t>(state.region[static_cast<std::size_t>(zone)])];

        state.pressure[zone] = material.pressure(state.density[zone], state.energy[zone]);
        state.sound[zone] = material.sound_speed(state.density[zone], state.pressure[zone]);
    }
}

} // namespace hydro
