"""Loaded by each Python process that inherits PYTHONPATH from `pscope run` or `pscope record`: starts the recording, and then gives way.

The folder of this file leaves `sys.path`, and the `sitecustomize` that it hides is run; without one, it is as if there were none here either.
The other files are compiled under names of their own, so that no `__pycache__` appears, and tools that measure the program's code do not count
them. It has to run with any Python 3.
"""
import os, sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
NAMES = ("awaits", "source", "values", "lines", "limit", "longruns", "log", "rows", "calls", "waits", "coroutines", "actions", "holds", "library", "monitor")


def load():
    """Loads the adapter, and takes its modules out of `sys.modules` again: they refer to one another."""
    modules = {}
    try:
        for name in ("",) + NAMES:
            full = "_promisescope" + ("." + name if name else "")
            sys.modules[full] = modules[full] = module = type(sys)(full)
            module.__path__ = []
            if name:
                with open(os.path.join(FOLDER, name + ".py"), encoding="utf-8") as file:
                    exec(compile(file.read(), "<promisescope " + name + ">", "exec"), module.__dict__)
        module.install()  # of the last one
    finally:
        for full in modules:
            sys.modules.pop(full, None)


def explain():
    """Leaves a log that says why nothing is in it, if the program has loaded asyncio."""
    import atexit

    def write():
        if "asyncio" not in sys.modules:
            return
        import json, time
        path = os.environ["PROMISESCOPE"]
        if os.path.isdir(path):
            path = os.path.join(path, "python.%d.ndjson" % os.getpid())
        elif os.path.exists(path):
            path = path.replace(".ndjson", "") + ".%d.ndjson" % os.getpid()
        header = {"schema": "promisescope.log", "version": 1, "unit": "ns", "started": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()), "program": "python", "pid": os.getpid(), "sourceRoot": "", "values": "off", "seed": None, "runtime": "cpython " + sys.version.split()[0], "adapter": "promisescope-python 2.0"}
        text = "not recorded: Python " + sys.version.split()[0] + " does not report its coroutines; 3.12 and later do"
        with open(path, "w") as file:
            for line in (header, {"seq": 1, "t": 0, "ev": "noted", "text": text}, {"seq": 2, "t": 0, "ev": "ended", "reason": "exit"}):
                file.write(json.dumps(line, separators=(",", ":")) + "\n")

    atexit.register(write)


def give_way():
    """Runs the `sitecustomize` that this one hides. Without one, `site` passes over the error silently."""
    from importlib.machinery import PathFinder
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        raise ImportError("No module named 'sitecustomize'", name="sitecustomize")
    module = type(sys)("sitecustomize")
    module.__spec__, module.__file__, module.__loader__, module.__package__ = spec, spec.origin, spec.loader, ""
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != FOLDER]
sys.path_importer_cache.pop(FOLDER, None)
if os.environ.get("PROMISESCOPE"):
    try:
        load() if hasattr(sys, "monitoring") else explain()
    except Exception as error:  # a fault of the adapter is never one of the program
        sys.stderr.write("promisescope: not recorded: %s: %s\n" % (type(error).__name__, error))
give_way()
