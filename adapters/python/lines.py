"""Makes lines of docs/event-log.md from records. A record is a time, one of these functions, and its values.

Each function returns what its lines have behind `seq` and `t`. Some records are several lines, because one cause has them all. A `place` is a code
object and an offset in it, or None; its text is made here, not in the program's own time.
"""
from _json import encode_basestring_ascii as quote
from _promisescope.source import loop_and_handler, site


def preview(text):
    return quote(text if len(text) <= 120 else text[:119] + "…")


def created(p, ctx, kind, label, place, more=""):
    ctx = f',"ctx":{ctx}' if ctx else ""
    label = f',"label":{preview(label)}' if label else ""
    return (f'"ev":"created","p":{p}{ctx},"kind":{quote(kind)}{label}{site(place)}{more}',)


def entered(p, by, kind, label, place, more=""):
    """The body of `by` calls a coroutine, which starts at once."""
    where = site(place)
    return (f'"ev":"created","p":{p},"ctx":{by},"kind":"{kind}","label":{preview(label)}{where}{more}',
            f'"ev":"awaiting","p":{by},"source":{p}{where}{loop_and_handler(place)}', f'"ev":"started","p":{p}')


def returned(p, by, cpu):
    """A body returns to the one that awaits it, if there is one."""
    first = (f'"ev":"finished","p":{p},"outcome":"value"{processor_time(cpu)}', f'"ev":"fulfilled","p":{p},"cause":"returned"')
    return first + (f'"ev":"continued","p":{by}',) if by else first


def threw(p, by, cpu, error, cause, via):
    first = (f'"ev":"finished","p":{p},"outcome":"threw"{processor_time(cpu)}',) + rejected(p, error, cause, via)
    return first + (f'"ev":"continued","p":{by}',) if by else first


def awaiting(p, source, place, cpu):
    return (f'"ev":"awaiting","p":{p},"source":{source}{site(place)}{loop_and_handler(place)}{processor_time(cpu)}',)


def processor_time(cpu):
    return f',"cpu":{cpu}' if cpu else ""


def started(p, thread=None):
    return (f'"ev":"started","p":{p}' + (f',"queue":"executor","thread":"{thread}"' if thread else ""),)


def enqueued(p):
    return (f'"ev":"enqueued","p":{p},"queue":"executor"',)


def finished(p, outcome, queue=""):
    return (f'"ev":"finished","p":{p}' + (f',"queue":"{queue}"' if queue else "") + f',"outcome":"{outcome}"',)


def continued(p):
    return (f'"ev":"continued","p":{p}',)


def registered(p, by, handles=False):
    sides = ',"handles":["fulfilled","rejected"]' if handles else ""
    return (f'"ev":"registered","p":{p}' + (f',"by":{by}' if by else "") + sides,)


def fulfilled(p, cause):
    return (f'"ev":"fulfilled","p":{p},"cause":"{cause}"',)


def rejected(p, error, cause, via):
    """`error` is the name of its type."""
    via = f',"via":{via}' if via else ""
    is_canceled = "true" if error == "CancelledError" else "false"
    return (f'"ev":"rejected","p":{p},"type":{preview(error)},"cause":"{cause}"{via},"cancelled":{is_canceled}',)


def cancel_requested(p, by):
    return (f'"ev":"cancelRequested","p":{p}' + (f',"by":{by}' if by else ""),)


def handled(p, by=None):
    return (f'"ev":"handled","p":{p}' + (f',"by":{by}' if by else ""),)


def unhandled(p):
    return (f'"ev":"unhandled","p":{p}',)


def released(p):
    return (f'"ev":"released","p":{p},"state":"pending"',)


def noted(p, text):
    return ('"ev":"noted"' + (f',"p":{p}' if p else "") + f',"text":{preview(text)}',)


def lost(count):
    return (f'"ev":"lost","count":{count}',)


def alive():
    return ('"ev":"alive"',)


def ended(reason, signal=None):
    return (f'"ev":"ended","reason":"{reason}"' + (f',"signal":"{signal}"' if signal else ""),)
