# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""An object is called where the library wants the function that makes it."""


class Model:
    def generate(self, prompt):
        return prompt[::-1]


def annotate(prompt, make_model):
    return make_model().generate(prompt)


print(annotate("hello", make_model=Model))
