"""A folder with two small histories: `Trainer` is a class of both, `Pilot` of one."""

TINY = """\
# tracefix history 5
# package tiny-lib
# imports tiny
# release 1.0
# release 1.1
# release 1.2 yanked
# release 2.0
# release 2.1
# release 3.0 unread
# release 3.1
tiny/
 Arguments>.trainer.
 Trainer>.trainer.
 cached_load()	1.0..1.1
 coming()	2.0..
 gone_unread()	1.0..2.1
 log	1.0..1.1
 moved_away()	1.0..1.1
 new/
  old_tools/
   another()
  shapes/	2.0..
   circle()
   triangle()
 odd	1.0..1.1,2.1..
 old_tools/	1.0..1.2
  help()
 other_tools/
  log()
 play(game)	1.0..1.1
 shapes/	1.0..1.2
  circle()
  square()
 short_lived()	1.1..1.2
 solid()
 tools/
  moved_away()	1.2..
  play(channel)
 trainer/
  Arguments:
   __init__()+
    eval=	1.2..
    evaluation=	1.0..1.2	eval
   sum()
  Open:
   __init__(**)
  Picky:
   __init__(path)
    **	1.0..1.2
  Trainer:
   __init__(model)
    tokenizer=	1.0..1.1
   backend	1.0..1.2
   halt()
    now=	1.2..
   stop()
    wait=	1.2..
   train()
  Valve:
   stop()
    wait=	2.0..
  make_loader()
   seed=	2.0..
  session:
   __init__()
    mode=	2.0..
"""
OTHER = """\
# tracefix history 5
# package other
# imports other
# release 0.1
# release 0.2
other/
 Pilot:
  fly()	0.1..0.1
 Rudder:
  steer()
 Trainer:
  __init__()
   tokenizer=	0.2..
"""


def write_histories(folder):
    """Write both histories, and return the folder."""
    (folder / "tiny-lib.tsv").write_text(TINY, encoding="utf-8")
    (folder / "other.tsv").write_text(OTHER, encoding="utf-8")
    return folder
