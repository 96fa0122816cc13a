// Communicator: the ranks over which a distributed tensor is laid out, and the steps that they take
// together.
//
// An MPI call that fails ends the program on all ranks, because otherwise some of them would wait
// forever. An error that only some ranks may see is agreed on: each step that can fail ends with one
// all-reduce, after which all ranks throw the error of the lowest rank that failed, or none throws.
#pragma once

#include <array>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include <mpi.h>

#include <ndx/base/error.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Ends the program with MPI's message unless a call succeeded. Our own communicators already do
/// so; for calls on types, other libraries (PETSc) may have changed the error handler.
inline void check_mpi(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    MPI_Abort(MPI_COMM_WORLD, code);
}

/// Ranks of one node count as ranks of different nodes if tests set different numbers here.
inline int node_for_tests = 0;

/// A communicator of our own, so that our messages are never mixed up with those of the program.
class OwnCommunicator {
 public:
  OwnCommunicator() = default;
  OwnCommunicator(const OwnCommunicator&) = delete;
  OwnCommunicator& operator=(const OwnCommunicator&) = delete;
  ~OwnCommunicator() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    node_.reset();
    if (finalized == 0 && comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }

  /// Duplicates a communicator. Collective, as is split_by_node(); each object calls one of them
  /// once.
  void duplicate(MPI_Comm of) {
    check_mpi(MPI_Comm_dup(of, &comm_));
    prepare();
  }
  /// Makes this the communicator of those ranks that share memory with this one.
  void split_by_node(const OwnCommunicator& all) {
    MPI_Comm node = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(all.get(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    check_mpi(MPI_Comm_split(node, node_for_tests, 0, &comm_));
    check_mpi(MPI_Comm_free(&node));
    prepare();
  }

  [[nodiscard]] MPI_Comm get() const noexcept { return comm_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  /// Returns the ranks of this node; nullptr until set_node() is called.
  [[nodiscard]] const OwnCommunicator* node() const noexcept { return node_.get(); }
  void set_node(std::unique_ptr<const OwnCommunicator> node) noexcept { node_ = std::move(node); }

 private:
  void prepare() {
    check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_ARE_FATAL));
    check_mpi(MPI_Comm_rank(comm_, &rank_));
    check_mpi(MPI_Comm_size(comm_, &size_));
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  std::unique_ptr<const OwnCommunicator> node_;
};

struct NodeOf;

}  // namespace detail

/// The ranks of an MPI communicator, of which it keeps a duplicate. A Communicator is a handle:
/// copies share the duplicate. Creating the first one is collective, and so is destroying the last.
///   const Communicator world = MPI_COMM_WORLD;
class Communicator {
 public:
  /// Throws ValueError if MPI is not initialized or already finalized, and bad_alloc, on all ranks,
  /// if memory runs out on any.
  Communicator(MPI_Comm of) {
    int usable = 0;
    int finalized = 0;
    MPI_Initialized(&usable);
    MPI_Finalized(&finalized);
    if (usable == 0 || finalized != 0) [[unlikely]]
      throw_value_error("Communicator: MPI is ", finalized != 0 ? "finalized" : "not initialized");
    try {
      own_ = std::make_shared<detail::OwnCommunicator>();
    } catch (const std::bad_alloc&) {  // own_ stays empty
    }
    int made = own_ != nullptr ? 1 : 0;
    detail::check_mpi(MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, of));
    if (made == 0) throw std::bad_alloc();
    own_->duplicate(of);
  }

  /// Returns the duplicate, for calls of MPI.
  [[nodiscard]] MPI_Comm get() const noexcept { return own_->get(); }
  /// Returns the number of this process, from 0.
  [[nodiscard]] int rank() const noexcept { return own_->rank(); }
  /// Returns the number of processes.
  [[nodiscard]] int size() const noexcept { return own_->size(); }

  /// Returns whether both have the same processes in the same order. Sends no messages.
  friend bool operator==(const Communicator& a, const Communicator& b) {
    if (a.own_ == b.own_) return true;
    int same = MPI_UNEQUAL;
    detail::check_mpi(MPI_Comm_compare(a.get(), b.get(), &same));
    return same == MPI_CONGRUENT;
  }

 private:
  friend struct detail::NodeOf;

  std::shared_ptr<detail::OwnCommunicator> own_;
};

namespace detail {

/// An error of a rank, in a form that can be sent.
struct RankError {
  enum class Kind : int { none, index, shape, value, memory, other };

  Kind kind = Kind::none;
  std::string text{};  // empty for Kind::memory

  /// Describes the exception that is being handled. If there is no memory to copy its message, the
  /// error becomes lack of memory.
  static RankError current() noexcept {
    try {
      return described();
    } catch (...) {
      return {Kind::memory};
    }
  }

  /// Returns the exception that all ranks throw.
  [[nodiscard]] NDX_COLD std::exception_ptr exception(int rank, int size) const {
    const std::string whole = message("rank ", rank, " of ", size, ": ", text);
    if (kind == Kind::index) return std::make_exception_ptr(IndexError(whole));
    if (kind == Kind::shape) return std::make_exception_ptr(ShapeError(whole));
    if (kind == Kind::value) return std::make_exception_ptr(ValueError(whole));
    return std::make_exception_ptr(std::runtime_error(whole));
  }

 private:
  static RankError described() {
    try {
      throw;
    } catch (const IndexError& error) {
      return {Kind::index, error.what()};
    } catch (const ShapeError& error) {
      return {Kind::shape, error.what()};
    } catch (const ValueError& error) {
      return {Kind::value, error.what()};
    } catch (const std::bad_alloc&) {
      return {Kind::memory};
    } catch (const std::exception& error) {
      return {Kind::other, error.what()};
    } catch (...) {
      return {Kind::other, "an exception of unknown type"};
    }
  }
};

template <class Body>
void in_step(const Communicator& ranks, const Body& body);

/// Gives all ranks the text that rank `from` has. Collective; throws bad_alloc on all ranks if
/// memory runs out on any.
inline void broadcast_text(const Communicator& ranks, int from, std::string& text) {
  auto length = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, from, ranks.get()));
  in_step(ranks, [&] { text.resize(static_cast<std::size_t>(length)); });
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, from, ranks.get()));
}

/// Throws on all ranks the error of rank `first`. Lack of memory is sent without a text, so that
/// sending it takes no memory. It therefore also ends the recursion: the steps below, which
/// allocate memory for another error, can themselves fail only for lack of memory.
[[noreturn]] NDX_COLD inline void raise_of(const Communicator& ranks, int first, RankError& error) {
  auto kind = static_cast<int>(error.kind);
  check_mpi(MPI_Bcast(&kind, 1, MPI_INT, first, ranks.get()));
  error.kind = static_cast<RankError::Kind>(kind);
  if (error.kind == RankError::Kind::memory) throw std::bad_alloc();
  broadcast_text(ranks, first, error.text);
  std::exception_ptr thrown;
  in_step(ranks, [&] { thrown = error.exception(first, ranks.size()); });
  std::rethrow_exception(thrown);
}

/// Throws on all ranks the error of the lowest rank that has one. Otherwise returns whether all
/// ranks have the same number. Collective.
inline bool agree(const Communicator& ranks, RankError& own, index_t number = 0) {
  const bool failed = own.kind != RankError::Kind::none;
  // One reduction finds three minima: the lowest rank that failed, the smallest number, and the
  // complement of the largest.
  std::array<index_t, 3> least{failed ? ranks.rank() : ranks.size(), number, ~number};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(least.size()), MPI_INT64_T,
                          MPI_MIN, ranks.get()));
  if (least[0] != ranks.size()) [[unlikely]]
    raise_of(ranks, static_cast<int>(least[0]), own);
  return least[1] == ~least[2];
}

/// Calls body() on each rank. If it throws on any, all ranks throw the error of the lowest of
/// these, with the number of the rank before the message. Collective; `body` must not communicate.
template <class Body>
void in_step(const Communicator& ranks, const Body& body) {
  RankError error;
  try {
    body();
  } catch (...) {
    error = RankError::current();
  }
  agree(ranks, error);
}

/// Calls body() on each rank as in_step() does, for arguments that must be equal on all ranks.
/// body() returns a number made of the arguments. If the numbers differ, all ranks throw a
/// ValueError that says which `arguments` differ.
template <class Body>
void in_same_step(const Communicator& ranks, const char* call, const char* arguments,
                  const Body& body) {
  RankError error;
  index_t number = 0;
  try {
    number = body();
  } catch (...) {
    error = RankError::current();
  }
  if (agree(ranks, error, number)) return;
  in_step(ranks, [&] { throw_value_error(call, ": the processes give different ", arguments); });
}

/// Hashes lists into one number. If two lists differ, so do their numbers, except with a
/// probability of about 2^-64.
class NumberOf {
 public:
  template <class Range>
  NumberOf& add(const Range& numbers) {
    for (const auto number : numbers) {
      hash_ = (hash_ ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15U;
      hash_ ^= hash_ >> 32;
    }
    return *this;
  }
  operator index_t() const noexcept { return static_cast<index_t>(hash_); }

 private:
  std::uint64_t hash_ = 0;
};

/// Finds the ranks of this node. They are split from a communicator when they are first asked for.
struct NodeOf {
  /// Collective. The first call throws bad_alloc on all ranks if memory runs out on any.
  static const OwnCommunicator& find(const Communicator& ranks) {
    if (ranks.own_->node() == nullptr) {
      std::unique_ptr<OwnCommunicator> node;
      in_step(ranks, [&] { node = std::make_unique<OwnCommunicator>(); });
      node->split_by_node(*ranks.own_);
      ranks.own_->set_node(std::move(node));
    }
    return *ranks.own_->node();
  }
};

}  // namespace detail
NDX_NAMESPACE_END
