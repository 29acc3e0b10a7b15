// Error checks and timers.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace hydro {

using Index = int;

[[noreturn]] void fail(const char *file, int line, const std::string &what);
void check_mpi(int code, const char *file, int line, const char *call);

#define HYDRO_MPI(call) ::hydro::check_mpi((call), __FILE__, __LINE__, #call)
#define HYDRO_REQUIRE(condition)                                                                                       \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            ::hydro::fail(__FILE__, __LINE__, "requirement not met: " #condition);                                     \
        }                                                                                                              \
    } while (false)

struct Vec3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    Vec3() = default;
    Vec3(double x_in, double y_in, double z_in) : x(x_in), y(y_in), z(z_in) {}

    Vec3 &operator+=(const Vec3 &other)
    {
        x += other.x;
        y += other.y;
        z += other.z;
        return *this;
    }
    Vec3 &operator*=(double factor)
    {
        x *= factor;
        y *= factor;
        z *= factor;
        return *this;
    }
};

inline Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return Vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline Vec3 operator*(double factor, Vec3 a) { return a *= factor; }
inline double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3 &a, const Vec3 &b)
{
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
double norm(const Vec3 &a);

enum class Phase { Forces, NodeExchange, Motion, ZoneExchange, Viscosity, TimeStep, Output, Count };

class Timers {
  public:
    void start(Phase phase) { begin_[index(phase)] = MPI_Wtime(); }
    void stop(Phase phase)
    {
        total_[index(phase)] += MPI_Wtime() - begin_[index(phase)];
        calls_[index(phase)]++;
    }
    void report(MPI_Comm comm) const;

  private:
    static constexpr std::size_t phases = static_cast<std::size_t>(Phase::Count);
    static std::size_t index(Phase phase) { return static_cast<std::size_t>(phase); }

    std::array<double, phases> begin_{};
    std::array<double, phases> total_{};
    std::array<long, phases> calls_{};
};

// Stops the time of a phase at the end of a block.
class ScopedTimer {
  public:
    ScopedTimer(Timers &timers, Phase phase) : timers_(timers), phase_(phase) { timers_.start(phase_); }
    ~ScopedTimer() { timers_.stop(phase_); }
    ScopedTimer(const ScopedTimer &) = delete;
    ScopedTimer &operator=(const ScopedTimer &) = delete;

  private:
    Timers &timers_;
    Phase phase_;
};

} // namespace hydro
