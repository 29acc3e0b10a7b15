#include "mesh.hpp"

#include <algorithm>

namespace hydro {

// Faces in the order low x, high x, low y, high y, low z, high z.
const int face_nodes[zone_faces][4] = {
    {0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7},
};

namespace {

// The range of local numbers along one axis that lies towards a neighbour.
struct Range {
    int low;
    int high;
};

Range towards(int direction, int last)
{
    if (direction < 0) {
        return Range{0, 0};
    }
    if (direction > 0) {
        return Range{last, last};
    }
    return Range{0, last};
}

int face_of(const Direction &direction)
{
    if (direction.dx != 0) {
        return direction.dx < 0 ? 0 : 1;
    }
    if (direction.dy != 0) {
        return direction.dy < 0 ? 2 : 3;
    }
    return direction.dz < 0 ? 4 : 5;
}

} // namespace

Mesh::Mesh(const Domain &domain, int edge) : edge_(edge)
{
    zones_ = edge * edge * edge;
    nodes_ = (edge + 1) * (edge + 1) * (edge + 1);
    build_zones();
    build_positions(domain);
    build_symmetry(domain);
    build_node_links(domain);
    build_zone_links(domain);
}

void Mesh::build_zones()
{
    zone_to_nodes_.resize(static_cast<std::size_t>(zones_));
    zone_to_zone_.resize(static_cast<std::size_t>(zones_));
    for (int k = 0; k < edge_; k++) {
        for (int j = 0; j < edge_; j++) {
            for (int i = 0; i < edge_; i++) {
                const auto zone = static_cast<std::size_t>(zone_at(i, j, k));
                zone_to_nodes_[zone] = {{node_at(i, j, k), node_at(i + 1, j, k), node_at(i + 1, j + 1, k),
                                         node_at(i, j + 1, k), node_at(i, j, k + 1), node_at(i + 1, j, k + 1),
                                         node_at(i + 1, j + 1, k + 1), node_at(i, j + 1, k + 1)}};
                zone_to_zone_[zone] = {{i > 0 ? zone_at(i - 1, j, k) : no_zone,
                                        i + 1 < edge_ ? zone_at(i + 1, j, k) : no_zone,
                                        j > 0 ? zone_at(i, j - 1, k) : no_zone,
                                        j + 1 < edge_ ? zone_at(i, j + 1, k) : no_zone,
                                        k > 0 ? zone_at(i, j, k - 1) : no_zone,
                                        k + 1 < edge_ ? zone_at(i, j, k + 1) : no_zone}};
            }
        }
    }
}

void Mesh::build_positions(const Domain &domain)
{
    const int longest = std::max(domain.dim(0), std::max(domain.dim(1), domain.dim(2)));

    spacing_ = 1.125 / (longest * edge_);
    start_.reserve(static_cast<std::size_t>(nodes_));
    for (int k = 0; k <= edge_; k++) {
        for (int j = 0; j <= edge_; j++) {
            for (int i = 0; i <= edge_; i++) {
                start_.emplace_back(spacing_ * (domain.coord(0) * edge_ + i), spacing_ * (domain.coord(1) * edge_ + j),
                                    spacing_ * (domain.coord(2) * edge_ + k));
            }
        }
    }
}

void Mesh::build_symmetry(const Domain &domain)
{
    for (int a = 0; a <= edge_; a++) {
        for (int b = 0; b <= edge_; b++) {
            if (domain.at_low_end(0)) {
                symmetric_[0].push_back(node_at(0, b, a));
            }
            if (domain.at_low_end(1)) {
                symmetric_[1].push_back(node_at(b, 0, a));
            }
            if (domain.at_low_end(2)) {
                symmetric_[2].push_back(node_at(b, a, 0));
            }
        }
    }
}

void Mesh::build_node_links(const Domain &domain)
{
    sharers_.assign(static_cast<std::size_t>(nodes_), 1);
    for (const Neighbour &neighbour : domain.neighbours()) {
        const Range x = towards(neighbour.direction.dx, edge_);
        const Range y = towards(neighbour.direction.dy, edge_);
        const Range z = towards(neighbour.direction.dz, edge_);
        Link link;

        link.rank = neighbour.rank;
        link.direction = neighbour.direction;
        for (int k = z.low; k <= z.high; k++) {
            for (int j = y.low; j <= y.high; j++) {
                for (int i = x.low; i <= x.high; i++) {
                    link.send.push_back(node_at(i, j, k));
                    sharers_[static_cast<std::size_t>(node_at(i, j, k))]++;
                }
            }
        }
        // The shared nodes are the same on both sides, and in the same order.
        link.receive = link.send;
        node_links_.push_back(std::move(link));
    }
}

void Mesh::build_zone_links(const Domain &domain)
{
    const int last = edge_ - 1;

    for (const Neighbour &neighbour : domain.neighbours()) {
        if (neighbour.direction.axes() != 1) {
            continue;
        }
        const Range x = towards(neighbour.direction.dx, last);
        const Range y = towards(neighbour.direction.dy, last);
        const Range z = towards(neighbour.direction.dz, last);
        const int face = face_of(neighbour.direction);
        Link link;

        link.rank = neighbour.rank;
        link.direction = neighbour.direction;
        for (int k = z.low; k <= z.high; k++) {
            for (int j = y.low; j <= y.high; j++) {
                for (int i = x.low; i <= x.high; i++) {
                    const Index zone = zone_at(i, j, k);
                    const Index ghost = zones_ + ghosts_;

                    ghosts_++;
                    link.send.push_back(zone);
                    link.receive.push_back(ghost);
                    zone_to_zone_[static_cast<std::size_t>(zone)][static_cast<std::size_t>(face)] = ghost;
                }
            }
        }
        zone_links_.push_back(std::move(link));
    }
}

} // namespace hydro
