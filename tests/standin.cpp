// A device over host memory that refuses what accelerators refuse: tensors and generators of the CPU among its own,
// and, as MPS, float64. Each of its storages holds one of the CPU, and one kernel for every operator calls the CPU's.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/autocast_mode.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/ScopeExit.h>
#include <torch/library.h>

namespace {

using namespace at;

constexpr auto kType = DeviceType::PrivateUse1;
const Device kDevice(kType, 0);

struct Block {
  Storage host;
  size_t bytes;
};

struct StandinAllocator final : DeviceAllocator {
  static inline CachingDeviceAllocator::DeviceStats stats;

  static DataPtr wrap(const Storage& host) {
    auto* block = new Block{host, host.nbytes()};
    stats.allocated_bytes[0].increase(block->bytes);
    stats.reserved_bytes[0].increase(block->bytes);
    return {host.mutable_data(), block, &release, kDevice};
  }
  static void release(void* context) {
    std::unique_ptr<Block> block(static_cast<Block*>(context));
    stats.allocated_bytes[0].decrease(block->bytes);
    stats.reserved_bytes[0].decrease(block->bytes);
  }

  DataPtr allocate(size_t bytes) override {
    return wrap(Storage(Storage::use_byte_size_t(), bytes, c10::GetCPUAllocator(), /*resizable=*/true));
  }
  DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void* to, const void* from, size_t bytes) const override { default_copy_data(to, from, bytes); }
  bool initialized() override { return true; }
  void emptyCache(MempoolId_t) override {}
  void recordStream(const DataPtr&, Stream) override {}
  CachingDeviceAllocator::DeviceStats getDeviceStats(DeviceIndex) override { return stats; }
  void resetAccumulatedStats(DeviceIndex) override { stats.allocated_bytes[0].reset_accumulated(); }
  void resetPeakStats(DeviceIndex) override { stats.allocated_bytes[0].reset_peak(); }
};

StandinAllocator allocator;
REGISTER_ALLOCATOR(kType, &allocator)

struct StandinGuard final : c10::impl::NoOpDeviceGuardImpl<kType> {
  Device exchangeDevice(Device) const override { return kDevice; }
  Device getDevice() const override { return kDevice; }
  Stream getStream(Device) const noexcept override { return Stream(Stream::DEFAULT, kDevice); }
  void synchronizeDevice(DeviceIndex) const override {}
};
C10_REGISTER_GUARD_IMPL(PrivateUse1, StandinGuard)

// With the same seed it draws other numbers than the CPU's, as every accelerator does.
struct StandinGenerator final : CPUGeneratorImpl {
  StandinGenerator() : CPUGeneratorImpl(~default_rng_seed_val) {
    device_ = kDevice;
    key_set_ = DispatchKeySet(DispatchKey::PrivateUse1);
  }
  void set_current_seed(uint64_t seed) override { CPUGeneratorImpl::set_current_seed(~seed); }
  uint64_t current_seed() const override { return ~CPUGeneratorImpl::current_seed(); }
};

const Generator& default_generator() {
  static const Generator generator = make_generator<StandinGenerator>();
  return generator;
}

struct StandinHooks final : PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(DeviceIndex) const override { return true; }
  DeviceIndex deviceCount() const override { return 1; }
  DeviceIndex getCurrentDevice() const override { return 0; }
  const Generator& getDefaultGenerator(DeviceIndex) const override { return default_generator(); }
  Generator getNewGenerator(DeviceIndex) const override { return make_generator<StandinGenerator>(); }
  Allocator* getPinnedMemoryAllocator() const override { return c10::GetCPUAllocator(); }
};

template <typename... Arguments>
Tensor tensor_like(const Tensor& other, Arguments&&... arguments) {
  auto tensor = at::detail::make_tensor<TensorImpl>(std::forward<Arguments>(arguments)..., other.dtype());
  auto* impl = tensor.unsafeGetTensorImpl();
  impl->set_storage_offset(other.storage_offset());
  impl->set_sizes_and_strides(other.sizes(), other.strides());
  impl->_set_conj(other.is_conj());
  impl->_set_neg(other.is_neg());
  return tensor;
}

template <typename Function>
void for_each_tensor(IValue& value, Function convert) {
  if (value.isTensor()) {
    value = convert(value.toTensor());
  } else if (value.isTensorList()) {
    std::vector<Tensor> list = value.toTensorVector();
    std::transform(list.begin(), list.end(), list.begin(), convert);
    value = list;
  } else if (value.isOptionalTensorList()) {
    c10::List<std::optional<Tensor>> list;
    for (const std::optional<Tensor>& tensor : value.toOptionalTensorVector()) {
      list.push_back(tensor ? std::make_optional(convert(*tensor)) : std::nullopt);
    }
    value = list;
  }
}

// One call of an operator: its arguments go to the host, and what it returns or resizes comes back.
struct Call {
  const c10::OperatorHandle& op;
  std::vector<std::pair<Tensor, Tensor>> known; // a tensor here, and its like on the host
  Generator generator = default_generator();

  // Copies and indices may cross, and a number of the CPU may be read.
  void check_device(const Tensor& tensor, bool written) const {
    static const std::set<std::string> crossing = {
        "aten::copy_", "aten::_foreach_copy_", "aten::index", "aten::index_put_", "aten::_index_put_impl_"};
    TORCH_CHECK(
        !tensor.is_cpu() || (tensor.dim() == 0 && !written) || crossing.count(op.operator_name().name),
        "Expected all tensors to be on the same device, but found at least two devices, ", kDevice, " and cpu!");
  }

  static const Storage& host_of(const Storage& storage) {
    return static_cast<Block*>(storage.data_ptr().get_context())->host;
  }

  static Storage wrap(const Storage& host) {
    return {Storage::use_byte_size_t(), host.nbytes(), allocator.wrap(host), &allocator, /*resizable=*/true};
  }

  const Tensor* sharing_storage(const Tensor& host) const {
    for (const auto& [tensor, like] : known) {
      if (host_of(tensor.storage()).is_alias_of(host.storage())) {
        return &tensor;
      }
    }
    return nullptr;
  }

  Tensor to_host(const Tensor& tensor) {
    if (!tensor.defined() || tensor.device() != kDevice) {
      return tensor;
    }
    Tensor host = tensor_like(tensor, Storage(host_of(tensor.storage())), DispatchKeySet(DispatchKey::CPU));
    known.emplace_back(tensor, host);
    return host;
  }

  void to_host(IValue& value, bool written) {
    for_each_tensor(value, [&](const Tensor& tensor) {
      check_device(tensor, written);
      return to_host(tensor);
    });
    if (value.isDevice()) {
      value = Device(kCPU);
    } else if (value.isStorage() && value.toStorage().device() == kDevice) {
      Tensor whole = at::detail::make_tensor<TensorImpl>(
          value.toStorage(), DispatchKeySet(DispatchKey::PrivateUse1), caffe2::TypeMeta::Make<uint8_t>());
      value = to_host(whole).storage();
    } else if (value.isGenerator()) {
      generator = value.toGenerator();
      TORCH_CHECK(
          generator.device() == kDevice,
          "Expected a '", kDevice.type(), "' device type for generator but found '", generator.device().type(), "'");
      value = IValue();
    }
  }

  Tensor to_device(const Tensor& host) {
    if (!host.defined() || !host.is_cpu()) {
      return host;
    }
    TORCH_CHECK_TYPE(
        host.scalar_type() != kDouble && host.scalar_type() != kComplexDouble,
        "Cannot convert a ", kDevice.type(), " Tensor to ", host.dtype(), ": like MPS, it has no float64");
    for (const auto& [tensor, like] : known) {
      if (like.is_same(host)) {
        return tensor;
      }
    }
    if (const Tensor* base = sharing_storage(host)) {
      return tensor_like(host, TensorImpl::VIEW, Storage(base->storage()), base->key_set());
    }
    Tensor tensor = tensor_like(host, wrap(host.storage()), DispatchKeySet(DispatchKey::PrivateUse1));
    known.emplace_back(tensor, host);
    return tensor;
  }

  void resize_arguments() {
    for (const auto& [tensor, host] : known) {
      auto* impl = tensor.unsafeGetTensorImpl();
      if (!host_of(tensor.storage()).is_alias_of(host.storage())) { // after set_
        const Tensor* base = sharing_storage(host);
        impl->set_storage_keep_dtype(base ? base->storage() : wrap(host.storage()));
      }
      if (tensor.storage().data() != host.storage().data()) {
        tensor.storage().unsafeGetStorageImpl()->set_data_ptr_noswap(allocator.wrap(host.storage()));
        tensor.storage().set_nbytes(host.storage().nbytes());
      }
      if (tensor.sizes() != host.sizes() || tensor.strides() != host.strides() ||
          tensor.storage_offset() != host.storage_offset()) {
        impl->set_storage_offset(host.storage_offset());
        impl->set_sizes_and_strides(host.sizes(), host.strides());
      }
    }
  }

  void run(torch::jit::Stack* stack) {
    if (!op.hasTag(Tag::nondeterministic_seeded)) {
      return op.redispatchBoxed(DispatchKeySet(DispatchKey::CPU), stack);
    }
    Generator cpu = at::detail::getDefaultCPUGenerator();
    const auto restore = c10::make_scope_exit([&, state = cpu.get_state()] {
      generator.set_state(cpu.get_state());
      cpu.set_state(state);
    });
    cpu.set_state(generator.get_state());
    op.redispatchBoxed(DispatchKeySet(DispatchKey::CPU), stack);
  }
};

void run_on_host(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  Call call{op};
  const auto& arguments = op.schema().arguments();
  for (size_t i = 0; i < arguments.size(); i++) {
    const auto* alias = arguments[i].alias_info();
    call.to_host((*stack)[stack->size() - arguments.size() + i], alias && alias->isWrite());
  }
  call.run(stack);
  call.resize_arguments();
  for (size_t i = 0; i < op.schema().returns().size(); i++) {
    for_each_tensor((*stack)[stack->size() - 1 - i], [&](const Tensor& host) { return call.to_device(host); });
  }
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
}

// A composite of PyTorch comes before the fallback; where the CPU has a kernel of its own, run_on_host comes before both.
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  std::vector<std::string> names = {"aten::copy_", "aten::convolution", "aten::convolution_backward"};
  for (const auto& name : c10::Dispatcher::singleton().getRegistrationsForDispatchKey(DispatchKey::CPU)) {
    if (name.getNamespace() == "aten") {
      names.push_back(c10::toString(name));
    }
  }
  for (const auto& name : names) {
    m.impl(name.c_str(), torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
  }
  // So that Module.to keeps the parameters that an optimizer may hold.
  m.impl("_has_compatible_shallow_copy_type", [](const Tensor&, const Tensor&) { return true; });
}

TORCH_LIBRARY_IMPL(_, AutogradPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFallthrough());
}

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFallthrough());
}

#define LOWER(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define FP32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define FP32_DTYPE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define PROMOTE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
  AT_FORALL_LOWER_PRECISION_FP(LOWER)
  AT_FORALL_FP32(FP32)
  AT_FORALL_FP32_SET_OPT_DTYPE(FP32_DTYPE)
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
  AT_FORALL_PROMOTE(PROMOTE)
}

TORCH_LIBRARY(standin, m) {
  static StandinHooks hooks;
  RegisterPrivateUse1HooksInterface(&hooks);
  c10::register_privateuse1_backend("standin");
  m.def("default_generator", [] { return default_generator(); });
}

} // namespace
