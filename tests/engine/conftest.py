import pytest

pytest.register_assert_rewrite("tests.kit", "tests.engine.laws")
