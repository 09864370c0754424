"""The lab: many games, and how they went.

Three questions, each a function that gives plain data: `tilekit.lab.simulate.simulate` (how does it play?),
`tilekit.lab.sweep.sweep` (what does a number do?), `tilekit.lab.tune.tune` (which number do I want?). Below them lie
`study` (who plays what), `series` (the same games for everybody, shared out in parts), `crews` (who plays the parts),
`parts` (how one is played) and `tally` (what is kept); beside them `intervals`, `figures`, `report`, `plots`, `page`.
"""
