"""The shared state board: fields, last writer wins, changelog, YAML form (section 1)."""


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict
