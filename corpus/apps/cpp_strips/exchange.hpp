// Exchange of halo rows with the two neighbours.
#pragma once

#include "comm.hpp"
#include "field.hpp"
#include "options.hpp"
#include "window.hpp"
#include <memory>
#include <vector>

namespace strips {

/// One exchange a step: `start` sends the edges, `finish` brings the neighbours' edges into the halo.
class Exchange {
public:
    virtual ~Exchange() = default;
    virtual void start(const Field &field) = 0;
    virtual void finish(Field &field) = 0;
    virtual const char *name() const = 0;

    /// The exchange that the user asks for.
    static std::unique_ptr<Exchange> make(Method method, const Communicator &comm, int columns);
};

/// What all exchanges share: a window of two rows, that of the process above and that of the process below, and the packed edges.
class EdgeExchange : public Exchange {
public:
    EdgeExchange(const Communicator &comm, int columns);

protected:
    enum Side { from_above = 0, from_below = 1 };

    void pack(const Field &field);
    void send() const;
    void unpack(Field &field) const;

    const Communicator &comm_;
    int columns_;
    int above_, below_;
    Window<double> window_;
    std::vector<double> upper_, lower_;
};

/// An exchange between two fences.
class FenceExchange final : public EdgeExchange {
public:
    using EdgeExchange::EdgeExchange;
    void start(const Field &field) override;
    void finish(Field &field) override;
    const char *name() const override { return "fence"; }
};

/// An exchange by locks, flushes and barriers.
class LockExchange final : public EdgeExchange {
public:
    LockExchange(const Communicator &comm, int columns);
    void start(const Field &field) override;
    void finish(Field &field) override;
    const char *name() const override { return "lock"; }

private:
    LockAll lock_;
};

} // namespace strips
