#include "solver.hpp"

#include <algorithm>
#include <cmath>

namespace hydro {

namespace {

std::vector<std::unique_ptr<Material>> all_materials(const Options &options)
{
    std::vector<std::unique_ptr<Material>> materials;

    for (int region = 0; region < options.regions; region++) {
        materials.push_back(make_material(region, options));
    }
    return materials;
}

// The four patterns of an hourglass in the corners of a zone.
constexpr double hourglass_shape[4][zone_nodes] = {
    {1, 1, -1, -1, -1, -1, 1, 1},
    {1, -1, -1, 1, -1, 1, 1, -1},
    {1, -1, 1, -1, 1, -1, 1, -1},
    {-1, 1, -1, 1, 1, -1, 1, -1},
};

} // namespace

Solver::Solver(const Domain &domain, const Mesh &mesh, const Options &options, Timers &timers)
    : domain_(domain), mesh_(mesh), options_(options), timers_(timers), materials_(all_materials(options)), state_(mesh),
      node_exchange_(make_exchange(options.method, domain, mesh.node_links(), 3)),
      zone_exchange_(make_exchange(options.method, domain, mesh.zone_links(), 2))
{
}

void Solver::initialise()
{
    hydro::initialise(state_, mesh_, domain_, options_, materials_);
    sum_shared(state_.node_mass);
    for (Index node = 0; node < mesh_.nodes(); node++) {
        HYDRO_REQUIRE(state_.node_mass[node] > 0.0);
    }
    info_ = StepInfo();
    choose_time_step();
}

void Solver::sum_shared(Field &field)
{
    node_exchange_->run({&field}, Combine::Add);
}

bool Solver::advance()
{
    if (info_.step >= options_.steps || info_.time >= options_.end_time) {
        return false;
    }
    compute_forces();
    sum_forces();
    move_nodes();
    update_energy();
    update_zones();
    compute_divergence();
    exchange_divergence();
    compute_viscosity();
    info_.step++;
    info_.time += info_.dt;
    choose_time_step();
    return true;
}

void Solver::compute_forces()
{
    ScopedTimer timer(timers_, Phase::Forces);

    state_.force.clear();
    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        const auto corners = corners_of(mesh_, state_.position, zone);
        auto &gradient = state_.gradient[static_cast<std::size_t>(zone)];
        const double stress = state_.pressure[zone] + state_.viscosity[zone];
        const auto &nodes = mesh_.nodes_of(zone);

        volume_gradient(corners, gradient);
        for (std::size_t c = 0; c < zone_nodes; c++) {
            state_.force.add(nodes[c], stress * gradient[c]);
        }
        if (options_.hourglass > 0.0) {
            add_hourglass_forces(zone);
        }
    }
}

void Solver::add_hourglass_forces(Index zone)
{
    const auto velocities = corners_of(mesh_, state_.velocity, zone);
    const auto &nodes = mesh_.nodes_of(zone);
    const double strength = options_.hourglass * state_.density[zone] * state_.sound[zone] *
                            std::pow(state_.volume[zone], 2.0 / 3.0) / zone_nodes;

    for (const auto &shape : hourglass_shape) {
        Vec3 amplitude;

        for (std::size_t c = 0; c < zone_nodes; c++) {
            amplitude += shape[c] * velocities[c];
        }
        for (std::size_t c = 0; c < zone_nodes; c++) {
            state_.force.add(nodes[c], (-strength * shape[c]) * amplitude);
        }
    }
}

void Solver::sum_forces()
{
    ScopedTimer timer(timers_, Phase::NodeExchange);

    node_exchange_->run({&state_.force.x, &state_.force.y, &state_.force.z}, Combine::Add);
}

void Solver::hold_symmetry(VectorField &field) const
{
    for (int axis = 0; axis < 3; axis++) {
        Field &component = field.component(axis);

        for (Index node : mesh_.symmetric_nodes(axis)) {
            component[node] = 0.0;
        }
    }
}

void Solver::move_nodes()
{
    ScopedTimer timer(timers_, Phase::Motion);

    hold_symmetry(state_.force);
    for (Index node = 0; node < mesh_.nodes(); node++) {
        const Vec3 before = state_.velocity.at(node);
        const Vec3 after = before + (info_.dt / state_.node_mass[node]) * state_.force.at(node);
        const Vec3 middle = 0.5 * (before + after);

        state_.velocity.set(node, after);
        state_.middle_velocity.set(node, middle);
        state_.position.add(node, info_.dt * middle);
    }
}

// The work of the forces that a zone has exerted is taken from its energy, so that the total stays.
void Solver::update_energy()
{
    ScopedTimer timer(timers_, Phase::Motion);

    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        const auto &gradient = state_.gradient[static_cast<std::size_t>(zone)];
        const auto &nodes = mesh_.nodes_of(zone);
        const double stress = state_.pressure[zone] + state_.viscosity[zone];
        double expansion = 0.0;

        for (std::size_t c = 0; c < zone_nodes; c++) {
            expansion += dot(gradient[c], state_.middle_velocity.at(nodes[c]));
        }
        state_.energy[zone] -= info_.dt * stress * expansion / state_.mass[zone];
    }
}

void Solver::update_zones()
{
    ScopedTimer timer(timers_, Phase::Motion);

    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        const double volume = zone_volume(corners_of(mesh_, state_.position, zone));
        const Material &material = *materials_[static_cast<std::size_t>(state_.region[static_cast<std::size_t>(zone)])];

        if (!(volume > 0.0)) {
            fail(__FILE__, __LINE__, "zone " + std::to_string(zone) + " is inverted in step " + std::to_string(info_.step));
        }
        state_.volume[zone] = volume;
        state_.density[zone] = state_.mass[zone] / volume;
        state_.pressure[zone] = material.pressure(state_.density[zone], state_.energy[zone]);
        state_.sound[zone] = material.sound_speed(state_.density[zone], state_.pressure[zone]);
    }
}

void Solver::compute_divergence()
{
    ScopedTimer timer(timers_, Phase::Viscosity);

    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        std::array<Vec3, zone_nodes> gradient;
        const auto &nodes = mesh_.nodes_of(zone);
        double rate = 0.0;

        volume_gradient(corners_of(mesh_, state_.position, zone), gradient);
        for (std::size_t c = 0; c < zone_nodes; c++) {
            rate += dot(gradient[c], state_.velocity.at(nodes[c]));
        }
        state_.divergence[zone] = rate / state_.volume[zone];
        state_.compression[zone] = std::min(state_.divergence[zone], 0.0) * std::cbrt(state_.volume[zone]);
    }
}

void Solver::exchange_divergence()
{
    ScopedTimer timer(timers_, Phase::ZoneExchange);

    zone_exchange_->run({&state_.divergence, &state_.compression}, Combine::Replace);
}

// Between 0 and 1: how smooth the divergence is around a zone. A smooth compression needs little viscosity.
double Solver::limiter(Index zone) const
{
    const double own = state_.divergence[zone];
    double least = 1.0;

    if (std::fabs(own) < 1e-30) {
        return 0.0;
    }
    for (int face = 0; face < zone_faces; face += 2) {
        const Index low = mesh_.across(zone, face);
        const Index high = mesh_.across(zone, face + 1);
        const double low_ratio = low == no_zone ? 1.0 : state_.divergence[low] / own;
        const double high_ratio = high == no_zone ? 1.0 : state_.divergence[high] / own;
        const double mean = 0.5 * (low_ratio + high_ratio);

        least = std::min(least, std::min(mean, std::min(2.0 * low_ratio, 2.0 * high_ratio)));
    }
    return std::max(least, 0.0);
}

void Solver::compute_viscosity()
{
    ScopedTimer timer(timers_, Phase::Viscosity);

    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        double strongest = state_.compression[zone];

        if (state_.divergence[zone] >= 0.0) {
            state_.viscosity[zone] = 0.0;
            continue;
        }
        for (int face = 0; face < zone_faces; face++) {
            const Index other = mesh_.across(zone, face);

            if (other != no_zone) {
                strongest = std::min(strongest, 0.5 * (state_.compression[zone] + state_.compression[other]));
            }
        }
        const double jump = -strongest;
        const double smooth = limiter(zone);
        const double linear = options_.linear_viscosity * state_.sound[zone] * jump * (1.0 - smooth);
        const double quadratic = options_.quadratic_viscosity * jump * jump * (1.0 - smooth * smooth);

        state_.viscosity[zone] = state_.density[zone] * (linear + quadratic);
    }
}

void Solver::choose_time_step()
{
    ScopedTimer timer(timers_, Phase::TimeStep);
    double least = 1e30;

    for (Index zone = 0; zone < mesh_.zones(); zone++) {
        const double length = std::cbrt(state_.volume[zone]);
        const double speed = state_.sound[zone] + 2.0 * std::fabs(state_.compression[zone]);

        least = std::min(least, options_.courant * length / speed);
        if (state_.divergence[zone] != 0.0) {
            least = std::min(least, 0.1 / std::fabs(state_.divergence[zone]));
        }
    }
    least = domain_.min(least);
    if (info_.step > 0) {
        least = std::min(least, 1.1 * info_.dt);
    } else {
        least *= 0.1;
    }
    if (info_.time + least > options_.end_time) {
        least = options_.end_time - info_.time;
    }
    info_.dt = least;
}

} // namespace hydro
