// Parses the subscripts of einsum, "ij,jk->ik", and applies them to the layouts of the operands.
//
// Every dim gets a label: the code of its letter, or, for the dims of "...", kBroadcast plus their
// distance from the last one, so that dims of different operands have equal labels if they are
// broadcast together. This file knows neither element types nor Eigen.
#pragma once

#include <algorithm>
#include <array>

#include <ndx/grammar/text/caret.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace detail::einsum {

inline constexpr index_t kBroadcast = 128;
inline constexpr std::size_t kLabels = 128 + kMaxRank;
inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

inline std::size_t find(DimsView labels, index_t label) {
  for (std::size_t d = 0; d < labels.size(); ++d) {
    if (labels[d] == label) return d;
  }
  return kNowhere;
}
inline bool has(DimsView labels, index_t label) { return find(labels, label) != kNowhere; }

/// The subscripts of one operand, or of the result.
struct Term {
  SmallVector<std::size_t, kInlineRank> letters;  // their positions in the text
  std::size_t ellipsis = kNowhere;                // its position in the text
  std::size_t before = 0;                         // number of letters before the ellipsis
  std::size_t end = 0;                            // position after the term
};

struct Text {
  std::string_view text;

  template <class... Parts>
  [[noreturn]] NDX_COLD void fail(std::size_t position, const Parts&... parts) const {
    throw_value_error("einsum: ", message(parts...), "\n", caret_part(text, position));
  }
  template <class... Parts>
  [[noreturn]] NDX_COLD void fail_shape(std::size_t position, const Parts&... parts) const {
    throw_shape_error("einsum: ", message(parts...), "\n", caret_part(text, position));
  }

  /// Reads a term from `position` up to a ',', a '-' or the end.
  [[nodiscard]] Term term(std::size_t position) const {
    Term term;
    for (; position < text.size() && text[position] != ',' && text[position] != '-'; ++position) {
      const char c = text[position];
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        term.letters.push_back(position);
      } else if (c == '.') {
        if (text.substr(position, 3) != "...") fail(position, "this is no '...'");
        if (term.ellipsis != kNowhere) fail(position, "a second '...' of one operand");
        term.ellipsis = position;
        term.before = term.letters.size();
        position += 2;
      } else if (c != ' ') {
        fail(position, "subscripts are letters, '...', ',' and '->'");
      }
    }
    term.end = position;
    return term;
  }
  [[nodiscard]] index_t letter(std::size_t position) const {
    return static_cast<unsigned char>(text[position]);
  }

  /// Returns the labels of a term whose "..." means `broadcast` dims.
  [[nodiscard]] Dims labels(const Term& term, index_t broadcast) const {
    Dims labels;
    for (std::size_t i = 0; i <= term.letters.size(); ++i) {
      if (term.ellipsis != kNowhere && i == term.before) {
        for (index_t d = broadcast; d-- > 0;) labels.push_back(kBroadcast + d);
      }
      if (i < term.letters.size()) labels.push_back(letter(term.letters[i]));
    }
    return labels;
  }
};

/// An operand in which no label occurs twice: a letter that repeats takes the diagonal.
struct Operand {
  Layout layout;
  Dims labels;

  void drop(std::size_t dim) {
    layout.erase_dim(dim);
    labels.erase(dim);
  }
};

/// The `count` operands and the labels of the result.
template <std::size_t count>
struct Subscripts {
  std::array<Operand, count> operands;
  Dims result;

  Subscripts(std::string_view subscripts, const std::array<const Layout*, count>& layouts)
      : text_{subscripts} {
    std::array<Term, count> terms;
    std::size_t position = 0;
    index_t broadcast = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && (position >= subscripts.size() || subscripts[position] != ','))
        text_.fail(position, "subscripts of ", i, i == 1 ? " operand" : " operands", ", but ",
                   count, " were given");
      terms[i] = text_.term(i == 0 ? 0 : position + 1);
      position = terms[i].end;
      const index_t dims = take_operand(i, terms[i], *layouts[i]);
      if (dims > broadcast) broadcast = dims;
    }
    if (position < subscripts.size() && subscripts[position] == ',')
      text_.fail(position, "subscripts of more operands than the ", count, " given");
    for (std::size_t second = 1; second < count; ++second) {
      for (std::size_t first = 0; first < second; ++first)
        fit_sizes(operands[first], operands[second], terms[second]);
    }
    if (position < subscripts.size()) {
      read_result(position, broadcast);
    } else {
      imply_result(terms, broadcast);
    }
  }

 private:
  /// Reads the labels of an operand. Returns the number of dims that "..." means.
  index_t take_operand(std::size_t number, const Term& term, const Layout& layout) {
    const std::size_t named = term.letters.size();
    if (layout.rank() < named)
      text_.fail_shape(term.letters[layout.rank()], "operand ", number, " of shape ", layout.shape,
                       " has no dim for this letter");
    if (layout.rank() > named && term.ellipsis == kNowhere)
      text_.fail_shape(term.end, "operand ", number, " of shape ", layout.shape, " has more than ",
                       named, " dims; write '...' for the others");
    const auto broadcast = static_cast<index_t>(layout.rank() - named);
    const Dims labels = text_.labels(term, broadcast);
    Operand& operand = operands[number];
    operand.layout.offset = layout.offset;
    for (std::size_t d = 0; d < labels.size(); ++d) {
      const std::size_t same = find(operand.labels, labels[d]);
      if (same == kNowhere) {
        operand.layout.push_dim(layout.shape[d], layout.strides[d]);
        operand.labels.push_back(labels[d]);
      } else {
        const index_t size = operand.layout.shape[same];
        if (size != layout.shape[d])
          text_.fail_shape(place(term, labels[d], true), "operand ", number, " of shape ",
                           layout.shape, " has no diagonal of sizes ", size, " and ",
                           layout.shape[d]);
        if (size > 1) operand.layout.strides[same] += layout.strides[d];
      }
    }
    return broadcast;
  }

  /// Returns the position of a label in a term; the last one if it repeats and `last` is set.
  [[nodiscard]] std::size_t place(const Term& term, index_t label, bool last = false) const {
    std::size_t found = term.ellipsis;
    for (const std::size_t position : term.letters) {
      if (text_.letter(position) != label) continue;
      found = position;
      if (!last) break;
    }
    return found;
  }

  /// Drops dims of size 1 that the other operand has with another size: such a dim fits any size,
  /// because its element does not vary along it. `second` is the term of b.
  void fit_sizes(Operand& a, Operand& b, const Term& second) const {
    for (std::size_t d = a.labels.size(); d-- > 0;) {
      const std::size_t other = find(b.labels, a.labels[d]);
      if (other == kNowhere || a.layout.shape[d] == b.layout.shape[other]) continue;
      if (a.layout.shape[d] == 1) {
        a.drop(d);
      } else if (b.layout.shape[other] == 1) {
        b.drop(other);
      } else {
        text_.fail_shape(place(second, a.labels[d]), "the sizes ", a.layout.shape[d], " and ",
                         b.layout.shape[other], " of the operands do not fit");
      }
    }
  }

  void read_result(std::size_t position, index_t broadcast) {
    if (text_.text.substr(position, 2) != "->") text_.fail(position, "expected '->'");
    const Term term = text_.term(position + 2);
    if (term.end < text_.text.size())
      text_.fail(term.end, "the result is one list of subscripts, the last");
    if (broadcast > 0 && term.ellipsis == kNowhere)
      text_.fail(term.end, "the result needs '...', as an operand has dims for it");
    result = text_.labels(term, broadcast);
    for (std::size_t i = 0; i < term.letters.size(); ++i) {
      const index_t label = text_.letter(term.letters[i]);
      if (std::none_of(operands.begin(), operands.end(),
                       [&](const Operand& operand) { return has(operand.labels, label); }))
        text_.fail(term.letters[i], "no operand has this letter");
      for (std::size_t j = 0; j < i; ++j) {
        if (text_.letter(term.letters[j]) == label)
          text_.fail(term.letters[i], "the result has this letter twice");
      }
    }
  }

  /// Makes the result of the dims of "...", followed by the letters that are written once, in the
  /// order of their codes.
  void imply_result(const std::array<Term, count>& terms, index_t broadcast) {
    std::array<int, kLabels> times{};
    for (const Term& term : terms) {
      for (const std::size_t position : term.letters)
        ++times[static_cast<std::size_t>(text_.letter(position))];
    }
    for (index_t d = broadcast; d-- > 0;) result.push_back(kBroadcast + d);
    for (index_t label = 0; label < kBroadcast; ++label) {
      if (times[static_cast<std::size_t>(label)] == 1) result.push_back(label);
    }
  }

  Text text_;
};

/// Describes a contraction of two operands as a product of matrices, by its labels: those of both
/// operands that the result has (batch) or lacks (inner), and those of one operand that the result
/// has (rows, columns). Labels of one operand that the result lacks are summed before.
struct Contraction {
  Dims batch;
  Dims rows;
  Dims columns;
  Dims inner;

  Contraction(DimsView a, DimsView b, DimsView result) {
    for (const index_t label : result) {
      const bool both = has(a, label) && has(b, label);
      (both ? batch : has(a, label) ? rows : columns).push_back(label);
    }
    for (const index_t label : a) {
      if (has(b, label) && !has(result, label)) inner.push_back(label);
    }
  }
};

/// Returns the dims of an operand that neither the result nor the other operand has.
inline Dims summed_dims(DimsView labels, DimsView result, DimsView others) {
  Dims dims;
  for (std::size_t d = 0; d < labels.size(); ++d) {
    if (!has(result, labels[d]) && !has(others, labels[d])) dims.push_back(static_cast<index_t>(d));
  }
  return dims;
}

/// Returns the labels without those of these dims.
inline Dims without(DimsView labels, DimsView dims) {
  Dims left;
  for (std::size_t d = 0; d < labels.size(); ++d) {
    if (!has(dims, static_cast<index_t>(d))) left.push_back(labels[d]);
  }
  return left;
}

/// Returns the position of each of the labels in `from`.
inline Dims order_of(DimsView labels, DimsView from) {
  Dims order;
  for (const index_t label : labels) order.push_back(static_cast<index_t>(find(from, label)));
  return order;
}

inline Dims joined(DimsView first, DimsView second) {
  Dims all(first);
  for (const index_t item : second) all.push_back(item);
  return all;
}

}  // namespace detail::einsum
NDX_NAMESPACE_END
