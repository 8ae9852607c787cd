"""What the source of a program says about each `await`: the loop and the handler around it, and whether its result is used."""
import os

ROOT = os.getcwd()  # which the program may leave
files = {}  # for each file, the facts about its lines with an `await`, the lines of those whose results are not used, and the lines of handlers: see `read`
sources = {}  # the lines of each file


def lines_of(name):
    if name not in sources:
        try:
            import tokenize
            with tokenize.open(os.path.join(ROOT, name)) as file:
                sources[name] = file.read().split("\n")
        except (OSError, SyntaxError, UnicodeDecodeError):
            sources[name] = []
    return sources[name]


def read(name):
    """The facts of the lines of a file, the lines whose results are not used, and, by the lines of their awaits, those of the handlers that catch a cancellation and stay in their loops."""
    if name not in files:
        files[name] = {}, set(), {}
        try:
            import ast
            visit(ast.parse("\n".join(lines_of(name))), {}, *files[name], ast)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return files[name]


def visit(node, facts, found, unused, staying, ast):
    """Notes for each line with an `await` the innermost loop and the handler around it."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        facts = {}
        if isinstance(node, ast.AsyncFunctionDef):
            unused.update(unused_results(node, ast))
    elif isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)):
        last = node.end_lineno if isinstance(node, ast.Await) else node.lineno
        text = "".join(f',"{key}":{facts[key]}' for key in ("takesError", "loop") if facts.get(key))
        found.update(dict.fromkeys(range(node.lineno, last + 1), text))
        if facts.get("stays"):
            staying.update(dict.fromkeys(range(node.lineno, last + 1), facts["stays"]))
    if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
        inside = {**facts, "loop": loop_kind(node, ast), "isInLoop": True, "stays": None}
    elif isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))) and node.handlers:
        inside = {**facts, "takesError": "true" if all(uses_error(handler, ast) for handler in node.handlers) else "false"}
        taking = next((handler for handler in node.handlers if takes_cancellation(handler, ast)), None)
        if taking is not None:
            leaves = any(isinstance(inner, (ast.Raise, ast.Return, ast.Break)) for inner in ast.walk(taking))
            inside["stays"] = taking.lineno if facts.get("isInLoop") and not leaves else None
    else:
        inside = facts
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                visit(child, inside if name in ("body", "test") else facts, found, unused, staying, ast)


def unused_results(function, ast):
    """The lines of each `await` whose result is thrown away, or assigned to a variable that the function never reads."""
    nodes = list(ast.walk(function))
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for node in nodes:
        if isinstance(node, ast.Expr):
            is_unused = True
        elif isinstance(node, ast.Assign):
            is_unused = all(isinstance(target, ast.Name) and target.id not in read for target in node.targets)
        else:
            continue
        if is_unused and isinstance(node.value, ast.Await):
            yield from range(node.value.lineno, node.value.end_lineno + 1)


def loop_kind(node, ast):
    if isinstance(node, ast.While):
        is_endless = isinstance(node.test, ast.Constant) and node.test.value and not any(isinstance(inner, (ast.Break, ast.Return)) for inner in ast.walk(node))
        return '"endless"' if is_endless else '"condition"'
    return '"each"' if is_independent(node, ast) else None


CONDITIONS = "If IfExp Try TryStar Break Continue Return Raise Match While With AsyncWith".split()


def is_independent(loop, ast):
    """Whether each round does without the others: what it awaits depends on the element, and on nothing that a round changes, without a condition or a pause."""
    nodes = [node for statement in loop.body for node in ast.walk(statement)]
    if any(type(node).__name__ in CONDITIONS for node in nodes):
        return False
    elements = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    changed = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    changed |= {ast.unparse(node) for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)}
    for waiting in (node for node in nodes if isinstance(node, ast.Await)):
        call = waiting.value
        inner = list(ast.walk(call))
        names = {node.id for node in inner if isinstance(node, ast.Name)}
        texts = names | {ast.unparse(node) for node in inner if isinstance(node, (ast.Attribute, ast.Subscript))}
        if not isinstance(call, ast.Call) or "sleep" in ast.unparse(call.func) or not names & elements or texts & changed:
            return False
    return True


def kinds_of(handler, ast):
    return {getattr(node, "id", None) or getattr(node, "attr", None) for node in ast.walk(handler.type)} if handler.type else {"BaseException"}


def takes_cancellation(handler, ast):
    return bool(kinds_of(handler, ast) & {"CancelledError", "BaseException"})


def uses_error(handler, ast):
    """A handler for particular errors has chosen them; one for all of them has to name the error, raise, or log it."""
    inner = [node for statement in handler.body for node in ast.walk(statement)]
    names = {getattr(node, "id", None) or getattr(node, "attr", None) for node in inner}
    if not kinds_of(handler, ast) & {"Exception", "BaseException"}:
        return True
    return bool(handler.name and handler.name in names or names & {"exception", "print_exc", "exc_info", "format_exc"} or any(isinstance(node, ast.Raise) for node in inner))
