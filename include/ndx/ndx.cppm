// The C++20 module ndx: `import ndx;` in place of `#include <ndx/all.hpp>`.
//
// It exports every public name of the headers that need no other library. The names are those of the headers:
// a program may import the module in one file and include the headers in another. Macros are not exported;
// settings such as NDX_CHECKED are given when the module is compiled.
module;

#include <ndx/all.hpp>
#include <ndx/threads.hpp>

export module ndx;

// The tensors of common types are instantiated here, once for all programs that import the module. Clang 19 also
// crashes in some programs that instantiate two of them themselves.
static_assert(sizeof(ndx::DLPackTensor) > 0);

// clang-format off: as many names a line as it holds
export namespace ndx {

// Functions, from the table of public functions, but for those of headers that need another library. What
// <ndx/eigen.hpp> adds has a form for subscripts without it.
#define NDX_MODULE_npz(name)
#define NDX_MODULE_safetensors(name)
#define NDX_MODULE_complex(name) using ndx::name;
#define NDX_MODULE_eigen(name) using ndx::name;
#define NDX_MODULE_explain(name) using ndx::name;
#define NDX_MODULE_groups(name) using ndx::name;
#define NDX_MODULE_indexed(name) using ndx::name;
#define NDX_MODULE_linalg(name) using ndx::name;
#define NDX_MODULE_ndx(name) using ndx::name;
#define NDX_MODULE_npy(name) using ndx::name;
#define NDX_MODULE_numpy(name) using ndx::name;
#define NDX_MODULE_numpy_unnamed(name) using ndx::name;
#define NDX_MODULE_parts(name) using ndx::name;
#define NDX_MODULE_random(name) using ndx::name;
#define NDX_MODULE_sets(name) using ndx::name;
#define NDX_MODULE_special(name) using ndx::name;
#define NDX_MODULE_statistics(name) using ndx::name;
#define NDX_MODULE_text(name) using ndx::name;
#define NDX_FUNCTION(name, header, ...) NDX_MODULE_##header(name)
#define NDX_FUNCTION_INTO(name) using ndx::name##_into;
#define NDX_FUNCTION_OF_NO_TENSOR(name, header) NDX_MODULE_##header(name)
#pragma clang diagnostic ignored "-Winclude-angled-in-module-purview"  // these lines declare nothing of their own
#include <ndx/tensor/functions.def>

// Functions that have no row there.
using ndx::action_text; using ndx::all_dims; using ndx::as_mdspan; using ndx::as_span;
using ndx::convert_element; using ndx::dtype_name; using ndx::dtype_of; using ndx::executor;
using ndx::explain; using ndx::from_arrow; using ndx::from_arrow_any;
using ndx::from_arrow_any_masked; using ndx::from_arrow_masked; using ndx::from_dlpack;
using ndx::from_dlpack_any; using ndx::from_dlpack_any_const; using ndx::key_sorter;
using ndx::large_allocations; using ndx::pack_arrow_bools; using ndx::placing_text;
using ndx::plan_index; using ndx::reduce_from_name; using ndx::reduce_name; using ndx::resolve;
using ndx::result_shape; using ndx::rule_meaning; using ndx::rule_name; using ndx::set_executor;
using ndx::set_key_sorter; using ndx::throw_index_error; using ndx::throw_memory_error;
using ndx::throw_shape_error; using ndx::throw_value_error; using ndx::to_arrow;
using ndx::to_dlpack; using ndx::to_dlpack_versioned; using ndx::to_svg;
using ndx::unpack_arrow_bools; using ndx::unpack_arrow_bools_masked; using ndx::use_threads;
using ndx::would_copy; using ndx::wrap_dim; using ndx::wrap_index;

// Operators.
using ndx::operator!; using ndx::operator!=; using ndx::operator""_ix; using ndx::operator%;
using ndx::operator%=; using ndx::operator&; using ndx::operator&=; using ndx::operator*;
using ndx::operator*=; using ndx::operator+; using ndx::operator+=; using ndx::operator-;
using ndx::operator-=; using ndx::operator/; using ndx::operator/=; using ndx::operator<;
using ndx::operator<<; using ndx::operator<<=; using ndx::operator<=; using ndx::operator==;
using ndx::operator>; using ndx::operator>=; using ndx::operator>>; using ndx::operator>>=;
using ndx::operator^; using ndx::operator^=; using ndx::operator|; using ndx::operator|=;
using ndx::operator~;

// Types and constants.
using ndx::index_t; using ndx::float16; using ndx::bfloat16; using ndx::float8_e4m3fn;
using ndx::float8_e5m2; using ndx::computed_t; using ndx::promote_scalar_t; using ndx::promote_t;
using ndx::result_t; using ndx::is_character_v; using ndx::is_integer; using ndx::kInlineRank;
using ndx::kMaxRank; using ndx::newaxis; using ndx::abi_tag;
using ndx::AllDims; using ndx::ArgExtremeOptions; using ndx::ArrowAnyMasked; using ndx::ArrowHandle;
using ndx::ArrowMasked; using ndx::ArrowTensor; using ndx::BagMode; using ndx::Bounds; using ndx::BracedValue;
using ndx::Cancelled; using ndx::ChoiceOptions; using ndx::CoordinateBounds; using ndx::Count; using ndx::CovarianceOptions;
using ndx::DLPackConstTensor;
using ndx::DLPackDeleter; using ndx::DLPackHandle; using ndx::DLPackTensor; using ndx::DType;
using ndx::Dim; using ndx::DimBins; using ndx::DimRange; using ndx::Dims; using ndx::DimsItem; using ndx::DimsView;
using ndx::ElementIterator; using ndx::Ellipsis; using ndx::EllipsisType; using ndx::EmbeddingBagOptions; using ndx::Executor;
using ndx::ExplainedTerm; using ndx::Explanation; using ndx::File; using ndx::FileOptions;
using ndx::Flag; using ndx::FractionAndWhole; using ndx::GridHistogram;
using ndx::Histogram; using ndx::HistogramRange; using ndx::IndexError;
using ndx::IndexList; using ndx::IndexOptions; using ndx::IndexPair; using ndx::IndexRule;
using ndx::IndexTemplate; using ndx::IndexTuple; using ndx::IndexedView;
using ndx::Inflater; using ndx::InterpOptions; using ndx::IntersectOptions; using ndx::Intersection; using ndx::IsinOptions;
using ndx::KeepDim;
using ndx::KeySorter; using ndx::LargeAllocationCache; using ndx::MantissaAndExponent; using ndx::MaskedOptions; using ndx::MaskedVarianceOptions; using ndx::MemoryError; using ndx::MinAndMax;
using ndx::None;
using ndx::NoneType; using ndx::NpyField; using ndx::NpyTensor; using ndx::OneHotOptions;
using ndx::PadMode; using ndx::PadOptions; using ndx::PadPair; using ndx::PadPairs;
using ndx::Partition; using ndx::Plan; using ndx::PlanOptions; using ndx::PlanRun;
using ndx::PositionsByLabel;
using ndx::PrintOptions; using ndx::Progress; using ndx::QuantileMethod; using ndx::Quantiles; using ndx::ReadOptions;
using ndx::QuotientAndRemainder; using ndx::Reduce; using ndx::ReducedDims; using ndx::ReductionOptions; using ndx::RuleOutcome; using ndx::Seed; using ndx::Separation;
using ndx::ShapeError; using ndx::Side; using ndx::Slice; using ndx::SliceBound; using ndx::Split;
using ndx::SplitPart; using ndx::StdAndMean; using ndx::SavetxtOptions; using ndx::Subscript; using ndx::Tensor; using ndx::TensorAccessor;
using ndx::TensorIndex; using ndx::TermAction; using ndx::TextCategories; using ndx::TextColumn;
using ndx::TextOptions; using ndx::TextSource; using ndx::TextStyle; using ndx::TextTable; using ndx::TruthValue;
using ndx::UniqueElements; using ndx::UniqueOptions; using ndx::UnsignedOfSize;
using ndx::ValueError; using ndx::ValuesAndIndices; using ndx::VarAndMean; using ndx::VarianceOptions;
using ndx::WriteOptions;

// Concepts.
using ndx::Addable; using ndx::ArrowElement; using ndx::BasicTerm; using ndx::BitOperands;
using ndx::BitUpdateOperands; using ndx::Boolean; using ndx::BooleanOperands; using ndx::Character;
using ndx::ChoiceOperands; using ndx::ComparableOperands; using ndx::Complex;
using ndx::ComplexSearch; using ndx::ComplexTensor; using ndx::ConditionValues;
using ndx::CountableTensor; using ndx::DLPackElement; using ndx::DivisionOperands;
using ndx::EditPositions; using ndx::Element; using ndx::EqualityOperands; using ndx::FillFor;
using ndx::Float8; using ndx::Floating; using ndx::FloatingPointRange; using ndx::FunctionOfElement;
using ndx::Half; using ndx::IndexElement; using ndx::IndexTensor; using ndx::IndexValues;
using ndx::Integer; using ndx::IntegerRange; using ndx::InterpolationOperands;
using ndx::MaskValues; using ndx::NoCountableTensor; using ndx::NoIndexElement;
using ndx::NoIndexValues; using ndx::NoOuterIndices; using ndx::Number; using ndx::NumberElement;
using ndx::NumberOperands; using ndx::NumberTensor; using ndx::OuterIndex; using ndx::Real;
using ndx::RealOperands; using ndx::RealTensor; using ndx::ReplacementFor; using ndx::Scalar;
using ndx::SearchValues; using ndx::ShiftOperands; using ndx::ShiftUpdateOperands;
using ndx::StringText; using ndx::TensorRange; using ndx::UpdateOperands; using ndx::ValueFor;
using ndx::WriteHow;

inline namespace literals {
using ndx::operator""_ix;
}

// As in torch::indexing.
namespace indexing {
using ndx::Ellipsis; using ndx::None; using ndx::Slice; using ndx::TensorIndex;
}

}  // namespace ndx
