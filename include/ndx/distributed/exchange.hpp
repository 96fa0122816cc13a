// Runs an ExchangePlan: each two ranks that share any of the selected elements exchange one message
// of values.
//
// A rank moves its own elements directly, and reads those that other ranks of its node share with
// it. Values that it receives for a write are applied in the order of the ranks, its own in their
// turn, and those of one rank in the order of the positions. The result is therefore that of one
// process, whichever message arrives first.
#pragma once

#include <ndx/distributed/exchange_plan.hpp>
#include <ndx/distributed/node_blocks.hpp>
#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Allocates a buffer for the messages of all peers of a list; an empty one if no messages are
/// needed.
template <class T>
Tensor<T> message_buffer(const char* call, const std::vector<Peer>& peers,
                         const NodeBlocks* shared) {
  bool is_needed = false;
  for (const Peer& peer : peers)
    is_needed |= shared == nullptr || shared->block(peer.rank) == nullptr;
  return make_uninitialized<T>(call, Dims{is_needed ? ExchangePlan::elements_of_all(peers) : 0});
}
template <class T>
T* message_in(const Tensor<T>& buffer, const Peer& peer) {
  return buffer.data() + peer.first;
}
template <class T>
index_t message_bytes(const Peer& peer) noexcept {
  return peer.elements * static_cast<index_t>(sizeof(T));
}

/// One read or write by a plan, of elements of type T. All memory is allocated by the constructor,
/// so that nothing fails while messages are under way. All messages are complete when the object
/// goes out of scope.
template <class T>
class Exchange {
 public:
  /// `shared` has the blocks of this node for a read, if they can be read directly; otherwise it is
  /// null.
  Exchange(const char* call, const ExchangePlan& plan, const NodeBlocks* shared = nullptr)
      : plan_(plan),
        shared_(shared),
        asked_(message_buffer<T>(call, plan.asked(), shared)),
        asks_(message_buffer<T>(call, plan.asks(), shared)),
        messages_(plan.ranks(), plan.asks().size() + plan.asked().size()) {}

  /// Copies the elements that the plan selects into `result`, which is contiguous and shares no
  /// memory with `block`, this rank's elements. Collective. Since the last write, all ranks have
  /// agreed in a step, so that no block changes during the read.
  void read(const Tensor<T>& block, const Tensor<T>& result) {
    for (const Peer& peer : plan_.asks()) {
      if (shares(peer)) {
        messages_.skip();
        continue;
      }
      T* const to =
          is_one_run(peer) ? result.data() + peer.runs.offsets[0] : message_in(asks_, peer);
      messages_.receive(peer.rank, to, message_bytes<T>(peer));
    }
    for_each_from_next(plan_.asked(), [&](const Peer& peer) {
      if (shares(peer)) return;
      messages_.send(peer.rank, message_of(peer, asked_, block.data(), block.numel()),
                     message_bytes<T>(peer));
    });
    read_runs(plan_.own(), block.numel(), block.data(), result.data(), stores_for(result));
    if (shared_ != nullptr) read_shared(result);
    const std::size_t count = plan_.asks().size();
    for (std::size_t k = messages_.wait_for_any(count); k < count;
         k = messages_.wait_for_any(count)) {
      const Peer& peer = plan_.asks()[k];
      if (!is_one_run(peer))
        write_runs(peer.runs, 0, message_in(asks_, peer), false, result.data(), Reducer<T>());
    }
  }

  /// Combines the elements that the plan selects with `value`, which is contiguous, has the shape
  /// of the result or a single element, and shares no memory with `block`. Collective.
  void write(const Tensor<T>& block, const Tensor<const T>& value, const Reducer<T>& reduce) {
    for (const Peer& peer : plan_.asked())
      messages_.receive(peer.rank, message_in(asked_, peer), message_bytes<T>(peer));
    for_each_from_next(plan_.asks(), [&](const Peer& peer) { send(peer, value); });
    const bool is_one = value.numel() == 1;
    const auto apply_own = [&] {
      write_runs(plan_.own(), block.numel(), value.data(), is_one, block.data(), reduce);
    };
    bool applied = false;
    for (std::size_t k = 0; k < plan_.asked().size(); ++k) {
      const Peer& peer = plan_.asked()[k];
      if (!applied && peer.rank > plan_.ranks().rank()) {
        apply_own();
        applied = true;
      }
      const bool one = messages_.wait_for(k) < message_bytes<T>(peer);
      write_runs(peer.runs, block.numel(), message_in(asked_, peer), one, block.data(), reduce);
    }
    if (!applied) apply_own();
  }

 private:
  /// Calls body(peer) for all peers, beginning with the next higher rank, so that not all ranks
  /// contact rank 0 first.
  template <class Body>
  void for_each_from_next(const std::vector<Peer>& peers, const Body& body) const {
    std::size_t next = 0;
    while (next < peers.size() && peers[next].rank < plan_.ranks().rank()) ++next;
    for (std::size_t k = 0; k < peers.size(); ++k) body(peers[(next + k) % peers.size()]);
  }

  /// Returns whether the block of a rank is read directly.
  [[nodiscard]] bool shares(const Peer& peer) const noexcept {
    return shared_ != nullptr && shared_->block(peer.rank) != nullptr;
  }
  void read_shared(const Tensor<T>& result) const {
    for_each_from_next(plan_.asks(), [&](const Peer& peer) {
      if (!shares(peer)) return;
      const SplitPart part = plan_.part_of(peer);
      read_runs(RunLists::of(part), part.elements, static_cast<const T*>(shared_->block(peer.rank)),
                result.data(), stores_for(result));
    });
    shared_->end_reading();
  }

  /// Returns whether a message has a single run, which needs no buffer.
  static bool is_one_run(const Peer& peer) noexcept { return peer.runs.offsets.size() == 1; }
  /// Returns the message with the runs of a tensor of `elements` elements: in place if it is a
  /// single run, otherwise copied into a buffer.
  static const T* message_of(const Peer& peer, const Tensor<T>& buffer, const T* from,
                             index_t elements) {
    if (is_one_run(peer)) return from + peer.runs.offsets[0];
    read_runs(peer.runs, elements, from, message_in(buffer, peer));
    return message_in(buffer, peer);
  }

  /// Sends the values for a peer. A single element is sent as one; the receiver recognizes it by
  /// the length of the message.
  void send(const Peer& peer, const Tensor<const T>& value) {
    if (value.numel() == 1) {
      messages_.send(peer.rank, value.data(), static_cast<index_t>(sizeof(T)));
    } else {
      messages_.send(peer.rank, message_of(peer, asks_, value.data(), 0), message_bytes<T>(peer));
    }
  }

  const ExchangePlan& plan_;
  const NodeBlocks* shared_;
  Tensor<T> asked_;    // messages to or from the ranks that ask this one
  Tensor<T> asks_;     // messages to or from the ranks that this one asks
  Messages messages_;  // last, because it uses the buffers until it is destroyed
};

}  // namespace detail
NDX_NAMESPACE_END
