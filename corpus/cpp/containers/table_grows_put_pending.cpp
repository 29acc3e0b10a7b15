// A table of strips that an object grows in a loop beside the row that it exchanges; the parts of the object are set in functions of their own.
//
// The put may read the row until the epoch ends (MPI 4.1, 12.3.1): next() writes to it before that.
//@ expect: error RMA101 PUT STORE
//@ twin: table_grows_put_complete.cpp
#include <cstddef>
#include <mpi.h>
#include <string>
#include <vector>

struct Strip {
    std::string name;
    int first, rows;
};

struct Point {
    double x, y, weight;
};

class Model {
public:
    explicit Model(int columns);
    ~Model() { MPI_Win_free(&window_); }
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;
    void name(const std::string &name, int first, int rows);
    void seed(int count);
    void send();
    double next();

private:
    std::vector<Strip> strips_;
    std::vector<Point> points_;
    std::vector<double> row_;
    int columns_, below_;
    double *halo_;
    MPI_Win window_;
};

[[gnu::noinline]] Model::Model(int columns) : row_(static_cast<std::size_t>(columns)), columns_(columns)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    below_ = (rank + 1) % size;
    const MPI_Aint bytes = columns * static_cast<MPI_Aint>(sizeof(double));
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo_, &window_);
}

[[gnu::noinline]] void Model::name(const std::string &name, int first, int rows)
{
    strips_.push_back(Strip{name, first, rows});
}

[[gnu::noinline]] void Model::seed(int count)
{
    for (int i = 0; i < count; ++i)
        points_.push_back(Point{0.5 * i, 1.0 / (1 + i), 1.0});
}

[[gnu::noinline]] void Model::send()
{
    MPI_Win_lock_all(0, window_);
    MPI_Put(row_.data(), columns_, MPI_DOUBLE, below_, 0, columns_, MPI_DOUBLE, window_); //@ PUT
}

[[gnu::noinline]] double Model::next()
{
    double sum = 0;
    for (const Point &point : points_)
        sum += point.x * point.weight;
    for (int j = 0; j < columns_; ++j)
        row_[static_cast<std::size_t>(j)] += 0.25; //@ STORE
    MPI_Win_unlock_all(window_);
    return sum + strips_.back().rows;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double sum;
    {
        Model model(64);
        model.name("north", 0, 8);
        model.name("middle", 8, 16);
        model.name("south", 24, 8);
        model.seed(16);
        model.send();
        sum = model.next();
    }
    MPI_Finalize();
    return sum < 0;
}
