// ExchangePlan: which rank needs which elements of which other rank.
//
// It is made once, with one all-to-all of counts and point-to-point messages of offsets. After
// that, values are exchanged any number of times without sending an offset again.
#pragma once

#include <memory>
#include <optional>

#include <ndx/base/function_ref.hpp>
#include <ndx/distributed/messages.hpp>
#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN

// The contents of a message: runs of elements from anywhere in a tensor, one after another.

namespace detail {

/// Returns the runs of a part in the result or value, for a message.
inline RunLists places_of(const SplitPart& part) {
  return {part.places, {}, part.lengths, part.length};
}

inline index_t elements_of(const RunLists& runs) noexcept {
  if (runs.lengths.empty()) return static_cast<index_t>(runs.offsets.size()) * runs.length;
  index_t sum = 0;
  for (const index_t length : runs.lengths) sum += length;
  return sum;
}

/// Returns the runs of a part. Their places are left out if the runs follow each other from
/// position 0, which is faster.
inline RunLists runs_of(const SplitPart& part) {
  RunLists runs = RunLists::of(part);
  if (runs.lengths.empty() && !runs.places.empty() && runs.places[0] == 0 &&
      is_equally_spaced(runs.places, runs.length))
    runs.places = {};
  return runs;
}

}  // namespace detail

namespace detail {

/// The elements that this rank exchanges with another one.
struct Peer {
  int rank;
  RunLists runs;     // places in the result or value, or offsets in the block that is asked
  index_t elements;  // of all runs
  index_t first;     // start of its message in a buffer for the messages of all peers
};

/// Memory on a rank: the split of its own plan, 16 bytes per run (24 if the runs differ in length),
/// 8 (16) per run that another rank asks it for, and about 260 per rank.
class ExchangePlan {
 public:
  /// make_split() returns the elements that this rank's plan selects, by a partition whose part r
  /// lies on rank r. Collective; an exception of make_split on any rank, or bad_alloc, is thrown on
  /// all ranks.
  static std::shared_ptr<const ExchangePlan> make(const Communicator& ranks,
                                                  FunctionRef<Split()> make_split) {
    std::shared_ptr<ExchangePlan> made;
    in_step(ranks, [&] {
      made = std::make_shared<ExchangePlan>(ranks);
      made->split_.emplace(make_split());
      made->find_parts();
    });
    made->exchange();
    return made;
  }
  /// Plans nothing yet; only for make().
  explicit ExchangePlan(const Communicator& ranks) : ranks_(ranks) {
    sent_.resize(static_cast<std::size_t>(ranks_.size()));
    asked_counts_.resize(sent_.size());
  }
  ExchangePlan(const ExchangePlan&) = delete;
  ExchangePlan& operator=(const ExchangePlan&) = delete;

  [[nodiscard]] const Communicator& ranks() const noexcept { return ranks_; }
  /// The elements that this rank needs from others, and those that others need from it, in the
  /// order of the ranks.
  [[nodiscard]] const std::vector<Peer>& asks() const noexcept { return asks_; }
  [[nodiscard]] const std::vector<Peer>& asked() const noexcept { return asked_; }
  /// Returns the offsets in the block of a rank of asks(), with their places in the result.
  [[nodiscard]] SplitPart part_of(const Peer& ask) const {
    const auto k = static_cast<std::size_t>(&ask - asks_.data());
    const bool follows_own = split_->size() != asks_.size() && ask.rank > ranks_.rank();
    return (*split_)[k + (follows_own ? 1 : 0)];
  }
  /// The runs that lie on this rank itself.
  [[nodiscard]] const RunLists& own() const noexcept { return own_; }

  /// Returns the number of elements in all messages of a list of peers.
  [[nodiscard]] static index_t elements_of_all(const std::vector<Peer>& peers) noexcept {
    return peers.empty() ? 0 : peers.back().first + peers.back().elements;
  }

 private:
  /// The numbers that a rank sends another before the offsets.
  struct Counts {
    index_t runs;
    index_t elements;
    index_t length;  // of all runs; 0 if they differ
  };
  static constexpr int kCounts = 3;
  static_assert(sizeof(Counts) == kCounts * sizeof(index_t));

  static void add(std::vector<Peer>& peers, int rank, const RunLists& runs, index_t elements) {
    peers.push_back({rank, runs, elements, elements_of_all(peers)});
  }

  void find_parts() {
    for (std::size_t k = 0; k < split_->size(); ++k) {
      const SplitPart part = (*split_)[k];
      if (part.part == ranks_.rank()) {
        own_ = runs_of(part);
        continue;
      }
      const RunLists places = places_of(part);
      const index_t elements = elements_of(places);
      add(asks_, static_cast<int>(part.part), places, elements);
      sent_[static_cast<std::size_t>(part.part)] = {static_cast<index_t>(part.offsets.size()),
                                                    elements,
                                                    part.lengths.empty() ? part.length : 0};
    }
  }

  void find_asked() {
    std::size_t numbers = 0;  // offsets, and lengths where they differ
    for (const Counts& counts : asked_counts_) numbers += numbers_of(counts);
    numbers_.resize(numbers);
    std::size_t at = 0;
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      const Counts& counts = asked_counts_[static_cast<std::size_t>(rank)];
      if (counts.runs == 0) continue;
      const auto runs = static_cast<std::size_t>(counts.runs);
      const std::span<const index_t> all(numbers_.data() + at, numbers_of(counts));
      add(asked_, rank, {all.first(runs), {}, all.subspan(runs), counts.length}, counts.elements);
      at += all.size();
    }
  }
  static std::size_t numbers_of(const Counts& counts) noexcept {
    return static_cast<std::size_t>(counts.runs) * (counts.length == 0 ? 2 : 1);
  }

  void exchange() {
    check_mpi(MPI_Alltoall(sent_.data(), kCounts, MPI_INT64_T, asked_counts_.data(), kCounts,
                           MPI_INT64_T, ranks_.get()));
    std::optional<Messages> messages;
    in_step(ranks_, [&] {
      find_asked();
      messages.emplace(ranks_, 2 * (asks_.size() + asked_.size()));
    });
    exchange_offsets(*messages);
    sent_ = {};
    asked_counts_ = {};
  }

  void exchange_offsets(Messages& messages) {
    index_t* to = numbers_.data();
    const auto receive = [&](int from, std::size_t count) {
      messages.receive(from, to, bytes_of(count));
      to += count;
    };
    for (const Peer& peer : asked_) {
      receive(peer.rank, peer.runs.offsets.size());
      if (!peer.runs.lengths.empty()) receive(peer.rank, peer.runs.lengths.size());
    }
    for (std::size_t k = 0; k < split_->size(); ++k) {
      const SplitPart part = (*split_)[k];
      if (part.part == ranks_.rank()) continue;
      const auto to_rank = static_cast<int>(part.part);
      messages.send(to_rank, part.offsets.data(), bytes_of(part.offsets.size()));
      if (!part.lengths.empty())
        messages.send(to_rank, part.lengths.data(), bytes_of(part.lengths.size()));
    }
  }
  static index_t bytes_of(std::size_t numbers) noexcept {
    return static_cast<index_t>(numbers * sizeof(index_t));
  }

  Communicator ranks_;
  std::optional<Split> split_;
  std::vector<Peer> asks_;
  std::vector<Peer> asked_;
  RunLists own_;
  NumberList numbers_;                // the lists of asked_
  std::vector<Counts> sent_;          // by rank; empty once the plan is made
  std::vector<Counts> asked_counts_;  // by rank; empty once the plan is made
};

}  // namespace detail

NDX_NAMESPACE_END
