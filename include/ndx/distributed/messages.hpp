// Messages: sends bytes to other ranks and receives bytes from them, in any number.
//
// MPI counts in int, so longer messages need a type of their own. Nothing here can fail once the
// space for the requests is allocated.
#pragma once

#include <climits>
#include <cstddef>
#include <vector>

#include <ndx/base/types.hpp>
#include <ndx/distributed/communicator.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A number of bytes as MPI counts them, in an int. More than `most` bytes are sent as one element
/// of a type of that size.
class MessageType {
 public:
  explicit MessageType(index_t bytes, index_t most = INT_MAX) {
    if (bytes <= most) {
      count_ = static_cast<int>(bytes);
      return;
    }
    const index_t whole = bytes / most;
    const index_t remainder = bytes % most;
    MPI_Datatype unit = MPI_DATATYPE_NULL;
    MPI_Datatype units = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(static_cast<int>(most), MPI_BYTE, &unit));
    check_mpi(MPI_Type_contiguous(static_cast<int>(whole), unit, &units));
    const int lengths[] = {1, static_cast<int>(remainder)};
    const MPI_Aint places[] = {0, as_integer<MPI_Aint>(whole * most)};
    const MPI_Datatype types[] = {units, MPI_BYTE};
    check_mpi(MPI_Type_create_struct(2, lengths, places, types, &type_));
    check_mpi(MPI_Type_commit(&type_));
    MPI_Type_free(&units);
    MPI_Type_free(&unit);
    count_ = 1;
  }
  MessageType(const MessageType&) = delete;
  MessageType& operator=(const MessageType&) = delete;
  /// Frees the type; MPI keeps it as long as messages under way need it.
  ~MessageType() {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
  }

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] MPI_Datatype get() const noexcept { return type_; }

 private:
  int count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
};

/// The messages that are being sent and received. All of them are complete when this object goes
/// out of scope, which must be before their memory is released.
class Messages {
 public:
  /// Up to `most` bytes are sent as MPI_BYTE; tests set a lower limit. Space for `count` messages
  /// is allocated here, so that none of the calls below fails.
  Messages(const Communicator& ranks, std::size_t count, index_t most = INT_MAX)
      : ranks_(ranks), most_(most) {
    requests_.reserve(count);
  }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  ~Messages() { wait_for_all(); }

  /// receive() and send() return at once. Messages between two ranks arrive in order.
  void receive(int from, void* to, index_t bytes) {
    const MessageType type(bytes, most_);
    check_mpi(MPI_Irecv(to, type.count(), type.get(), from, kTag, ranks_.get(), add()));
  }
  void send(int to, const void* from, index_t bytes) {
    const MessageType type(bytes, most_);
    check_mpi(MPI_Isend(from, type.count(), type.get(), to, kTag, ranks_.get(), add()));
  }

  /// Adds a message that is already complete, in place of one that is not needed.
  void skip() { add(); }

  /// Waits for message k, counted in the order of the calls. Returns its number of bytes.
  index_t wait_for(std::size_t k) {
    MPI_Status status;
    check_mpi(MPI_Wait(&requests_[k], &status));
    MPI_Count bytes = 0;
    check_mpi(MPI_Get_elements_x(&status, MPI_BYTE, &bytes));
    return static_cast<index_t>(bytes);
  }
  /// Waits for one of the first `count` messages and returns its number; each is returned once.
  /// Returns `count` when all have been returned.
  std::size_t wait_for_any(std::size_t count) {
    int k = MPI_UNDEFINED;
    check_mpi(MPI_Waitany(static_cast<int>(count), requests_.data(), &k, MPI_STATUS_IGNORE));
    return k == MPI_UNDEFINED ? count : static_cast<std::size_t>(k);
  }
  void wait_for_all() noexcept {
    check_mpi(
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  }

 private:
  static constexpr int kTag = 1;

  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  const Communicator& ranks_;
  index_t most_;
  std::vector<MPI_Request> requests_;
};

}  // namespace detail
NDX_NAMESPACE_END
