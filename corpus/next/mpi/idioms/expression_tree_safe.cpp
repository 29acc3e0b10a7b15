/*
 * An expression becomes a tree of objects, whose virtual functions call each other. Its value is put and changed after a flush.
 *
 * The flush completes the put at the origin (MPI 4.1, 12.5.4) before the store.
 */
//@ expect: none
//@ twin: expression_tree_race.cpp
#include <memory>
#include <mpi.h>
#include <vector>

struct Node {
    virtual ~Node() = default;
    virtual double value(double x) const = 0;
    virtual void collect(std::vector<double> &out) const = 0;
};
using Tree = std::unique_ptr<Node>;

struct Number : Node {
    double v;
    explicit Number(double v) : v(v) {}
    double value(double) const override { return v; }
    void collect(std::vector<double> &out) const override { out.push_back(v); }
};

struct Variable : Node {
    double value(double x) const override { return x; }
    void collect(std::vector<double> &) const override {}
};

struct Negation : Node {
    Tree of;
    explicit Negation(Tree of) : of(std::move(of)) {}
    double value(double x) const override { return -of->value(x); }
    void collect(std::vector<double> &out) const override { of->collect(out); }
};

struct Pair : Node {
    Tree left, right;
    Pair(Tree left, Tree right) : left(std::move(left)), right(std::move(right)) {}
    void collect(std::vector<double> &out) const override
    {
        left->collect(out);
        right->collect(out);
    }
};

struct Sum : Pair {
    using Pair::Pair;
    double value(double x) const override { return left->value(x) + right->value(x); }
};

struct Product : Pair {
    using Pair::Pair;
    double value(double x) const override { return left->value(x) * right->value(x); }
};

static Tree sum(const char *&s);

static Tree factor(const char *&s)
{
    if (*s == '(') {
        ++s;
        Tree inner = sum(s);
        ++s;
        return inner;
    }
    if (*s == '-') {
        ++s;
        return std::make_unique<Negation>(factor(s));
    }
    if (*s == 'x') {
        ++s;
        return std::make_unique<Variable>();
    }
    return std::make_unique<Number>(*s++ - '0');
}

static Tree product(const char *&s)
{
    Tree all = factor(s);
    while (*s == '*') {
        ++s;
        all = std::make_unique<Product>(std::move(all), factor(s));
    }
    return all;
}

static Tree sum(const char *&s)
{
    Tree all = product(s);
    while (*s == '+') {
        ++s;
        all = std::make_unique<Sum>(std::move(all), product(s));
    }
    return all;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    const char *text = argc > 1 ? argv[1] : "x*x+3*(x+-2)";
    Tree tree = sum(text);
    std::vector<double> numbers;
    tree->collect(numbers);
    double value = tree->value(rank);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush((rank + 1) % size, win);
    value += static_cast<double>(numbers.size());
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return value > 100;
}
