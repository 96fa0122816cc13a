// Wraps HDF5's C interface: objects are closed when they go out of scope, and errors become
// ValueError.
//
// Needs libhdf5 (1.10 or later); knows no tensors. HDF5 prints nothing: the text that it would
// print becomes part of the message.
#pragma once

#include <mutex>
#include <string>
#include <utility>

#include <hdf5.h>

#include <ndx/io/file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// An object of HDF5 that is closed when it goes out of scope.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close closer) noexcept : id_(id), close_(closer) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, hid_t{-1})), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() { close(); }

  [[nodiscard]] hid_t get() const noexcept { return id_; }
  [[nodiscard]] bool is_open() const noexcept { return id_ >= 0; }
  /// Closes the object. Returns whether it was open and was closed without an error.
  bool close() noexcept { return is_open() && close_(std::exchange(id_, hid_t{-1})) >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// Gives this thread exclusive use of HDF5, because not every build of the library is thread-safe,
/// and keeps HDF5 from printing. A thread may hold several locks. A handle must be closed while a
/// lock is held.
class Hdf5Lock {
 public:
  Hdf5Lock() : lock_(mutex()) {
    H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Hdf5Lock(const Hdf5Lock&) = delete;
  Hdf5Lock& operator=(const Hdf5Lock&) = delete;
  ~Hdf5Lock() { H5Eset_auto2(H5E_DEFAULT, print_, print_data_); }

 private:
  static std::recursive_mutex& mutex() {
    static std::recursive_mutex one;
    return one;
  }

  std::lock_guard<std::recursive_mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// Returns the first filter of a dataset that HDF5 lacks, as text: "filter 32000 ('lzf'), which
/// this libhdf5 does not have". Returns an empty string if it has all of them.
inline std::string missing_filter(hid_t set) {
  const Hdf5Handle list(H5Dget_create_plist(set), &H5Pclose);
  const int count = list.is_open() ? H5Pget_nfilters(list.get()) : 0;
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    unsigned config = 0;
    std::size_t values = 0;
    char name[64] = "";
    const H5Z_filter_t filter = H5Pget_filter2(list.get(), static_cast<unsigned>(i), &flags,
                                               &values, nullptr, sizeof name - 1, name, &config);
    if (filter < 0 || H5Zfilter_avail(filter) > 0) continue;
    const std::string named = *name == '\0' ? "" : message(" (", detail::quoted(name), ")");
    return message("filter ", filter, named, ", which this libhdf5 does not have");
  }
  return "";
}

/// A use of HDF5: it holds the lock, and its errors begin with `where`.
class Hdf5Use {
 public:
  Hdf5Use(const char* call, const std::string& path) : Hdf5Use(message_prefix(call, path)) {}
  explicit Hdf5Use(std::string where) : where_(std::move(where)) {}

  /// Returns "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  /// Throws ValueError with `what` and the error of HDF5's last call. If the call moved elements of
  /// the dataset `set` and one of its filters is missing, the message names the filter, because
  /// HDF5 only says where it has looked for it.
  [[noreturn]] NDX_COLD void fail(const std::string& what, hid_t set = -1) const {
    std::string said;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, &first_description, &said);
    if (const std::string missing = set < 0 ? "" : missing_filter(set); !missing.empty())
      said = missing;
    throw_value_error(where_, ": ", what, ": ", said.empty() ? "HDF5 does not say why" : said);
  }
  /// Returns the result of a call of HDF5, unless it means failure; `set` has the meaning of
  /// fail().
  template <class Result>
  Result checked(Result result, const char* what, hid_t set = -1) const {
    if (result < 0) fail(what, set);
    return result;
  }
  [[nodiscard]] Hdf5Handle handle(hid_t id, Hdf5Handle::Close close, const char* what) const {
    return {checked(id, what), close};
  }

 private:
  /// Copies the description of the innermost error, which is the first.
  static herr_t first_description(unsigned n, const H5E_error2_t* error, void* to) noexcept {
    try {
      if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(to) = error->desc;
    } catch (...) {
      return -1;
    }
    return 0;
  }

  std::string where_;
  Hdf5Lock lock_;
};

/// Refuses to follow a link to another file, and sets the bool `refused`.
inline herr_t refuse_external_link(const char* /*parent*/, const char* /*group*/,
                                   const char* /*file*/, const char* /*object*/,
                                   unsigned* /*flags*/, hid_t /*access*/, void* refused) noexcept {
  *static_cast<bool*>(refused) = true;
  return -1;
}

/// Opens the object of that name; the handle is not open if there is none. Throws ValueError if
/// links lead to another file, which is not "read" or "written", as `used` says.
inline Hdf5Handle open_hdf5_object(const Hdf5Use& use, hid_t file, const std::string& name,
                                   const char* used) {
  constexpr const char* kWhat = "a link cannot be followed";
  const Hdf5Handle access = use.handle(H5Pcreate(H5P_LINK_ACCESS), &H5Pclose, kWhat);
  bool refused = false;
  use.checked(H5Pset_elink_cb(access.get(), &refuse_external_link, &refused), kWhat);
  const bool exists = H5Oexists_by_name(file, name.c_str(), access.get()) > 0;
  if (refused)
    throw_value_error(use.where(), ": ", detail::quoted(name), " is in another file, which is not ",
                      used);
  if (!exists) return {-1, &H5Oclose};
  return use.handle(H5Oopen(file, name.c_str(), access.get()), &H5Oclose,
                    "an object cannot be opened");
}

/// Returns the address of an object in its file, as bytes.
inline std::string hdf5_address(const Hdf5Use& use, hid_t object) {
  constexpr const char* kWhat = "the address of an object cannot be read";
  const auto bytes_of = [](const auto& address) {
    return std::string(reinterpret_cast<const char*>(&address), sizeof address);
  };
#if H5_VERSION_GE(1, 12, 0)
  H5O_info2_t info;
  use.checked(H5Oget_info3(object, &info, H5O_INFO_BASIC), kWhat);
  return bytes_of(info.token);
#else
  H5O_info_t info;
  use.checked(H5Oget_info2(object, &info, H5O_INFO_BASIC), kWhat);
  return bytes_of(info.addr);
#endif
}

}  // namespace detail
NDX_NAMESPACE_END
