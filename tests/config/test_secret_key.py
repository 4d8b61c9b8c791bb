"""config/secret_key.py: made once, kept closed."""

import stat

from config.secret_key import PUSH_FILE_NAME, create_keys, read_key, read_secret_key
from notifications.push.encryption import private_key


def test_only_its_owner_may_read_it(tmp_path):
    create_keys(tmp_path)
    mode = stat.S_IMODE((tmp_path / "secret-key").stat().st_mode)
    assert mode == 0o600


def test_it_stays_the_same(tmp_path):
    create_keys(tmp_path)
    key = read_secret_key(tmp_path)
    create_keys(tmp_path)
    assert read_secret_key(tmp_path) == key
    assert len(key) >= 50


def test_without_a_kept_one_each_process_has_a_passing_one(tmp_path):
    assert read_secret_key(tmp_path) != read_secret_key(tmp_path)
    assert not list(tmp_path.iterdir())


def test_so_is_the_key_for_notifications(tmp_path):
    create_keys(tmp_path)
    key = read_key(tmp_path, PUSH_FILE_NAME)
    create_keys(tmp_path)
    assert read_key(tmp_path, PUSH_FILE_NAME) == key
    assert private_key(key)
    assert stat.S_IMODE((tmp_path / "push-key").stat().st_mode) == 0o600


def test_without_a_kept_one_nobody_is_notified(tmp_path):
    assert read_key(tmp_path, PUSH_FILE_NAME) == ""
    assert not list(tmp_path.iterdir())
