"""The tables of the database.  `games` and `steps` are as they always were; the others came later."""

import sqlalchemy as sql

META = sql.MetaData()
GAMES = sql.Table(
    "games", META,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("made_of", sql.Text, nullable=False),        # rule, seed, players, keys as JSON
)
STEPS = sql.Table(
    "steps", META,
    sql.Column("game", sql.String(40), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(10), nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("text", sql.Text, nullable=False),
)
#: what is known of a game besides: who made it (not his address: a digest of it), when it was last used, its size
KEPT = sql.Table(
    "kept", META,
    sql.Column("game", sql.String(40), primary_key=True),
    sql.Column("maker", sql.String(40), nullable=False),
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("used", sql.BigInteger, nullable=False),
    sql.Column("bytes", sql.BigInteger, nullable=False),
    sql.Column("text", sql.String(64)),                     # digest of the rulebook's text, if it is one's own
)
#: rulebooks of one's own, each once, however many games are played by it
TEXTS = sql.Table(
    "texts", META,
    sql.Column("digest", sql.String(64), primary_key=True),
    sql.Column("maker", sql.String(40), nullable=False),
    sql.Column("used", sql.BigInteger, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
)
#: what the server remembers of itself
NOTES = sql.Table(
    "notes", META,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
