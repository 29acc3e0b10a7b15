// Communicators and the MPI environment as objects.
#pragma once

#include "error.hpp"
#include <mpi.h>

namespace strips {

/// MPI from its initialisation to its end.
class Environment {
public:
    Environment(int &argc, char **&argv);
    ~Environment();
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;
};

/// The datatype of a type of the language.
template <class T> struct Datatype;
template <> struct Datatype<double> {
    static MPI_Datatype get() { return MPI_DOUBLE; }
};
template <> struct Datatype<int> {
    static MPI_Datatype get() { return MPI_INT; }
};
template <> struct Datatype<long> {
    static MPI_Datatype get() { return MPI_LONG; }
};

/// A communicator of its own, with the processes of another one.
class Communicator {
public:
    explicit Communicator(MPI_Comm parent);
    Communicator(Communicator &&other) noexcept;
    Communicator &operator=(Communicator &&) = delete;
    ~Communicator();

    int rank() const { return rank_; }
    int size() const { return size_; }
    MPI_Comm handle() const { return comm_; }
    bool is_root() const { return rank_ == 0; }

    void barrier() const { STRIPS_CHECK(MPI_Barrier(comm_)); }

    /// The sum of a value over all processes, at all of them.
    template <class T> T sum(T value) const {
        T out{};
        STRIPS_CHECK(MPI_Allreduce(&value, &out, 1, Datatype<T>::get(), MPI_SUM, comm_));
        return out;
    }

    /// The greatest value of all processes, at all of them.
    template <class T> T max(T value) const {
        T out{};
        STRIPS_CHECK(MPI_Allreduce(&value, &out, 1, Datatype<T>::get(), MPI_MAX, comm_));
        return out;
    }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
};

} // namespace strips
