"""Makes lines of docs/event-log.md from records. A record is a time, one of these functions, and its values.

Each function returns what its lines have behind `seq` and `t`. Some records are several lines, because one cause has them all. A `place` is a code
object and an offset in it, or None; its text is made here, not in the program's own time.
"""
from _json import encode_basestring_ascii as quote
from _promisescope.source import label_of, labels, loop_and_handler, preview, site, staying, text_of, texts


def created(p, ctx, kind, label, place, more=""):
    ctx = f',"ctx":{ctx}' if ctx else ""
    label = f',"label":{preview(label)}' if label else ""
    return (f'"ev":"created","p":{p}{ctx},"kind":{quote(kind)}{label}{site(place)}{more}',)


def entered(p, by, kind, label, place, more, cpu=0):
    """The body of `by` calls a coroutine, which starts at once."""
    where, facts = text_of(place) if place is not None else ("", "")
    return (f'"ev":"created","p":{p},"ctx":{by},"kind":"{kind}","label":{preview(label)}{where}{more}',
            f'"ev":"awaiting","p":{by},"source":{p}{where}{facts}{processor_time(cpu)}', f'"ev":"started","p":{p}')


def called(code, place, p, by):
    """The body of `by` calls a coroutine of the program by itself, which is most of what happens."""
    return entered(p, by, "coroutine", code.co_qualname, place, "")


def returned(p, by, cpu, value=""):
    """A body returns to the one that awaits it, if there is one."""
    first = (f'"ev":"finished","p":{p},"outcome":"value"{processor_time(cpu)}',) + fulfilled(p, "returned", None, value)
    return first + (f'"ev":"continued","p":{by}',) if by else first


def text(batch, start, last, sequence):
    """The lines of records, the time of the last one, and its number. The most frequent records are made to text here, which takes a third of the time."""
    pieces = []
    for record in batch:
        time, make = record[0] - start, record[1]
        if time > last:
            last = time
        if make is called:
            _, _, code, place, p, by = record
            where, facts = texts.get((id(place[0]), place[1])) or text_of(place)
            label = labels.get(id(code)) or label_of(code)
            p, by, t = str(p), str(by), str(last)
            pieces.append(f'{{"seq":{sequence + 1},"t":{t},"ev":"created","p":{p},"ctx":{by},"kind":"coroutine","label":{label}{where}}}\n'
                          f'{{"seq":{sequence + 2},"t":{t},"ev":"awaiting","p":{by},"source":{p}{where}{facts}}}\n'
                          f'{{"seq":{sequence + 3},"t":{t},"ev":"started","p":{p}}}\n')
            sequence += 3
        elif make is returned and record[3] and not record[4] and not record[-1]:
            p, t = str(record[2]), str(last)
            pieces.append(f'{{"seq":{sequence + 1},"t":{t},"ev":"finished","p":{p},"outcome":"value"}}\n'
                          f'{{"seq":{sequence + 2},"t":{t},"ev":"fulfilled","p":{p},"cause":"returned"}}\n'
                          f'{{"seq":{sequence + 3},"t":{t},"ev":"continued","p":{record[3]}}}\n')
            sequence += 3
        else:
            for piece in make(*record[2:]):
                sequence += 1
                pieces.append(f'{{"seq":{sequence},"t":{last},{piece}}}\n')
    return "".join(pieces), last, sequence


def threw(p, by, cpu, error, cause, via, place):
    first = (f'"ev":"finished","p":{p},"outcome":"threw"{processor_time(cpu)}',) + rejected(p, error, cause, via, (None, place))
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


def registered(p, by, handles=False, takes_error=None):
    sides = ',"handles":["fulfilled","rejected"]' if handles else ""
    sides += ',"takesError":false' if takes_error is False else ""
    return (f'"ev":"registered","p":{p}' + (f',"by":{by}' if by else "") + sides,)


def fulfilled(p, cause, settler=None, value=""):
    """`settler` is the number of the body that settles `p`, or None, and the place of the call."""
    value = f',"value":{preview(value)}' if value else ""
    return (f'"ev":"fulfilled","p":{p}{value},"cause":"{cause}"{settled_at(settler)}',)


def rejected(p, error, cause, via, settler=None):
    """`error` is the name of the type of the error, and a preview of the error."""
    name, text = error
    text = f',"error":{preview(text)}' if text else ""
    via = f',"via":{via}' if via else ""
    is_canceled = "true" if name == "CancelledError" else "false"
    return (f'"ev":"rejected","p":{p}{text},"type":{preview(name)},"cause":"{cause}"{via},"cancelled":{is_canceled}{settled_at(settler)}',)


def settled_at(settler):
    if settler is None:
        return ""
    by, place = settler
    return (f',"ctx":{by}' if by else "") + site(place)


def cancel_requested(p, by):
    return (f'"ev":"cancelRequested","p":{p}' + (f',"by":{by}' if by else ""),)


def handled(p, by=None, place=None):
    return (f'"ev":"handled","p":{p}' + (f',"by":{by}' if by else "") + (staying(place) if place is not None else ""),)


def unhandled(p):
    return (f'"ev":"unhandled","p":{p}',)


def released(p):
    return (f'"ev":"released","p":{p},"state":"pending"',)


def noted(p, text, place=None):
    return ('"ev":"noted"' + (f',"p":{p}' if p else "") + f',"text":{preview(text)}{site(place)}',)


def lost(count):
    return (f'"ev":"lost","count":{count}',)


def alive():
    return ('"ev":"alive"',)


def ended(reason, signal=None):
    return (f'"ev":"ended","reason":"{reason}"' + (f',"signal":"{signal}"' if signal else ""),)
