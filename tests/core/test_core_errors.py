import pytest

from core import errors


@pytest.mark.parametrize("kind", [errors.InputError, errors.RuleError, errors.NotFoundError, errors.NotAllowedError])
def test_one_door_catches_every_known_error_with_its_sentence(kind: type[errors.RatingError]) -> None:
    with pytest.raises(errors.RatingError) as caught:
        raise kind("Write a score, for example 2.5.")
    assert caught.value.message == str(caught.value) == "Write a score, for example 2.5."
