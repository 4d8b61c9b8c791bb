"""config/secret_key.py: keys are created once and kept private."""

import stat

from config.secret_key import PUSH_FILE_NAME, create_keys, read_key, read_secret_key
from notifications.push import private_key


def test_key_is_readable_only_by_its_owner(tmp_path):
    create_keys(tmp_path)
    mode = stat.S_IMODE((tmp_path / "secret-key").stat().st_mode)
    assert mode == 0o600


def test_key_is_created_once(tmp_path):
    create_keys(tmp_path)
    key = read_secret_key(tmp_path)
    create_keys(tmp_path)
    assert read_secret_key(tmp_path) == key
    assert len(key) >= 50


def test_processes_have_temporary_keys_without_a_file(tmp_path):
    assert read_secret_key(tmp_path) != read_secret_key(tmp_path)
    assert not list(tmp_path.iterdir())


def test_push_key_is_kept_too(tmp_path):
    create_keys(tmp_path)
    key = read_key(tmp_path, PUSH_FILE_NAME)
    create_keys(tmp_path)
    assert read_key(tmp_path, PUSH_FILE_NAME) == key
    assert private_key(key)
    assert stat.S_IMODE((tmp_path / "push-key").stat().st_mode) == 0o600


def test_notifications_are_off_without_a_key(tmp_path):
    assert read_key(tmp_path, PUSH_FILE_NAME) == ""
    assert not list(tmp_path.iterdir())
