#include "exchange.hpp"

namespace hydro {

Exchange::Exchange(const Domain &domain, const std::vector<Link> &links, int max_fields, int halves)
    : max_fields_(max_fields), halves_(halves)
{
    Index send_total = 0;
    Index receive_total = 0;

    HYDRO_MPI(MPI_Comm_dup(domain.comm(), &comm_));
    peers_.reserve(links.size());
    for (const Link &link : links) {
        Peer peer;

        peer.rank = link.rank;
        peer.send = link.send;
        peer.receive = link.receive;
        peer.send_start = send_total;
        peer.receive_start = receive_total;
        send_total += static_cast<Index>(link.send.size()) * max_fields;
        receive_total += static_cast<Index>(link.receive.size()) * max_fields;
        peers_.push_back(std::move(peer));
    }
    half_size_ = receive_total;
    outgoing_.resize(static_cast<std::size_t>(send_total));
    HYDRO_MPI(MPI_Win_allocate(static_cast<MPI_Aint>(receive_total) * halves * static_cast<MPI_Aint>(sizeof(double)),
                               sizeof(double), MPI_INFO_NULL, comm_, &arrivals_, &win_));
    agree_on_places();
}

Exchange::~Exchange()
{
    MPI_Win_free(&win_);
    MPI_Comm_free(&comm_);
}

// Each process tells its neighbours where in its window their values go.
void Exchange::agree_on_places()
{
    constexpr int tag = 11;
    std::vector<std::array<Index, 2>> mine(peers_.size());
    std::vector<std::array<Index, 2>> theirs(peers_.size());
    std::vector<MPI_Request> requests;

    requests.reserve(2 * peers_.size());
    for (std::size_t i = 0; i < peers_.size(); i++) {
        MPI_Request request = MPI_REQUEST_NULL;

        HYDRO_MPI(MPI_Irecv(theirs[i].data(), 2, MPI_INT, peers_[i].rank, tag, comm_, &request));
        requests.push_back(request);
    }
    for (std::size_t i = 0; i < peers_.size(); i++) {
        MPI_Request request = MPI_REQUEST_NULL;

        mine[i] = {{peers_[i].receive_start, half_size_}};
        HYDRO_MPI(MPI_Isend(mine[i].data(), 2, MPI_INT, peers_[i].rank, tag, comm_, &request));
        requests.push_back(request);
    }
    HYDRO_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
    for (std::size_t i = 0; i < peers_.size(); i++) {
        peers_[i].remote_start = theirs[i][0];
        peers_[i].remote_half = theirs[i][1];
    }
}

std::vector<int> Exchange::peer_ranks() const
{
    std::vector<int> ranks;

    for (const Peer &peer : peers_) {
        ranks.push_back(peer.rank);
    }
    return ranks;
}

void Exchange::pack(const std::vector<Field *> &fields)
{
    for (const Peer &peer : peers_) {
        auto place = static_cast<std::size_t>(peer.send_start);

        for (const Field *field : fields) {
            for (Index index : peer.send) {
                outgoing_[place++] = (*field)[index];
            }
        }
    }
}

void Exchange::put_all(int fields)
{
    const Index half = static_cast<Index>(sequence_ % halves_);

    for (const Peer &peer : peers_) {
        const int count = static_cast<int>(peer.send.size()) * fields;
        const MPI_Aint place = static_cast<MPI_Aint>(peer.remote_start) + static_cast<MPI_Aint>(half) * peer.remote_half;

        HYDRO_MPI(MPI_Put(&outgoing_[static_cast<std::size_t>(peer.send_start)], count, MPI_DOUBLE, peer.rank, place, count, MPI_DOUBLE, win_)); //@ PUT
        bytes_sent_ += static_cast<long>(count) * static_cast<long>(sizeof(double));
        messages_++;
    }
}

void Exchange::unpack(const std::vector<Field *> &fields, Combine combine) const
{
    const double *base = arrivals_ + static_cast<std::ptrdiff_t>(sequence_ % halves_) * half_size_;

    for (const Peer &peer : peers_) {
        const double *next = base + peer.receive_start;

        for (Field *field : fields) {
            for (Index index : peer.receive) {
                const double value = *next++; //@ LOAD

                if (combine == Combine::Add) {
                    (*field)[index] += value;
                } else {
                    (*field)[index] = value;
                }
            }
        }
    }
}

void Exchange::run(const std::vector<Field *> &fields, Combine combine)
{
    HYDRO_REQUIRE(static_cast<int>(fields.size()) <= max_fields_);
    pack(fields);
    open();
    put_all(static_cast<int>(fields.size()));
    arrive();
    unpack(fields, combine);
    release();
    sequence_++;
}

namespace {

class FenceExchange : public Exchange {
  public:
    FenceExchange(const Domain &domain, const std::vector<Link> &links, int max_fields)
        : Exchange(domain, links, max_fields, 1)
    {
    }

  protected:
    void open() override { HYDRO_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, win())); }
    void arrive() override { HYDRO_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, win())); }
    void release() override {}
};

class PscwExchange : public Exchange {
  public:
    PscwExchange(const Domain &domain, const std::vector<Link> &links, int max_fields)
        : Exchange(domain, links, max_fields, 1)
    {
        const std::vector<int> ranks = peer_ranks();
        MPI_Group all = MPI_GROUP_NULL;

        HYDRO_MPI(MPI_Comm_group(comm(), &all));
        HYDRO_MPI(MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &group_));
        HYDRO_MPI(MPI_Group_free(&all));
    }
    ~PscwExchange() override { MPI_Group_free(&group_); }

  protected:
    void open() override
    {
        HYDRO_MPI(MPI_Win_post(group_, 0, win()));
        HYDRO_MPI(MPI_Win_start(group_, 0, win()));
    }
    void arrive() override
    {
        HYDRO_MPI(MPI_Win_complete(win()));
#ifndef RACY
        HYDRO_MPI(MPI_Win_wait(win()));
#endif
    }
    void release() override
    {
#ifdef RACY
        HYDRO_MPI(MPI_Win_wait(win()));
#endif
    }

  private:
    MPI_Group group_ = MPI_GROUP_NULL;
};

// One epoch for the whole run, and a message to each neighbour behind the flush. There are two halves of the window:
// a neighbour may be one exchange ahead.
class LockExchange : public Exchange {
  public:
    LockExchange(const Domain &domain, const std::vector<Link> &links, int max_fields)
        : Exchange(domain, links, max_fields, 2), requests_(peer_ranks().size(), MPI_REQUEST_NULL),
          numbers_(peer_ranks().size(), -1)
    {
        HYDRO_MPI(MPI_Win_lock_all(0, win()));
    }
    ~LockExchange() override { MPI_Win_unlock_all(win()); }

  protected:
    void open() override
    {
        for (std::size_t i = 0; i < links(); i++) {
            HYDRO_MPI(MPI_Irecv(&numbers_[i], 1, MPI_LONG, peer_rank(i), tag, comm(), &requests_[i]));
        }
    }
    void arrive() override
    {
        const long number = sequence();

        for (std::size_t i = 0; i < links(); i++) {
            HYDRO_MPI(MPI_Win_flush(peer_rank(i), win()));
            HYDRO_MPI(MPI_Send(&number, 1, MPI_LONG, peer_rank(i), tag, comm()));
        }
        HYDRO_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
        for (const long received : numbers_) {
            HYDRO_REQUIRE(received == number);
        }
        HYDRO_MPI(MPI_Win_sync(win()));
    }
    void release() override {}

  private:
    static constexpr int tag = 23;
    std::vector<MPI_Request> requests_;
    std::vector<long> numbers_;
};

} // namespace

std::unique_ptr<Exchange> make_exchange(Method method, const Domain &domain, const std::vector<Link> &links,
                                        int max_fields)
{
    switch (method) {
    case Method::Fence:
        return std::make_unique<FenceExchange>(domain, links, max_fields);
    case Method::Lock:
        return std::make_unique<LockExchange>(domain, links, max_fields);
    case Method::Pscw:
        break;
    }
    return std::make_unique<PscwExchange>(domain, links, max_fields);
}

} // namespace hydro
