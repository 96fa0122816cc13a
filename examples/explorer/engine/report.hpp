// report: everything the page shows of one index, as JSON: the explanation, the values before and after,
// and where each element of the result is read from or written to.
#pragma once

#include <ndx/explain.hpp>
#include <ndx/indexed.hpp>

#include "index_terms.hpp"
#include "json.hpp"
#include "large_shapes.hpp"

namespace explorer {

enum class Mode : std::uint8_t { read, write, accumulate };

/// What was typed; the page sends it with each keystroke.
struct Request {
  std::string_view x;
  std::string_view names;
  std::string_view index;
  std::string_view value;
  ndx::IndexRule rule = ndx::IndexRule::views_first;
  Mode mode = Mode::read;
};

/// The field in which an error is.
struct Fault {
  const char* field = "x";
};

class Report {
 public:
  static constexpr index_t kMostCells = 10'000;
  static constexpr index_t kMostListed = 1000;  // elements of a tensor that is not summarised
  static constexpr index_t kMostSpelled = 200;  // elements of a named tensor, in code to copy
  static constexpr std::size_t kMostLinks = 8;

  explicit Report(const Request& request) : request_(request) {}

  std::string run() {
    Json answer;
    json_ = &answer;
    answer.open('{');
    try {
      make();
    } catch (const InputError& error) {
      return failure(error.what(), error.position);
    } catch (const std::bad_alloc&) {
      return failure("there is not enough memory for this", 0);
    } catch (const std::exception& error) {
      const std::string what = error.what();
      return failure(what.substr(0, what.find('\n')), 0);
    }
    answer.member("ok", true).close('}');
    return answer.text();
  }

 private:
  [[nodiscard]] std::string failure(const std::string& what, std::size_t position) const {
    Json answer;
    answer.open('{').member("ok", false).member("field", fault_.field);
    answer.member("position", position).member("message", what).close('}');
    return answer.text();
  }

  void make() {
    read_source();
    if (is_large_ && request_.mode != Mode::read) {
      throw InputError(0, ndx::message("x has ", ndx::numel(x_layout_), " elements; at most ",
                                       kMostElements, " are written to here"));
    }
    describe_source();
    fault_.field = "names";
    if (!is_large_) names_.insert_or_assign("x", x_);
    define(names_, request_.names);
    describe_names();
    fault_.field = "index";
    links_ = index_links(request_.index, names_);
    check_chain();
    if (is_large_) return make_for_large();
    std::visit([&](const auto& x) { make_for(x); }, x_);
  }

  void check_chain() const {
    if (links_.size() == 1) return;
    const std::size_t second = links_[1].range.begin - 1;
    if (request_.mode != Mode::read)
      throw InputError(second, "an index after an index is only for reading here");
    if (is_large_) throw InputError(second, "x is too large here for an index after an index");
    if (links_.size() > kMostLinks)
      throw InputError(links_[kMostLinks].range.begin - 1, "at most 8 indices are shown here");
  }

  /// "(2, 3)", "2, 3" and "2 3" are a shape, whose tensor counts its elements; all else is an
  /// expression. A large shape is explained without its elements.
  void read_source() {
    const std::string_view text = request_.x;
    if (!is_shape()) {
      x_ = Evaluator(text, 0, text.size(), names_).allow_blanks().run();
      x_layout_ = layout_of(x_);
      return;
    }
    const std::string list = text.find('(') == std::string_view::npos
                                 ? "[" + std::string(text) + "]"
                                 : std::string(text);
    const Names none;
    const Value sizes = Evaluator(list, 0, list.size(), none).allow_blanks().run();
    const Dims dims = as_shape(0, sizes);
    is_large_ = counted(0, dims) > kMostElements;
    x_layout_ = ndx::contiguous_layout("x", dims);
    x_ = is_large_ ? ndx::empty<index_t>({0})
                   : ndx::arange<index_t>(ndx::numel(DimsView(dims))).reshape(dims);
  }

  [[nodiscard]] bool is_shape() const {
    return request_.x.find_first_not_of("-0123456789, ()\t\n\r") == std::string_view::npos;
  }

  void layout(const ndx::Layout& layout) {
    json_->member("shape", DimsView(layout.shape)).member("strides", DimsView(layout.strides));
    json_->member("offset", layout.offset);
  }

  static bool has_cells(DimsView shape) { return ndx::numel(shape) <= kMostCells; }

  void describe_source() {
    json_->key("x").open('{');
    layout(x_layout_);
    json_->member("dtype", type_name(x_)).member("item", item_bytes());
    if (is_large_) {
      json_->member("edges", printed_edges(x_layout_));
    } else {
      tensor(x_);
    }
    json_->close('}');
  }
  [[nodiscard]] index_t item_bytes() const { return x_.index() == 0 ? 1 : 8; }

  void elements(std::string_view name, const Value& value) {
    json_->key(name);
    std::visit([&](const auto& t) { json_->values(t); }, value);
  }

  /// The elements, and as they are printed where only the edges are.
  void tensor(const Value& value) {
    const index_t count = ndx::numel(layout_of(value));
    if (count <= kMostCells) elements("values", value);
    if (count > kMostListed)
      std::visit([&](const auto& t) { json_->member("edges", to_string(t)); }, value);
  }

  void describe_names() {
    json_->key("names").open('[');
    for (const auto& [name, value] : names_) {
      if (name == "x") continue;
      json_->open('{').member("name", name).member("dtype", type_name(value));
      json_->member("shape", DimsView(layout_of(value).shape));
      if (ndx::numel(layout_of(value)) <= kMostSpelled) elements("values", value);
      json_->close('}');
    }
    json_->close(']');
  }

  template <class T>
  void make_for(const ndx::Tensor<T>& x) {
    const ndx::Explanation e = describe_links(x);
    const Integers places =
        ndx::arange<index_t>(ndx::numel(x_layout_)).reshape(Dims(x_layout_.shape));
    const auto view = chained(x, request_.rule);
    const Integers cells = chained(places, request_.rule).read();
    json_->member("isView", view.is_view());
    const bool chain = links_.size() > 1;
    describe_rules([&](std::size_t r) { return chain ? outcome(r, places, cells) : e.rules[r]; },
                   [&](const ndx::RuleOutcome& outcome) {
                     if (request_.mode == Mode::read && has_cells(outcome.shape))
                       json_->member("prints", to_string(chained(x, outcome.rule).read()));
                   });
    if (request_.mode == Mode::read) {
      const auto y = view.read();
      describe_result(e, y.layout());
      tensor(y);
    } else {
      write(e, x);
    }
    if (has_cells(e.shape)) elements("cells", cells);  // the place in x of each element
    if (chain) text_ += "\n" + explain(view);
    json_->member("text", text_);
  }

  /// x indexed by all links: one view, which the library reads by one gather.
  template <class T>
  ndx::IndexedView<T> chained(const ndx::Tensor<T>& x, ndx::IndexRule rule) const {
    ndx::IndexedView<T> view(x);
    for (const Link& link : links_) view = view.indexed(link.terms, {.rule = rule});
    return view;
  }

  /// Describes each link beside the result of those before; returns the explanation of the last.
  template <class T>
  ndx::Explanation describe_links(const ndx::Tensor<T>& x) {
    ndx::Explanation e;
    ndx::Tensor<T> part = x;
    json_->key("links").open('[');
    for (const Link& link : links_) {
      e = index_error(link, [&] { return explain(part, link.terms, request_.rule); });
      check_size(link.range.begin, e.shape);
      describe(e, link);
      if (&link != &links_.back()) part = part.index(link.terms, {.rule = request_.rule});
    }
    json_->close(']');
    return e;
  }

  /// What all links give by a rule, and whether it is what `cells` holds.
  [[nodiscard]] ndx::RuleOutcome outcome(std::size_t r, const Integers& places,
                                         const Integers& cells) const {
    ndx::RuleOutcome made;
    made.rule = static_cast<ndx::IndexRule>(r);
    made.same = false;
    try {
      const auto view = chained(places, made.rule);
      made.shape = view.shape();
      if (view.numel() <= kMostElements) made.same = array_equal(view, cells);
    } catch (const std::logic_error& error) {
      const std::string what = error.what();
      made.error = what.substr(0, what.find('\n'));
    } catch (const std::bad_alloc&) {  // another rule may select far more
      made.error = "indexed: there is not enough memory for this";
    }
    return made;
  }

  /// Calls f; an error of the library is shown at the term that it is about.
  template <class F>
  auto index_error(const Link& link, const F& f) const {
    try {
      return f();
    } catch (const std::logic_error& error) {
      const std::string what = error.what();
      std::string first = what.substr(0, what.find('\n'));
      // The name of the call is no news on this page.
      if (first.substr(0, 9) == "explain: ") first = first.substr(9);
      if (!is_shape() && x_layout_.rank() == 1 && first.substr(0, 8) == "too many")
        first += "; x is a list: a shape is typed as (2, 3)";
      if (links_.size() > 1) first = ndx::message("link ", &link - links_.data(), ": ", first);
      throw InputError(position_of(link, what), first);
    }
  }

  void make_for_large() {
    const Dims shape = x_layout_.shape;
    const Link& link = links_[0];
    const ndx::Explanation e =
        index_error(link, [&] { return ndx::explain(shape, link.terms, request_.rule); });
    counted(0, e.shape);
    json_->key("links").open('[');
    describe(e, link);
    json_->close(']').member("isView", e.is_view).member("text", text_);
    describe_rules([&](std::size_t r) { return e.rules[r]; }, [](const auto& /*outcome*/) {});
    describe_result(e, e.is_view ? e.view : ndx::contiguous_layout("result", e.shape));
    const auto y = counted_result(shape, e.shape, link.terms, request_.rule);
    if (y) {
      tensor(*y);
      if (has_cells(e.shape)) elements("cells", *y);
    } else if (e.is_view) {
      json_->member("edges", printed_edges(e.view));
    }
  }

  /// Where the term is that a message is about: one that it names, or the one above the caret of its
  /// last line.
  [[nodiscard]] static std::size_t position_of(const Link& link, const std::string& what) {
    constexpr std::string_view kTerm = "term ";
    const std::vector<Typed>& typed = link.typed;
    std::size_t term = typed.size();
    if (const std::size_t at = what.find(kTerm); at != std::string::npos)
      term = static_cast<std::size_t>(std::atoi(what.c_str() + at + kTerm.size()));
    const std::size_t line = what.rfind('\n');
    if (term >= typed.size() && line != std::string::npos && what[line + 1] == ' ') {
      const ndx::ExpressionText expression = ndx::expression_text(link.terms);
      const std::size_t column = what.size() - line - 4;  // the line break, two blanks, the caret
      for (std::size_t t = 0; t < typed.size(); ++t) {
        if (expression.begins[t] == column) term = t;
      }
    }
    return term < typed.size() ? typed[term].begin : link.range.begin;
  }

  void range(std::string_view name, const ndx::DimRange& dims) {
    json_->key(name).open('[');
    json_->value(dims.first), json_->value(dims.count);
    json_->close(']');
  }

  void term(const ndx::Explanation& e, const ndx::ExplainedTerm& term, const Typed& typed) {
    constexpr const char* kActions[] = {"select",  "slice",  "keep", "insert",
                                        "boolean", "gather", "mask"};
    json_->open('{').member("text", term.text);
    json_->member("typed", request_.index.substr(typed.begin, typed.end - typed.begin));
    json_->member("action", kActions[static_cast<std::size_t>(term.action)]);
    json_->member("says", ndx::action_text(e, term)).member("indexes", term.indexes);
    range("source", term.source), range("view", term.view), range("result", term.result);
    json_->member("shape", DimsView(term.shape)).member("start", term.start);
    json_->member("count", term.count).member("step", term.step);
    json_->close('}');
  }

  void describe(const ndx::Explanation& e, const Link& link) {
    json_->open('{').member("expression", e.expression);
    json_->member("rule", static_cast<std::size_t>(e.rule));
    json_->key("x").open('{').member("shape", DimsView(e.source.shape)).close('}');
    json_->key("terms").open('[');
    for (std::size_t t = 0; t < e.terms.size(); ++t) term(e, e.terms[t], link.typed[t]);
    if (e.rest.source.count != 0) term(e, e.rest, {});
    json_->close(']');
    json_->key("view").open('{').member("text", e.view_expression);
    layout(e.view);
    json_->close('}');
    json_->member("isView", e.is_view).member("shape", DimsView(e.shape));
    json_->member("space", DimsView(e.space)).member("spacePlaces", DimsView(e.space_places));
    json_->key("values_of").open('[');  // index tensors and masks, for code to copy
    for (const ndx::TensorIndex& term : link.terms) operand(term);
    json_->close(']');
    describe_rules([&](std::size_t r) { return e.rules[r]; },
                   [&](const ndx::RuleOutcome& outcome) {
                     json_->member("why", e.is_view ? "" : ndx::placing_text(e, outcome));
                   });
    json_->close('}');
    text_ += (text_.empty() ? "" : "\n") + to_string(e);
  }

  void operand(const ndx::TensorIndex& term) {
    json_->open('{');
    if (term.is_tensor() && ndx::numel(term.tensor().layout) <= kMostSpelled) {
      json_->member("shape", DimsView(term.tensor().layout.shape)).key("values");
      if (term.tensor().dtype == ndx::DType::boolean) {
        json_->values(term.tensor<bool>());
      } else {
        json_->values(term.tensor<index_t>());
      }
    }
    json_->close('}');
  }

  /// outcome_of(r) for each rule; more(outcome) adds to what is said of one that gives a result.
  template <class Outcome, class More>
  void describe_rules(const Outcome& outcome_of, const More& more) {
    json_->key("rules").open('[');
    for (std::size_t r = 0; r < 4; ++r) {
      const ndx::RuleOutcome outcome = outcome_of(r);
      json_->open('{').member("name", rule_name(outcome.rule));
      json_->member("meaning", ndx::rule_meaning(outcome.rule));
      json_->member("same", outcome.same).member("error", outcome.error);
      if (outcome.error.empty()) {
        json_->member("shape", DimsView(outcome.shape));
        more(outcome);
      }
      json_->close('}');
    }
    json_->close(']');
  }

  void describe_result(const ndx::Explanation& e, const ndx::Layout& made) {
    json_->member("rule", static_cast<std::size_t>(e.rule));
    json_->member("shape", DimsView(e.shape));
    json_->key("y").open('{');
    layout(made);
    json_->member("elements", ndx::numel(DimsView(e.shape)));
    json_->member("bytes", item_bytes() * ndx::numel(DimsView(e.shape))).close('}');
  }

  template <class T>
  void write(const ndx::Explanation& e, const ndx::Tensor<T>& x) {
    fault_.field = "value";
    const Value given = value_to_write(e);
    const ndx::Tensor<T> after = x.clone();
    const bool accumulate = request_.mode == Mode::accumulate;
    const ndx::Tensor<T> value = as<T>(given);
    located(0, [&] {
      after.index_put_(links_[0].terms, value, {.rule = request_.rule, .accumulate = accumulate});
      return 0;
    });
    describe_result(e, ndx::contiguous_layout("result", e.shape));
    if (has_cells(e.shape)) elements("values", Value(fitted(value, e.shape)));
    if (has_cells(x_layout_.shape)) elements("after", Value(after));
  }

  /// The value in the shape of the result: each element beside the one that it is written to.
  template <class T>
  static ndx::Tensor<T> fitted(ndx::Tensor<T> value, DimsView shape) {
    while (static_cast<std::size_t>(value.dim()) > shape.size()) value = value.squeeze(0);
    return value.expand(Dims(shape));
  }

  /// 100, 101, … in the shape of the result where nothing is typed, so that each can be told.
  Value value_to_write(const ndx::Explanation& e) const {
    const bool blank = request_.value.find_first_not_of(" \t\n\r") == std::string_view::npos;
    if (!blank) return Evaluator(request_.value, 0, request_.value.size(), names_).run();
    const index_t count = ndx::numel(DimsView(e.shape));
    return ndx::arange<index_t>(100, 100 + count, 1).reshape(e.shape);
  }

  const Request& request_;
  Fault fault_;
  Json* json_ = nullptr;
  Value x_;  // without elements if it is large
  ndx::Layout x_layout_;
  bool is_large_ = false;
  Names names_;
  std::vector<Link> links_;
  std::string text_;  // what the library says of each link
};

}  // namespace explorer
