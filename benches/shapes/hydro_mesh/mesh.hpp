// The mesh of one process: hexahedral zones that know their nodes and their neighbours by tables only.
#pragma once

#include "domain.hpp"

namespace hydro {

constexpr int zone_nodes = 8;
constexpr int zone_faces = 6;
constexpr Index no_zone = -1;

// The nodes of a face, counter-clockwise as seen from outside.
extern const int face_nodes[zone_faces][4];

// What is exchanged with one neighbour: local numbers, in an order that both sides agree on.
struct Link {
    int rank = MPI_PROC_NULL;
    Direction direction;
    std::vector<Index> send;
    std::vector<Index> receive;
};

class Mesh {
  public:
    Mesh(const Domain &domain, int edge);

    Index zones() const { return zones_; }
    Index ghosts() const { return ghosts_; }
    Index nodes() const { return nodes_; }

    const std::array<Index, zone_nodes> &nodes_of(Index zone) const { return zone_to_nodes_[static_cast<std::size_t>(zone)]; }
    // A zone, a ghost zone behind all zones, or no_zone.
    Index across(Index zone, int face) const { return zone_to_zone_[static_cast<std::size_t>(zone)][static_cast<std::size_t>(face)]; }

    // Nodes on the planes of symmetry x = 0, y = 0 and z = 0.
    const std::vector<Index> &symmetric_nodes(int axis) const { return symmetric_[static_cast<std::size_t>(axis)]; }

    const std::vector<Link> &node_links() const { return node_links_; }
    const std::vector<Link> &zone_links() const { return zone_links_; }

    const std::vector<Vec3> &start_positions() const { return start_; }
    // Number of processes that have this node.
    int sharers(Index node) const { return sharers_[static_cast<std::size_t>(node)]; }
    double spacing() const { return spacing_; }

  private:
    Index node_at(int i, int j, int k) const { return i + (edge_ + 1) * (j + (edge_ + 1) * k); }
    Index zone_at(int i, int j, int k) const { return i + edge_ * (j + edge_ * k); }
    void build_zones();
    void build_positions(const Domain &domain);
    void build_symmetry(const Domain &domain);
    void build_node_links(const Domain &domain);
    void build_zone_links(const Domain &domain);

    int edge_;
    Index zones_ = 0;
    Index ghosts_ = 0;
    Index nodes_ = 0;
    double spacing_ = 0.0;
    std::vector<std::array<Index, zone_nodes>> zone_to_nodes_;
    std::vector<std::array<Index, zone_faces>> zone_to_zone_;
    std::array<std::vector<Index>, 3> symmetric_;
    std::vector<Link> node_links_;
    std::vector<Link> zone_links_;
    std::vector<Vec3> start_;
    std::vector<int> sharers_;
};

} // namespace hydro
