"""The line mode: the same table in sentences and numbered choices, for screen readers, braille and slow lines.

Output only grows, line by line; input is a line. It knows no rules, and loads nothing of Textual.
"""
