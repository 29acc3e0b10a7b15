/*
 * Particles in a periodic tube that is cut into pieces. Those that leave a piece go into the inbox of the neighbour: their places are
 * drawn by MPI_Fetch_and_op from the neighbour's counter, then one put carries all of them.
 *
 * Places from one counter are different, so the puts of two neighbours never meet (MPI 4.1, 12.3.4). The counter is read and cleared by
 * its owner between two barriers, and each fetch is flushed before its result is used.
 *
 * Race-free: flush_all completes the puts at the targets before the barrier, so that the owner reads what has arrived (12.5.4, 12.7).
 */
//@ expect: none
//@ twin: migrate_by_tickets_race.cpp
#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

struct Particle {
    double x;
    double v;
    long id;
};

static void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(what);
}

/* Window memory of one type, in one long epoch. */
template <typename T>
class Shared {
public:
    Shared(MPI_Comm comm, long count)
    {
        check(MPI_Win_allocate(count * static_cast<MPI_Aint>(sizeof(T)), sizeof(T), MPI_INFO_NULL, comm, &base_, &win_), "window");
        check(MPI_Win_lock_all(0, win_), "lock_all");
    }
    ~Shared()
    {
        MPI_Win_unlock_all(win_);
        MPI_Win_free(&win_);
    }
    Shared(const Shared &) = delete;
    Shared &operator=(const Shared &) = delete;
    MPI_Win win() const { return win_; }
    T &operator[](long i) { return base_[i]; }

private:
    T *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

class Inbox {
public:
    Inbox(MPI_Comm comm, long capacity) : comm_(comm), capacity_(capacity), places_(comm, capacity), counter_(comm, 1)
    {
        counter_[0] = 0;
        check(MPI_Barrier(comm_), "barrier");
    }

    /* Starts to send; `leaving` must not change until exchange() is over. */
    void send(const std::vector<Particle> &leaving, int peer)
    {
        const long count = static_cast<long>(leaving.size());
        if (count == 0)
            return;
        const long place = reserve(count, peer);
        if (place + count > capacity_)
            throw std::length_error("inbox of process " + std::to_string(peer) + " is full");
        const int bytes = static_cast<int>(count * sizeof(Particle));
        check(MPI_Put(leaving.data(), bytes, MPI_BYTE, peer, place, bytes, MPI_BYTE, places_.win()), "put");
    }

    /* Takes all that has come, and empties the inbox. */
    void receive(std::vector<Particle> &mine)
    {
        check(MPI_Win_flush_all(places_.win()), "flush_all");
        check(MPI_Barrier(comm_), "barrier");
        const long count = counter_[0];
        for (long i = 0; i < count; ++i)
            mine.push_back(places_[i]);
        counter_[0] = 0;
        check(MPI_Barrier(comm_), "barrier");
    }

private:
    long reserve(long count, int peer)
    {
        long place = 0;
        check(MPI_Fetch_and_op(&count, &place, MPI_LONG, peer, 0, MPI_SUM, counter_.win()), "fetch_and_op");
        check(MPI_Win_flush(peer, counter_.win()), "flush");
        return place;
    }

    MPI_Comm comm_;
    long capacity_;
    Shared<Particle> places_;
    Shared<long> counter_;
};

class Tube {
public:
    Tube(MPI_Comm comm, long particles) : inbox_(comm, 4 * particles + 64)
    {
        check(MPI_Comm_rank(comm, &rank_), "rank");
        check(MPI_Comm_size(comm, &size_), "size");
        std::uint64_t state = 88172645463325252ull + rank_;
        for (long i = 0; i < particles; ++i) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            const double r = static_cast<double>(state >> 11) / 9007199254740992.0;
            mine_.push_back({rank_ + r, 0.4 * (r - 0.5), rank_ * particles + i});
        }
    }

    void step(double dt)
    {
        std::array<std::vector<Particle>, 2> leaving;
        std::vector<Particle> staying;

        for (Particle p : mine_) {
            p.x += dt * p.v;
            if (p.x < rank_) {
                if (rank_ == 0)
                    p.x += size_;
                leaving[0].push_back(p);
            } else if (p.x >= rank_ + 1) {
                if (rank_ == size_ - 1)
                    p.x -= size_;
                leaving[1].push_back(p);
            } else {
                staying.push_back(p);
            }
        }
        inbox_.send(leaving[0], (rank_ + size_ - 1) % size_);
        inbox_.send(leaving[1], (rank_ + 1) % size_);
        inbox_.receive(staying);
        mine_.swap(staying);
    }

    long count() const { return static_cast<long>(mine_.size()); }
    int rank() const { return rank_; }

private:
    int rank_ = 0, size_ = 1;
    Inbox inbox_;
    std::vector<Particle> mine_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        const long particles = argc > 1 ? std::atol(argv[1]) : 1000;
        const int steps = argc > 2 ? std::atoi(argv[2]) : 20;
        if (particles < 1 || particles > 1000000 || steps < 1)
            throw std::invalid_argument("usage: migrate [particles 1..1000000] [steps]");
        Tube tube(MPI_COMM_WORLD, particles);
        for (int step = 0; step < steps; ++step)
            tube.step(0.1);
        const long mine = tube.count();
        long all = 0;
        check(MPI_Reduce(&mine, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD), "reduce");
        if (tube.rank() == 0)
            std::cout << all << " particles after " << steps << " steps\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
