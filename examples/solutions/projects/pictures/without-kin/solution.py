"""The families of the test are a set, which is made once."""


def without_kin(training: list[int], test: list[int], families: list[str]) -> list[int]:
    held_out = {families[index] for index in test}
    return [index for index in training if families[index] not in held_out]
