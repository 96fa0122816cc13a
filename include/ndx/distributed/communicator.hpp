// Communicator: the ranks that a distributed tensor is laid over, and what they do in step.
//
// An MPI call that fails ends the program on all ranks: no other answer leaves none of them waiting.
#pragma once

#include <array>
#include <memory>
#include <new>
#include <string>

#include <mpi.h>

#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Ends the program with MPI's message unless a call succeeded. Communicators of ours do so by
/// themselves; for calls on types, other libraries (PETSc) may have turned that off.
inline void check_mpi(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    MPI_Abort(MPI_COMM_WORLD, code);
}

/// A duplicate of a communicator, so that messages meet none of the program's own.
class OwnCommunicator {
 public:
  explicit OwnCommunicator(MPI_Comm of) {
    check_mpi(MPI_Comm_dup(of, &comm_));
    check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_ARE_FATAL));
    check_mpi(MPI_Comm_rank(comm_, &rank_));
    check_mpi(MPI_Comm_size(comm_, &size_));
  }
  OwnCommunicator(const OwnCommunicator&) = delete;
  OwnCommunicator& operator=(const OwnCommunicator&) = delete;
  ~OwnCommunicator() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) MPI_Comm_free(&comm_);
  }

  [[nodiscard]] MPI_Comm get() const noexcept { return comm_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace detail

/// The ranks of an MPI communicator, of which it keeps a duplicate. A handle: copies share it. To
/// make the first one is collective, and so is to destroy the last.
///   const Communicator world = MPI_COMM_WORLD;
class Communicator {
 public:
  /// Throws ValueError if MPI is not initialized, or already finalized.
  Communicator(MPI_Comm of) {
    int usable = 0;
    int finalized = 0;
    MPI_Initialized(&usable);
    MPI_Finalized(&finalized);
    if (usable == 0 || finalized != 0) [[unlikely]]
      throw_value_error("Communicator: MPI is ", finalized != 0 ? "finalized" : "not initialized");
    own_ = std::make_shared<detail::OwnCommunicator>(of);
  }

  /// The duplicate, for calls of MPI.
  [[nodiscard]] MPI_Comm get() const noexcept { return own_->get(); }
  /// The number of this process, from 0.
  [[nodiscard]] int rank() const noexcept { return own_->rank(); }
  /// The number of processes.
  [[nodiscard]] int size() const noexcept { return own_->size(); }

 private:
  std::shared_ptr<detail::OwnCommunicator> own_;
};

namespace detail {

/// What went wrong on a rank, in a form that can be sent.
struct RankError {
  enum class Kind : int { none, index, shape, value, memory, other };

  Kind kind = Kind::none;
  std::string text{};

  /// Of the exception that is being handled.
  static RankError current() {
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

  [[noreturn]] NDX_COLD void raise(int rank, int size) const {
    const std::string whole = message("rank ", rank, " of ", size, ": ", text);
    if (kind == Kind::index) throw IndexError(whole);
    if (kind == Kind::shape) throw ShapeError(whole);
    if (kind == Kind::value) throw ValueError(whole);
    if (kind == Kind::memory) throw std::bad_alloc();
    throw std::runtime_error(whole);
  }
};

/// Throws on all ranks what went wrong on the lowest rank on which anything did. Collective.
inline void agree(const Communicator& ranks, const RankError& own) {
  const bool failed = own.kind != RankError::Kind::none;
  int first = failed ? ranks.rank() : ranks.size();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, ranks.get()));
  if (first == ranks.size()) [[likely]]
    return;
  RankError shown = own;
  std::array<int, 2> sent{static_cast<int>(own.kind), static_cast<int>(own.text.size())};
  check_mpi(MPI_Bcast(sent.data(), 2, MPI_INT, first, ranks.get()));
  shown.kind = static_cast<RankError::Kind>(sent[0]);
  shown.text.resize(static_cast<std::size_t>(sent[1]));
  check_mpi(MPI_Bcast(shown.text.data(), sent[1], MPI_CHAR, first, ranks.get()));
  shown.raise(first, ranks.size());
}

/// Calls body() on each rank. If it throws on any, all ranks throw the error of the lowest of these,
/// with its number before the message. Collective; body must not communicate.
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

}  // namespace detail
NDX_NAMESPACE_END
