"""What the pages show: what each template, or a part of one, is given."""
