"""The commands that perform acts: each is made from the row of `renkei.acts.table`."""
