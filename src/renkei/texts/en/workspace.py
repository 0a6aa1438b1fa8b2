"""Results of the workspace tools, and the fate of worktrees."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "file.directory": ("{path} is a directory with {count} entry:", "{path} is a directory with {count} entries:"),
    "file.more_names": ("({count} more entry is not shown.)", "({count} more entries are not shown.)"),
    "file.empty": "{path} is empty.",
    "file.lines": "(Lines {first} to {last} of {count}. The next ones: offset {next}.)",
    "file.mixed_ends": "(Some lines end in CRLF, others in LF.)",
    "file.created": ("{path} created, with {count} line.", "{path} created, with {count} lines."),
    "file.replaced": ("{path} replaced; it has {count} line now.", "{path} replaced; it has {count} lines now."),
    "file.edited": "{path} changed, from line {line}:",
    "shell.ended": "(exit status {status}, {seconds} s)",
    "shell.stopped": "(stopped after {seconds} s: {reason})",
    "shell.left_out": ("[{count} byte is left out here]", "[{count} bytes are left out here]"),
    "shell.summary": "asks to run: {command}",
    "shell.question": "May {agent} run this command? {command}",
    "shell.option.once": "It runs once.",
    "shell.option.always": "This command line runs for every member, until the end of the project.",
    "shell.option.no": "It does not run.",
    "shell.asked": "Not run: {command} needs the consent of a person, who has been asked (decision {decision}). "
    "Continue with other work, or end your answer: you are woken when it is decided. If it is allowed, call bash again "
    "with exactly the same command.",
    "shell.refused": "Not run: a person decided about {command}: {answer} (decision {decision}). Do not try it in "
    "another form.",
    "shell.runs": "Runs now, as allowed once in {decision}: {command}",
    "worktree.merged": "Merged into the branch {branch} as {commit}.",
    "worktree.summary": "the accepted work of {contract} cannot be merged",
    "worktree.conflict": "The accepted work of {contract} cannot be merged into the branch {branch}: both changed "
    "{files}.",
    "worktree.conflict.do": "The conflict is marked in these files of your workspace, with <<<<<<< and >>>>>>>. Edit "
    "them so that both changes are in, and end your answer: then it is merged.",
    "worktree.problem": "The accepted work of {contract} cannot be merged into the branch {branch}: {reason}",
    "worktree.problem.do": "A person has to look at the repository. It is tried again before the next turn.",
}
