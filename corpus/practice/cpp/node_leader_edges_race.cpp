/*
 * One process of each node, its leader, puts the edge of its node into the node of the next
 * leader, for all processes there. The edge that has come lies in a shared window, made by MPI_Win_allocate_shared, which all of a node
 * read directly; the leaders have a second window over the same memory.
 *
 * meet() is MPI_Win_sync, a barrier of the node, MPI_Win_sync: what one process of the node has seen the others see too (MPI 4.1,
 * 12.5.4). At the end of a step all of a node meet, so nobody reads the old edge when the leader enters the next epoch; a put reaches the
 * node only behind the fence of its leader (12.5.1).
 *
 * The race: the node meets before its leader exchanges edges. The other processes of the node go on to read the edge while the leader
 * of the node before puts it (12.7). From two processes on a node; with one node the leader puts to itself.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: node_leader_edges_ok.cpp
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(what);
}

/* The processes of this node and the memory that they share. */
class Node {
public:
    Node(MPI_Comm world, int cells)
    {
        int world_rank;
        check(MPI_Comm_rank(world, &world_rank), "rank");
        check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, world_rank, MPI_INFO_NULL, &comm_), "split_type");
        check(MPI_Comm_rank(comm_, &rank_), "rank in the node");
        double *own;
        MPI_Aint bytes = is_leader() ? cells * static_cast<MPI_Aint>(sizeof(double)) : 0;
        check(MPI_Win_allocate_shared(bytes, sizeof(double), MPI_INFO_NULL, comm_, &own, &win_), "allocate_shared");
        int unit;
        check(MPI_Win_shared_query(win_, 0, &bytes, &unit, &edge_), "shared_query");
        check(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "lock_all");
        if (is_leader())
            std::fill(edge_, edge_ + cells, 0.0);
        meet();
    }
    ~Node()
    {
        MPI_Win_unlock_all(win_);
        MPI_Win_free(&win_);
        MPI_Comm_free(&comm_);
    }
    Node(const Node &) = delete;
    Node &operator=(const Node &) = delete;

    void meet() const
    {
        check(MPI_Win_sync(win_), "sync");
        check(MPI_Barrier(comm_), "barrier");
        check(MPI_Win_sync(win_), "sync");
    }

    bool is_leader() const { return rank_ == 0; }
    int rank() const { return rank_; }
    double *edge() const { return edge_; }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    MPI_Win win_ = MPI_WIN_NULL;
    double *edge_ = nullptr;
    int rank_ = 0;
};

/* The leaders of all nodes, in a ring. Other processes have none. */
class Leaders {
public:
    Leaders(MPI_Comm comm, double *edge, int cells) : comm_(comm), cells_(cells), outgoing_(cells)
    {
        int rank, size;
        check(MPI_Comm_rank(comm_, &rank), "rank of the leader");
        check(MPI_Comm_size(comm_, &size), "number of leaders");
        next_ = (rank + 1) % size;
        check(MPI_Win_create(edge, cells * static_cast<MPI_Aint>(sizeof(double)), sizeof(double), MPI_INFO_NULL, comm_, &win_), "create");
    }
    ~Leaders()
    {
        MPI_Win_free(&win_);
        MPI_Comm_free(&comm_);
    }
    Leaders(const Leaders &) = delete;
    Leaders &operator=(const Leaders &) = delete;

    void exchange(int step)
    {
        for (int i = 0; i < cells_; ++i)
            outgoing_[i] = step + 0.01 * i;
        check(MPI_Win_fence(0, win_), "opening fence");
        check(MPI_Put(outgoing_.data(), cells_, MPI_DOUBLE, next_, 0, cells_, MPI_DOUBLE, win_), "put"); //@ PUT
        check(MPI_Win_fence(0, win_), "closing fence");
    }

private:
    MPI_Comm comm_;
    int cells_;
    int next_ = 0;
    std::vector<double> outgoing_;
    MPI_Win win_ = MPI_WIN_NULL;
};

std::unique_ptr<Leaders> make_leaders(MPI_Comm world, const Node &node, int cells)
{
    MPI_Comm comm;
    check(MPI_Comm_split(world, node.is_leader() ? 0 : MPI_UNDEFINED, 0, &comm), "split");
    if (comm == MPI_COMM_NULL)
        return nullptr;
    return std::make_unique<Leaders>(comm, node.edge(), cells);
}

double use(const double *edge, int cells, int first)
{
    double sum = 0.0;
    for (int i = first; i < cells; ++i)
        sum += edge[i]; //@ LOAD
    return sum;
}

void simulate(int cells, int steps)
{
    const Node node(MPI_COMM_WORLD, cells);
    const std::unique_ptr<Leaders> leaders = make_leaders(MPI_COMM_WORLD, node, cells);
    double sum = 0.0, all = 0.0;

    for (int step = 0; step < steps; ++step) {
        node.meet();
        if (leaders)
            leaders->exchange(step);
        sum += use(node.edge(), cells, node.rank() % cells);
        node.meet();
    }
    check(MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "allreduce");
    if (node.is_leader())
        std::cout << "sum " << all << '\n';
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        const int cells = argc > 1 ? std::atoi(argv[1]) : 128;
        const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
        if (cells < 1 || cells > 100000 || steps < 1)
            throw std::invalid_argument("usage: edges [cells 1..100000] [steps]");
        simulate(cells, steps);
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
