"""Runs a program of StableHLO that `shaped` has written: by XLA (jax), or by IREE.

    python runner.py net.mlir net.safetensors inputs.safetensors --out outputs.safetensors
    python runner.py net.mlir net.safetensors inputs.safetensors --coordinator 127.0.0.1:1234 --process 0 --of 2

Tensors are found by the names that the program's first lines give its arguments, in any of the files. A program that is cut over devices runs on as
many of them, of this machine (`--devices 8` simulates so many on a CPU) or of several, on each of which this is started with its `--process`
number. With `--steps N` a training step is run N times, its parameters and the optimizer's state handed on from step to step, and each
loss is printed; `--state FILE` then writes what they have become.

Needs numpy and `jax==0.10.2`, or `iree-base-compiler iree-base-runtime`. Without arguments but `--serve` it talks to a program in Rust.
"""
import argparse
import json
import os
import re
import struct
import sys

KINDS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32", "float64"]
SAFE = ["BOOL", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64", "F16", "BF16", "F32", "F64"]
TEXT = ["i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64"]


def dtype_of(kind):
    import numpy

    if KINDS[kind] == "bfloat16":
        import ml_dtypes

        return numpy.dtype(ml_dtypes.bfloat16)
    return numpy.dtype(KINDS[kind])


class Head:
    """What a program's text says of itself: names and types of arguments and results, and how they are cut over devices."""

    def __init__(self, text):
        entry = re.compile(r'^// (argument|result) \d+: tensor<([^>]*)> "((?:[^"\\]|\\.)*)"$', re.M)
        self.arguments, self.results = [], []
        for what, type_, name in entry.findall(text):
            *sizes, element = type_.split("x")
            name = re.sub(r"\\(.)", r"\1", name)
            (self.arguments if what == "argument" else self.results).append((name, tuple(map(int, sizes)), TEXT.index(element)))
        mesh = re.search(r"sdy\.mesh @mesh = <\[(.*?)\]>", text)
        self.mesh = [(name, int(size)) for name, size in re.findall(r'"([^"]*)"=(\d+)', mesh.group(1))] if mesh else []
        cut = lambda line: [re.findall(r'"([^"]*)"', axis) for axis in re.findall(r"\{([^{}]*)\}", line)]
        head = text[text.index("func.func") :].split("\n", 1)[0]
        before, _, after = head.partition(") -> (")
        shards = r"#sdy\.sharding<@mesh, \[(.*?)\]>"
        none = lambda all: [[[] for _ in sizes] for _, sizes, _ in all]
        self.cuts = [cut(line) for line in re.findall(shards, before)] if self.mesh else none(self.arguments)
        self.result_cuts = [cut(line) for line in re.findall(shards, after)] if self.mesh else none(self.results)

    def devices(self):
        count = 1
        for _, size in self.mesh:
            count *= size
        return count


class Xla:
    """Programs for XLA, by the wheel of jax."""

    def __init__(self, options):
        if options.devices:
            flags = os.environ.get("XLA_FLAGS", "")
            os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={options.devices}"
        import jax
        import jax.extend.backend

        jax.config.update("jax_enable_x64", True)
        if options.coordinator:
            # jax would listen on all of the machine's addresses.
            bind = options.bind or options.coordinator
            jax.distributed.initialize(options.coordinator, options.of, options.process, coordinator_bind_address=bind)
        self.jax, self.backend = jax, jax.extend.backend.get_backend()

    def compile(self, text, head):
        import numpy
        from jax._src.lib import xla_client

        count = head.devices()
        devices = self.backend.devices()
        if count > len(devices):
            raise RuntimeError(f"the program is cut over {count} devices, and there are {len(devices)}; `--devices {count}` simulates them")
        options = xla_client.CompileOptions()
        options.num_partitions = count
        build = options.executable_build_options
        build.num_partitions = count
        if count > 1:
            build.use_spmd_partitioning = build.use_shardy_partitioner = True
        ids = numpy.array([[device.id for device in devices[:count]]], numpy.int32)
        options.device_assignment = xla_client.DeviceAssignment.create(ids)
        group = xla_client.DeviceList(tuple(devices[:count]))
        loaded = Loaded(self, head, self.backend.compile_and_load(text.encode(), group, options))
        names, sizes = zip(*(head.mesh or [("all", 1)]))
        loaded.mesh = self.jax.sharding.Mesh(numpy.array(devices[:count]).reshape(sizes), names)
        return loaded

    def cut(self, loaded, cuts):
        spec = self.jax.sharding.PartitionSpec(*[tuple(names) or None for names in cuts])
        return self.jax.sharding.NamedSharding(loaded.mesh, spec)

    def put(self, loaded, i, x):
        """An argument, on all devices of the program."""
        return self.jax.make_array_from_callback(x.shape, self.cut(loaded, loaded.head.cuts[i]), lambda part: x[part])

    def run(self, loaded, arguments):
        made = loaded.program.execute_sharded(arguments).disassemble_into_single_device_arrays()
        results = []
        for parts, (_, sizes, _), cuts in zip(made, loaded.head.results, loaded.head.result_cuts):
            results.append(self.jax.make_array_from_single_device_arrays(sizes, self.cut(loaded, cuts), parts))
        return results

    def take(self, x, sizes, kind):
        """As much of a result as is on this process's devices: all of it, unless it is cut over several machines."""
        import numpy

        whole = numpy.zeros(sizes, dtype_of(kind))
        for part in x.addressable_shards:
            whole[part.index] = numpy.asarray(part.data)
        return whole


class Iree:
    """Programs for IREE, compiled for this machine's CPU."""

    def __init__(self, options):
        import iree.compiler
        import iree.runtime

        self.config = iree.runtime.Config("local-task")

    def code(self, text, head, target, *more):
        import iree.compiler

        if head.devices() > 1:
            raise RuntimeError("IREE runs programs on one device; one that is cut over several is for XLA")
        more = ["--iree-input-demote-f64-to-f32=false", *more]
        return iree.compiler.compile_str(text, input_type="stablehlo", target_backends=[target], extra_args=more)

    def compile(self, text, head):
        import iree.runtime

        code = self.code(text, head, "llvm-cpu", "--iree-llvmcpu-target-cpu=host")
        context = iree.runtime.SystemContext(config=self.config)
        context.add_vm_module(iree.runtime.VmModule.copy_buffer(self.config.vm_instance, code))
        return Loaded(self, head, context.modules.program.main)

    def put(self, loaded, i, x):
        return x

    def run(self, loaded, arguments):
        results = loaded.program(*arguments)
        return list(results) if isinstance(results, (tuple, list)) else [results]

    def take(self, x, sizes, kind):
        import numpy

        return numpy.asarray(x).reshape(sizes).astype(dtype_of(kind), copy=False)


class IreeVulkan(Iree):
    """Programs for IREE on a GPU by Vulkan: by its command, which copies what its Python package would import in place, and drivers refuse."""

    def __init__(self, options):
        import shutil
        import tempfile

        import iree.compiler

        beside = os.path.join(os.path.dirname(sys.executable), "iree-run-module")
        self.command = beside if os.path.exists(beside) else shutil.which("iree-run-module")
        if not self.command:
            raise RuntimeError("there is no iree-run-module, which is part of iree-base-runtime")
        self.folder = tempfile.TemporaryDirectory(prefix="shaped-")

    def compile(self, text, head):
        import tempfile

        folder = tempfile.mkdtemp(dir=self.folder.name)
        with open(os.path.join(folder, "program.vmfb"), "wb") as file:
            file.write(self.code(text, head, "vulkan-spirv"))
        return Loaded(self, head, folder)

    def run(self, loaded, arguments):
        import subprocess

        import numpy

        command = [self.command, "--module=program.vmfb", "--function=main", "--device=vulkan"]
        for i, x in enumerate(arguments):
            numpy.save(os.path.join(loaded.program, f"in{i}.npy"), x)
            command.append(f"--input=@in{i}.npy")
        command += [f"--output=@out{i}.npy" for i in range(len(loaded.head.results))]
        done = subprocess.run(command, cwd=loaded.program, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[-1500:])
        return [numpy.load(os.path.join(loaded.program, f"out{i}.npy")) for i in range(len(loaded.head.results))]


class Loaded:
    """A compiled program, and its first arguments, which stay on the devices."""

    def __init__(self, engine, head, program):
        self.engine, self.head, self.program, self.state = engine, head, program, []

    def set(self, arrays):
        self.state = [self.engine.put(self, i, x) for i, x in enumerate(arrays)]

    def run(self, arrays, updates):
        first = len(self.state)
        inputs = [self.engine.put(self, first + i, x) for i, x in enumerate(arrays)]
        results = self.engine.run(self, self.state + inputs)
        own = len(results) - (first if updates else 0)
        if updates:
            self.state = results[own:]
        return [self.engine.take(x, sizes, kind) for x, (_, sizes, kind) in zip(results[:own], self.head.results)]

    def get(self):
        return [self.engine.take(x, sizes, kind) for x, (_, sizes, kind) in zip(self.state, self.head.arguments)]


def open_engine(options):
    return {"xla": Xla, "iree": Iree, "iree-vulkan": IreeVulkan}[options.engine](options)


def read_exactly(stream, count):
    data = stream.read(count)
    if len(data) < count:
        sys.exit()
    return data


def serve(options):
    """Answers requests on standard input: numbers are little-endian, and what libraries print goes to the error stream."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    number = lambda: struct.unpack("<Q", read_exactly(source, 8))[0]
    engine, programs = None, []

    def tensors():
        import numpy

        arrays = []
        for _ in range(number()):
            kind, rank = number(), number()
            sizes = [number() for _ in range(rank)]
            dtype = dtype_of(kind)
            count = 1
            for n in sizes:
                count *= n
            data = read_exactly(source, count * dtype.itemsize)
            arrays.append(numpy.frombuffer(data, dtype).reshape(sizes))
        return arrays

    def answer(arrays):
        sink.write(struct.pack("<QQ", 0, len(arrays)))
        for x in arrays:
            import numpy

            # (ascontiguousarray makes a vector of a single number.)
            x, sizes = numpy.ascontiguousarray(x), x.shape
            kind = KINDS.index(x.dtype.name)
            sink.write(struct.pack(f"<QQ{len(sizes)}Q", kind, len(sizes), *sizes))
            sink.write(x.tobytes())
        sink.flush()

    while True:
        command = number()
        try:
            if command == 0:
                # What is missing is said, as any error is.
                import numpy  # noqa: F401

                engine = open_engine(options)
                answer([])
            elif command == 1:
                text = read_exactly(source, number()).decode()
                programs.append(engine.compile(text, Head(text)))
                answer([])
            elif command == 2:
                program, arrays = programs[number()], tensors()
                program.set(arrays)
                answer([])
            elif command == 3:
                program, updates, arrays = programs[number()], number(), tensors()
                answer(program.run(arrays, updates))
            elif command == 4:
                answer(programs[number()].get())
            elif command == 5:
                programs[number()] = None
                answer([])
            elif command == 6:
                program, i = programs[number()], number()
                program.state[i] = engine.put(program, i, tensors()[0])
                answer([])
        except Exception as error:
            words = f"{type(error).__name__}: {error}".encode()
            sink.write(struct.pack("<QQ", 1, len(words)) + words)
            sink.flush()


def read_safetensors(path):
    import numpy

    data = open(path, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    head, found = json.loads(data[8 : 8 + length]), {}
    for name, entry in head.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            dtype = dtype_of(SAFE.index(entry["dtype"]))
            found[name] = numpy.frombuffer(data[8 + length + start : 8 + length + end], dtype).reshape(entry["shape"])
    return found


def write_safetensors(path, named):
    import numpy

    head, data = {}, b""
    for name, x in named.items():
        raw = numpy.ascontiguousarray(x).tobytes()
        head[name] = {"dtype": SAFE[KINDS.index(x.dtype.name)], "shape": list(x.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def from_files(options):
    text = open(options.program).read()
    head = Head(text)
    tensors = {}
    for path in options.tensors:
        tensors.update(read_safetensors(path))
    arguments = []
    for name, sizes, kind in head.arguments:
        if name not in tensors:
            sys.exit(f"{options.program}: no tensor `{name}` in {', '.join(options.tensors) or 'any file: none is named'}")
        x = tensors[name]
        if x.shape != sizes or x.dtype != dtype_of(kind):
            sys.exit(f"{options.program}: `{name}` is {x.dtype.name} {list(x.shape)}, and {KINDS[kind]} {list(sizes)} is needed")
        arguments.append(x)
    if options.steps:
        names = [name for name, _, _ in head.results[1:]]
        first = [name for name, _, _ in head.arguments[: len(names)]]
        if names != first or not names:
            sys.exit(f"{options.program}: this is no training step: its results are no state")
    program = open_engine(options).compile(text, head)
    if options.hlo and options.process == 0:
        with open(options.hlo, "w") as file:
            file.write("\n".join(module.to_string() for module in program.program.hlo_modules()))
    state = len(head.results) - 1 if options.steps else 0
    program.set(arguments[:state])
    for _ in range(options.steps or 1):
        results = program.run(arguments[state:], bool(options.steps))
        if options.steps:
            print(f"loss {float(results[0]):.9g}", flush=True)
    if options.state and options.process == 0:
        write_safetensors(options.state, {name: x for (name, _, _), x in zip(head.arguments, program.get())})
    if options.out and options.process == 0:
        write_safetensors(options.out, {name: x for (name, _, _), x in zip(head.results, results)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", help="a program, net.mlir")
    parser.add_argument("tensors", nargs="*", help="files of tensors: parameters and inputs, by name")
    parser.add_argument("--engine", choices=["xla", "iree", "iree-vulkan"], default="xla")
    parser.add_argument("--out", help="writes the results there")
    parser.add_argument("--steps", type=int, default=0, help="runs a training step so many times")
    parser.add_argument("--state", help="writes the parameters and the optimizer's state there")
    parser.add_argument("--hlo", help="writes what XLA made of the program there: what one device does, with all that is communicated")
    parser.add_argument("--devices", type=int, help="simulates so many devices on this CPU")
    parser.add_argument("--coordinator", help="host:port of process 0, where several machines run a program together")
    parser.add_argument("--bind", help="host:port on which process 0 listens, where its machine does not know that address itself")
    parser.add_argument("--process", type=int, default=0, help="the number of this one")
    parser.add_argument("--of", type=int, default=1, help="how many there are")
    parser.add_argument("--serve", action="store_true", help="talks to a program in Rust")
    options = parser.parse_args()
    if options.serve:
        serve(options)
    elif options.program:
        from_files(options)
    else:
        parser.error("a program is needed")


if __name__ == "__main__":
    main()
