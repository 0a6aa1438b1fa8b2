# The public names of renkei by theme. This table is the only one: `__init__.py` loads each name from here when it is
# first used, type checkers read it, and `docs/api.md` is written from it.

from . import errors as errors

# Projects
from .project.create import create as create
from .project.open import open as open
from .project.machines.moving import move as move
from .project.machines.streams import clone as clone
from .project.project import Project as Project
from .project.turns.turn import Turn as Turn
from .project.turns.turn import Draft as Draft
from .project.turns.session import Session as Session
from .project.coroutines.methods.opening import open_async as open_async
from .project.coroutines.methods.opening import create_async as create_async
from .project.coroutines.project import AsyncProject as AsyncProject
from .project.coroutines.turn import AsyncTurn as AsyncTurn
from .project.coroutines.turn import AsyncDraft as AsyncDraft
from .edges.tool_server.agent_sdk import ClaudeAgent as ClaudeAgent

# What an agent reads
from .budget.context.reading import Reading as Reading
from .budget.context.build import Context as Context
from .budget.context.prompt import Prompt as Prompt
from .project.turns.contexts import PastTurn as PastTurn
from .project.turns.contexts import TurnEvent as TurnEvent
from .project.turns.contexts import GivenMessage as GivenMessage
from .budget.events import ContextFeedbackGiven as ContextFeedbackGiven
from .budget.delivery.model import ContextDelivery as ContextDelivery
from .budget.delivery.model import DeliveryTier as DeliveryTier
from .engine.turns.deliveries import named_delivery as named_delivery
from .budget.tokens.estimate import estimate as estimate
from .budget.tokens.bpe import bpe_counter as bpe_counter

# Messages
from .protocol.messages import AnyMessage as AnyMessage
from .protocol.messages import StateRef as StateRef
from .protocol.messages import make_message as make_message
from .protocol.messages import parse_message as parse_message
from .project.conversation import SentMessage as SentMessage
from .engine.views.obligations import OpenObligation as OpenObligation
from .engine.views.waiting.entry import Waiting as Waiting
from .engine.views.past.changes import BoardChange as BoardChange
from .engine.views.past.landmarks import Landmark as Landmark
from .engine.views.waking.pending import Pending as Pending
from .engine.views.waking.pending import PendingMessage as PendingMessage
from .engine.views.contracts.work import WorkItem as WorkItem
from .engine.views.contracts.work import work_items as work_items
from .acts.allowed import allowed_acts as allowed_acts

# Teams of agents that run
from .edges.team.team import Team as Team
from .edges.team.team_file import TeamFile as TeamFile
from .edges.team.team_file import MemberFile as MemberFile
from .edges.team.models.model import Model as Model
from .edges.team.errors import KeyMissingError as KeyMissingError
from .edges.team.errors import ModelUnavailableError as ModelUnavailableError
from .edges.team.errors import ModelRefusedError as ModelRefusedError
from .edges.team.errors import ConversationTooLongError as ConversationTooLongError
from .edges.team.errors import TeamStoppedError as TeamStoppedError
from .workspace.errors import WorkspaceError as WorkspaceError
from .edges.team.errors import MemberHeldError as MemberHeldError

# Bridges to chats
from .edges.chat.bridge.bridge import Bridge as Bridge
from .edges.chat.settings import BridgeSettings as BridgeSettings
from .edges.chat.port import Chat as Chat
from .edges.chat.port import Post as Post
from .edges.chat.port import Outgoing as Outgoing
from .edges.chat.port import PastPost as PastPost
from .edges.chat.port import Author as Author
from .edges.chat.port import Attachment as Attachment
from .edges.chat.port import Choice as Choice
from .edges.chat.port import Deletion as Deletion
from .edges.chat.port import Membership as Membership
from .edges.chat.port import Position as Position
from .edges.chat.port import Heard as Heard
from .edges.chat.port import File as File
from .edges.chat.errors import ChannelClosedError as ChannelClosedError
from .edges.chat.errors import ChatUnreachableError as ChatUnreachableError
from .edges.chat.errors import ChatRefusedError as ChatRefusedError
from .edges.chat.chat_kind import ChatKind as ChatKind
from .edges.chat.chat_kind import ChatOptions as ChatOptions
from .edges.chat.memory import MemoryChat as MemoryChat
from .edges.chat.console import ConsoleChat as ConsoleChat

# Documents
from .edges.document_files import load as load
from .edges.document_files import validate as validate
from .errors import Problem as Problem

# Payloads of messages
from .protocol.payloads import TaskHandoff as TaskHandoff
from .protocol.payloads import ExpectedOutput as ExpectedOutput
from .protocol.payloads import TaskResult as TaskResult
from .protocol.payloads import TaskBlocked as TaskBlocked
from .protocol.payloads import DecisionRequest as DecisionRequest
from .protocol.payloads import DecisionOption as DecisionOption
from .protocol.payloads import DecisionResult as DecisionResult
from .protocol.payloads import StatusUpdate as StatusUpdate
from .protocol.payloads import ConflictReport as ConflictReport
from .protocol.payloads import KnowledgeShare as KnowledgeShare
from .protocol.payloads import ReviewRequest as ReviewRequest
from .protocol.payloads import ReviewResult as ReviewResult
from .protocol.payloads import Finding as Finding
from .protocol.payloads import Freeform as Freeform

# Contracts
from .contracts.model import TaskContract as TaskContract
from .contracts.model import Inputs as Inputs
from .contracts.model import Constraint as Constraint
from .contracts.model import Output as Output
from .contracts.model import Criterion as Criterion
from .contracts.model import Authority as Authority
from .contracts.model import FailureHandling as FailureHandling
from .contracts.model import Timeout as Timeout
from .contracts.state import Contract as Contract

# Files
from .files.model import FileChange as FileChange
from .engine.views.files import FileWork as FileWork
from .engine.views.past.file_log import FileLogEntry as FileLogEntry

# Rules
from .dispatch.rules import Rule as Rule
from .dispatch.rules import Trigger as Trigger
from .dispatch.rules import RuleAction as RuleAction
from .engine.rules.defaults import default_rules as default_rules

# Actions
from .engine.commands import Join as Join
from .engine.commands import SetGroup as SetGroup
from .engine.commands import SetRules as SetRules
from .engine.commands import AddRules as AddRules
from .engine.commands import RemoveRules as RemoveRules
from .engine.commands import SetContextDelivery as SetContextDelivery
from .engine.commands import SetQuota as SetQuota
from .engine.commands import MarkRead as MarkRead
from .engine.commands import ResumeActor as ResumeActor
from .engine.commands import GiveContextFeedback as GiveContextFeedback
from .engine.commands import Send as Send
from .board.decide import Write as Write
from .engine.commands import OpenContract as OpenContract
from .engine.commands import AssignContract as AssignContract
from .engine.commands import ClaimContract as ClaimContract
from .engine.commands import TransitionContract as TransitionContract
from .engine.commands import ProveContract as ProveContract
from .engine.commands import AcceptContract as AcceptContract
from .engine.commands import AddNote as AddNote
from .engine.commands import ReserveFiles as ReserveFiles
from .engine.commands import ReleaseFiles as ReleaseFiles
from .engine.commands import SetFilePolicy as SetFilePolicy
from .engine.commands import RecordChanges as RecordChanges

# The machine, for those who store records themselves
from .engine.commands import Command as Command
from .engine.commands import CreateProject as CreateProject
from .engine.record import Record as Record
from .engine.state import State as State
from .board.model import ProjectState as ProjectState
from .engine.settle import settle as settle
from .engine.apply import apply as apply
from .engine.apply import replay as replay
from .engine.views.agent_context.agent_view import context as context

# Errors
from .errors import RenkeiError as RenkeiError
from .errors import DocumentError as DocumentError
from .errors import ProtocolError as ProtocolError
from .errors import ProjectError as ProjectError
from .errors import LogError as LogError

__version__: str
