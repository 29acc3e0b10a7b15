#include "tracers.hpp"
#include <cmath>

namespace strips {

Tracers::Tracers(const Communicator &comm, int rows, int columns)
    : comm_(comm), rows_(rows), columns_(columns), above_((comm.rank() + comm.size() - 1) % comm.size()),
      below_((comm.rank() + 1) % comm.size()), inbox_(comm, 2 * static_cast<std::size_t>(box)) {}

void Tracers::seed(int count) {
    own_.reserve(static_cast<std::size_t>(count) + 2 * room);
    for (int i = 0; i < count; ++i) {
        Tracer tracer{};
        tracer.row = rows_ * (0.5 + i) / count;
        tracer.column = columns_ * (0.25 + 0.5 * i / count);
        tracer.speed = i % 2 == 0 ? 0.75 : -0.75;
        own_.push_back(tracer);
    }
}

void Tracers::push(Outbox &out, const Tracer &tracer) const {
    const int at = static_cast<int>(out[0]);
    if (at >= room)
        return;
    double *place = out.data() + 1 + numbers * at;
    place[0] = tracer.row;
    place[1] = tracer.column;
    place[2] = tracer.speed;
    out[0] = at + 1;
}

void Tracers::take(int side) {
    const std::size_t start = static_cast<std::size_t>(side) * static_cast<std::size_t>(box);
    const int count = static_cast<int>(inbox_[start]);
    for (int i = 0; i < count && i < room; ++i) {
        const std::size_t at = start + 1 + static_cast<std::size_t>(numbers * i);
        own_.push_back(Tracer{inbox_[at], inbox_[at + 1], inbox_[at + 2]});
    }
}

void Tracers::step(double time) {
    up_[0] = 0;
    down_[0] = 0;
    std::vector<Tracer> stay;
    stay.reserve(own_.size());
    for (Tracer &tracer : own_) {
        tracer.row += tracer.speed * time;
        tracer.column = std::fmod(tracer.column + 0.1 * time, static_cast<double>(columns_));
        if (tracer.row < 0) {
            tracer.row += rows_;
            push(up_, tracer);
        } else if (tracer.row >= rows_) {
            tracer.row -= rows_;
            push(down_, tracer);
        } else {
            stay.push_back(tracer);
        }
    }
    own_.swap(stay);
    {
        FenceEpoch epoch(inbox_.handle());
        inbox_.put(up_.data(), box, above_, box);
        inbox_.put(down_.data(), box, below_, 0);
    }
    take(0);
    take(1);
}

long Tracers::total() const { return comm_.sum(static_cast<long>(own_.size())); }

} // namespace strips
