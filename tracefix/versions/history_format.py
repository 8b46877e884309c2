"""The format of history/<package>.tsv. history_writer.py writes such a file, and history_reader.py reads it.

Each name has a line, indented by one blank per level. Names without members that live equally long share a line. Signs:

    transformers/           a module            / a b      modules that hold nothing
     TrainingArguments:     a class             : A B      classes that hold nothing
      <.trainer.Trainer     a base class, whose names count as well
      __init__(lr seed.)+   a constructor made of fields, those of the bases too; `seed.` is also an attribute
       ( evaluation_strategy                    arguments with other releases than the function
      . a b c               attributes          (x y) f g  functions with the same arguments, or none
     >.trainer. Trainer     names re-exported from another module; `>` alone: from another package
     Old>.new.New           another name for it

`**` is the argument of a function that accepts any argument. A star behind the sign of a module or class (`x/*`, `X:*`)
means that it may have any name besides those listed. A target begins with a dot for the root module, with ~ for the
module that it stands in, and with ^ for the package of that module; if it ends with a dot, the name itself follows.
After a tab come the releases that have the name, as `4.0.0..4.45.2,4.47.0..`; nothing if they are the same as those of
the name that holds it. After a second tab comes the replacement.

In a large file, frequent texts are written once, in the head: `# span 3 4.0.0..` lets 3 stand for these releases, and
`# words …` lists names whose numbers count from 0 on (tracefix.versions.words). Instead of blanks, each line then
begins with one digit or letter for its level. `manage.py scan_releases --show` prints a file in full.
"""

FORMAT = "# tracefix history 3"
OPEN = "**"
WORDS = "# words "
SHORT = "# short"  # with numbers for what comes often
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"
BLANKS = {sign: " " * level for level, sign in enumerate(LEVELS)} | {"": ""}
