"""The format of history/<package>.tsv. history_writer.py writes such a file, and history_reader.py reads it.

After a head that names the package, its imports and its releases, each name has a line, indented by one blank per
level below the name that holds it. The sign behind a name says its kind:

    transformers/                       a module
     AdamW>.optimization.               another name for it; nothing behind `>`: it is from another package
     TrainingArguments:                 a class
      <.trainer.Trainer                 a base class, whose names count as well
      __init__(lr, seed)+               a constructor made of fields, those of the bases too
       evaluation_strategy=             an argument with other releases than the function, or with a replacement
      learning_rate                     an attribute
      train(model)                      a function or method
      scale?                            a name that no source shows; `/?` is such a module, `=?` such an argument

`**` in a module or class stands for any name besides those listed; as an argument, for any argument. `*` stands for
names that were left out: none of them is listed for another release. A target that begins with a dot begins with the
root module, and one that ends with a dot ends with the name of its own line. `?` stands behind a name that releases
had when they were run, and that is made in a way that no reading of their source shows: other releases may have it,
too.

After a tab come the releases that have the name, as `4.0.0..4.45.2,4.47.0..`; nothing if they are the same as those of
the name that holds it. After a second tab comes the replacement that the package itself names.
"""

FORMAT = "# tracefix history 5"
OPEN = "**"
CUT = "*"
SEEN = "?"
