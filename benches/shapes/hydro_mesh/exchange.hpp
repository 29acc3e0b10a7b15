// Exchange of boundary values with all neighbours, by puts into their windows.
#pragma once

#include "state.hpp"

namespace hydro {

// What happens to the values that arrive.
enum class Combine { Add, Replace };

class Exchange {
  public:
    // One exchange of each kind and method is for one set of links, and for at most max_fields fields at a time.
    Exchange(const Domain &domain, const std::vector<Link> &links, int max_fields, int halves);
    virtual ~Exchange();
    Exchange(const Exchange &) = delete;
    Exchange &operator=(const Exchange &) = delete;

    // Collective over the process and its neighbours, with the same number of fields everywhere.
    void run(const std::vector<Field *> &fields, Combine combine);

    long bytes_sent() const { return bytes_sent_; }
    long messages() const { return messages_; }

  protected:
    // Before the first put: the own window may be written from here on.
    virtual void open() = 0;
    // Behind the last put: returns when the own window has all that is coming.
    virtual void arrive() = 0;
    // Behind the last use of the own window.
    virtual void release() = 0;

    MPI_Win win() const { return win_; }
    MPI_Comm comm() const { return comm_; }
    std::size_t links() const { return peers_.size(); }
    int peer_rank(std::size_t link) const { return peers_[link].rank; }
    std::vector<int> peer_ranks() const;
    long sequence() const { return sequence_; }

  private:
    struct Peer {
        int rank = MPI_PROC_NULL;
        Index send_start = 0;    // in the send buffer, in units of max_fields
        Index receive_start = 0; // in the own window
        Index remote_start = 0;  // in the window of the neighbour
        Index remote_half = 0;   // the size of a half there
        std::vector<Index> send;
        std::vector<Index> receive;
    };

    void agree_on_places();
    void pack(const std::vector<Field *> &fields);
    void put_all(int fields);
    void unpack(const std::vector<Field *> &fields, Combine combine) const;

    MPI_Comm comm_ = MPI_COMM_NULL;
    MPI_Win win_ = MPI_WIN_NULL;
    double *arrivals_ = nullptr;
    std::vector<double> outgoing_;
    std::vector<Peer> peers_;
    int max_fields_;
    int halves_;
    Index half_size_ = 0;
    long sequence_ = 0;
    long bytes_sent_ = 0;
    long messages_ = 0;
};

std::unique_ptr<Exchange> make_exchange(Method method, const Domain &domain, const std::vector<Link> &links,
                                        int max_fields);

} // namespace hydro
