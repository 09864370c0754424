"""What outlives a player's process: games, marks and preferences, in a database of the user's own.

`profile` is what sessions and the command line ask; `database` is the file it lies in, `exchange` its export and
import, `claims` who is playing which game.
"""
