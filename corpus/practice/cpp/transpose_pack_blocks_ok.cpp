/*
 * A square matrix in blocks of rows is transposed several times, as between the steps of a Fourier transform. For each process its block
 * is packed, transposed on the way, and put into the window there, inside one fence epoch. Loops over the processes take a lambda.
 *
 * Blocks lie side by side in the window, by the number of their sender, so that no two puts meet. The window is read behind the closing
 * fence and written again behind the opening one of the next round (MPI 4.1, 12.5.1).
 *
 * Race-free: each block has a part of its own in the pack buffer, which is filled again in the next round, behind the fence.
 */
//@ expect: none
//@ twin: transpose_pack_blocks_race.cpp
#include <mpi.h>

#include <complex>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using Complex = std::complex<double>;

static void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(std::string("cannot ") + what);
}

class Team {
public:
    explicit Team(MPI_Comm comm) : comm_(comm)
    {
        check(MPI_Comm_rank(comm_, &rank_), "ask for the rank");
        check(MPI_Comm_size(comm_, &size_), "ask for the size");
    }
    MPI_Comm comm() const { return comm_; }
    int rank() const { return rank_; }
    int size() const { return size_; }

    /* Calls a function for each process, beginning with the next one. */
    template <typename Function>
    void each(Function function) const
    {
        for (int k = 1; k <= size_; ++k)
            function((rank_ + k) % size_);
    }

private:
    MPI_Comm comm_;
    int rank_ = 0;
    int size_ = 1;
};

/* Rows of the matrix, row by row, of which this process has `rows`. */
class Slab {
public:
    Slab(const Team &team, int rows) : rows_(rows), columns_(rows * team.size()), cells_(static_cast<std::size_t>(rows) * columns_)
    {
        for (int i = 0; i < rows_; ++i)
            for (int j = 0; j < columns_; ++j)
                at(i, j) = Complex(team.rank() * rows_ + i, j);
    }
    int rows() const { return rows_; }
    int columns() const { return columns_; }
    Complex &at(int i, int j) { return cells_[static_cast<std::size_t>(i) * columns_ + j]; }

private:
    int rows_;
    int columns_;
    std::vector<Complex> cells_;
};

class Transposer {
public:
    Transposer(const Team &team, int rows)
        : team_(team), block_(2 * rows * rows), pack_(static_cast<std::size_t>(rows) * rows * team.size())
    {
        const MPI_Aint bytes = static_cast<MPI_Aint>(block_) * team_.size() * sizeof(double);
        check(MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, team_.comm(), &arrived_, &win_), "make the window");
    }
    ~Transposer() { MPI_Win_free(&win_); }
    Transposer(const Transposer &) = delete;
    Transposer &operator=(const Transposer &) = delete;

    void transpose(Slab &slab)
    {
        const int rows = slab.rows();

        check(MPI_Win_fence(0, win_), "open the epoch");
        team_.each([&](int peer) {
            Complex *block = &pack_[static_cast<std::size_t>(peer) * rows * rows];
            for (int j = 0; j < rows; ++j)
                for (int i = 0; i < rows; ++i)
                    block[j * rows + i] = slab.at(i, peer * rows + j);
            check(MPI_Put(block, block_, MPI_DOUBLE, peer, static_cast<MPI_Aint>(team_.rank()) * block_, block_, MPI_DOUBLE, win_), "put");
        });
        check(MPI_Win_fence(0, win_), "close the epoch");
        unpack(slab);
    }

private:
    void unpack(Slab &slab) const
    {
        const int rows = slab.rows();
        team_.each([&](int peer) {
            const double *block = arrived_ + static_cast<std::size_t>(peer) * block_;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < rows; ++j)
                    slab.at(i, peer * rows + j) = Complex(block[2 * (i * rows + j)], block[2 * (i * rows + j) + 1]);
        });
    }

    const Team &team_;
    int block_; /* numbers in a block, two for each element */
    std::vector<Complex> pack_;
    double *arrived_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

static long wrong_elements(Slab &slab, const Team &team, bool transposed)
{
    long wrong = 0;
    for (int i = 0; i < slab.rows(); ++i)
        for (int j = 0; j < slab.columns(); ++j) {
            const double row = team.rank() * slab.rows() + i;
            const Complex want = transposed ? Complex(j, row) : Complex(row, j);
            wrong += slab.at(i, j) != want;
        }
    return wrong;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        const int rows = argc > 1 ? std::atoi(argv[1]) : 16;
        const int rounds = argc > 2 ? std::atoi(argv[2]) : 4;
        if (rows < 1 || rows > 256 || rounds < 1 || rounds > 1000)
            throw std::invalid_argument("usage: transpose [rows 1..256] [rounds 1..1000]");

        const Team team(MPI_COMM_WORLD);
        Slab slab(team, rows);
        Transposer transposer(team, rows);
        const double begin = MPI_Wtime();
        for (int round = 0; round < rounds; ++round)
            transposer.transpose(slab);
        const double seconds = MPI_Wtime() - begin;
        long wrong = wrong_elements(slab, team, rounds % 2 == 1), all = 0;
        check(MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, team.comm()), "reduce");
        if (team.rank() == 0)
            std::cout << rounds << " rounds, " << seconds << " s, " << all << " wrong elements\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
