"""The cards of the conversation: what each type of message shows, and what stays as text."""

import re
from typing import get_args

import pytest

import renkei
from renkei import payloads as p
from renkei.board.events import FieldWritten, RereadNoticed
from renkei.edges.view.event_words import FURTHER, IMPLIED, VARIANTS, sentence
from renkei.edges.view.records import NOTICES
from renkei.edges.view.words.say import LOCALES, MODULES, texts
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent
from renkei.protocol.messages import PAYLOAD_TYPES
from team import handoff, small_team, work
from viewing import page
