"""Every limit of the table, one named constant each, the unit last."""

from __future__ import annotations

LAG_CREDIT_MAX_S = 0.25
"""At most this much of a measured round trip is forgiven when acts are ordered by when they were pressed."""
LAG_NOTICED_S = 0.001
"""Round trips that differ by less are alike: to wait for so short a time takes longer than that."""
LAG_SAMPLES = 5
"""A connection's lag is the median of this many latest round trips."""

WATCHERS_MAX = 1_200
WATCHERS_AT_ONCE = 20
"""With more of them everybody is told of those who come and go, one with the other, only so often:"""
WATCHERS_TOLD_EVERY_S = 0.5
STRANGERS_MAX = 64
"""Connections that have not said a valid hello yet."""
HELLO_WITHIN_S = 10.0
"""As long may each handshake take before that: TLS's and the WebSocket's."""
KNOCKING_MAX = 512
"""Connections that are still shaking hands. There are many when everybody comes back to a table at once."""

PAST_WINDOWS = 32
"""So many windows of one person are remembered after a newer one has taken their place."""

NAME_CELLS_MAX = 20
CHAT_CELLS_MAX = 240
CHAT_KEPT_LINES = 200
CHAT_TOLD_LINES = 20
EVENTS_TOLD = 40
"""So much of what was said and what has happened is told to whoever was not there."""
TOKEN_CHARS_MIN = 16
TOKEN_CHARS_MAX = 64
CODE_CHARS_MAX = 32

REQUEST_BYTES_MAX = 16_384
"""The largest request to talk, which comes before the first frame."""
FRAME_BYTES_MAX = 16_384
"""The largest frame that the table reads. Its own frames are larger: the client trusts its host this far:"""
HOST_FRAME_BYTES_MAX = 1_048_576

MESSAGES_PER_S = 20.0
MESSAGES_BURST = 60
"""A connection that sends more than this is closed."""
FRAMES_PER_S = 40.0
FRAMES_BURST = 240
"""So is one that sends more than this of anything, such as pings."""
ADVICE_PER_S = 0.5
ADVICE_BURST = 5
"""So often a seat is advised."""
MOUTHFUL_BYTES = 1_024
"""No more is looked at, at once, of what came on one connection."""

WRONG_CODES_MAX = 10
"""From one address at once, and then as many within this time, one after the other:"""
WRONG_CODES_WITHIN_S = 60.0

SSH_LOGIN_WITHIN_S = 60.0
"""So long may it take to come in by SSH, with the code to be typed. After that nobody is hurried."""
SSH_TRIES_MAX = 40
"""So often may a key be offered there on one connection, or an answer or anything else be refused."""
SSH_LOGIN_BYTES_MAX = 131_072
"""So much may be said until then."""
SSH_KNOCKING_MAX = 32
"""Connections to the door for SSH that have not come in yet."""
SSH_DEFERRED_MAX = 64
"""So many packets wait while somebody changes the keys of a connection, which nobody has to finish."""
SSH_GUESTS_MAX = 40
"""Each is a program that runs on the host's computer."""
SSH_GUESTS_PER_ADDRESS_MAX = 30
"""A house of friends behind one address finds room, six who play and many who watch; but whoever takes all of that
leaves as much to those elsewhere as a table needs. With keys or without: to make a key costs nothing."""
SSH_GUESTS_PER_KEY_MAX = 3
"""Somebody's window, one that they have forgotten elsewhere, and one whose line has just been cut."""
SSH_GUESTS_KEPT_MAX = 200
"""So many who came by SSH get back what was theirs."""
SSH_WINDOW_BYTES = 32_768
"""So much that a guest types or pastes, and so much that is drawn for one, is on its way at once."""
SSH_LOST_S = 60.0
"""A guest's program gives up when it has not reached the table for so long."""
SSH_FILE_BYTES_MAX = 262_144
"""What a guest's program writes on the host's disk is small."""
SSH_MEMORY_BYTES_MAX = 268_435_456
"""Nor may it take the host's memory, whatever it is sent."""

GOODBYES_LOGGED_MAX = 1_000
"""So many goodbyes a table writes into its log: strangers must not fill the disk."""
LOG_BYTES_MAX = 1_000_000
"""A larger log is begun anew by the next table."""
SEATS_KEPT_MAX = 200
"""So many seats at other tables one gets back."""
TABLES_KEPT_MAX = 20
"""So many tables that were interrupted are kept."""

SEND_BUFFER_BYTES = 65_536
"""What the system keeps for somebody who reads slowly is small: they shall get the newest view, not an old one."""
TLS_BUFFER_BYTES = 16_384
"""For every guest, in place of asyncio's 256 KiB. A guest's frame is no longer, and nor is what TLS sends at once."""
WRITE_BUFFER_BYTES = 32_768
"""A connection on which the system holds up this much is behind: what more there is waits in a queue."""
PLAYER_QUEUE_FRAMES = 256
WATCHER_QUEUE_FRAMES = 8
"""A watcher's queue holds no view but the newest. Whose is longer, for more time than a burst explains, is cut off:"""
QUEUE_BURST_S = 1.0
STALLED_S = 20.0
"""So is whoever takes nothing for this long."""
HANG_UP_WITHIN_S = 3.0
"""So long may a goodbye be on its way; and all of them together, when the table ends:"""
END_WITHIN_S = 0.4

PING_EVERY_S = 2.0
SILENT_S = PING_EVERY_S + 5.0
"""A line on which nothing at all has come for so long is dead."""

LOST_GRACE_S = 60.0
"""A bot sits in for a player whose line has been lost for this long."""
EMPTY_TABLE_S = 3_600.0
"""A table to which nobody is connected closes after this time."""
ALONE_TABLE_S = 60.0
"""One at which nobody but its host has a chair, and which was opened for that, ends as soon as this."""
NONCES_WITHIN_S = 3.0
"""So long a deal waits for what the players give to the shuffle."""
PROOF_BYTES_MAX = HOST_FRAME_BYTES_MAX // 2
"""A longer proof is told without its acts."""

LAN_TOLD_EVERY_S = 5.0
"""So often, at most, is the network told how it stands at a table."""
LAN_TABLES_MAX = 20
"""So many tables on the network are shown, and the list changes only so often:"""
LAN_SHOWN_EVERY_S = 0.25
