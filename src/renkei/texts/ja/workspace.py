"""Results of the workspace tools, and the fate of worktrees: Japanese."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "file.directory": "{path} はディレクトリです。項目は {count} 件です:",
    "file.more_names": "（ほかに {count} 件の項目があります。）",
    "file.empty": "{path} は空です。",
    "file.lines": "（全 {count} 行のうち {first} 行目から {last} 行目まで。続きは offset {next} で読めます。）",
    "file.mixed_ends": "（行末が CRLF の行と LF の行があります。）",
    "file.created": "{path} を作成しました（{count} 行）。",
    "file.replaced": "{path} を置き換えました。現在は {count} 行です。",
    "file.edited": "{path} を変更しました。{line} 行目から:",
    "shell.ended": "（終了ステータス {status}、{seconds} 秒）",
    "shell.stopped": "（{seconds} 秒で停止: {reason}）",
    "shell.left_out": "［ここで {count} バイトを省略］",
    "shell.summary": "コマンドの実行許可を求めています: {command}",
    "shell.question": "{agent} がこのコマンドを実行してもよいですか。 {command}",
    "shell.option.once": "1 回だけ実行します。",
    "shell.option.always": "このコマンド行は、プロジェクトが終わるまで全メンバーが実行できます。",
    "shell.option.no": "実行しません。",
    "shell.asked": "未実行: {command} には人の同意が必要です。決定 {decision} として依頼しました。"
    "同意の要らない作業を続けるか、応答を終えてください。決定されると起こされます。"
    "許可されたら、まったく同じコマンドで bash をもう一度呼び出してください。",
    "shell.refused": "未実行: {command} についての人の決定: {answer}（決定 {decision}）。"
    "形を変えて試さないでください。",
    "shell.runs": "{decision} で 1 回だけ許可されたコマンドを実行します: {command}",
    "worktree.merged": "ブランチ {branch} に {commit} としてマージしました。",
    "worktree.summary": "受け入れ済みの {contract} の成果をマージできません",
    "worktree.conflict": "受け入れ済みの {contract} の成果をブランチ {branch} にマージできません。"
    "両方で変更されたファイル: {files}。",
    "worktree.conflict.do": "ワークスペースの該当ファイルに、衝突箇所が <<<<<<< と >>>>>>> で示されています。"
    "両方の変更が入るように編集してから応答を終えてください。そのあとマージされます。",
    "worktree.problem": "受け入れ済みの {contract} の成果をブランチ {branch} にマージできません: {reason}",
    "worktree.problem.do": "人がリポジトリを確認する必要があります。次のターンの前にもう一度試します。",
}
