"""Texts about the life of a teammate, for itself and for others: Japanese."""

LIFE: dict[str, str | tuple[str, str]] = {
    "teammate.woken": "起こされた理由: {reason}",
    "teammate.claimed": "{id} を引き受けました。",
    "teammate.cut_off": "回答がトークンの上限に達しました。途切れたところから続けてください。",
    "teammate.not_run": "呼び出しは実行されませんでした: {problem}。"
    "すべての引数を一つの JSON オブジェクトにして、もう一度呼び出してください。",
    "teammate.interrupted": "この呼び出しの実行中にプロセスが終了しました。実行されたかどうかは不明です。"
    "繰り返す前に確認してください。",
    "teammate.turn_lost": "この呼び出しの実行中にターンが終了されました。実行されたかどうかは不明です。"
    "繰り返す前に確認してください。",
    "teammate.storage": "この呼び出しの実行中に保存に失敗しました。実行されたかどうかは不明です。"
    "繰り返す前に確認してください。",
    "teammate.summarize": "会話が長くなったため、この回答の後に新しい会話が始まります。ツールを呼ばずに、"
    "続けるために必要なことをすべて書いてください。誰のために何をしているか、言われたことと約束したこと、"
    "終わったこと、重要なファイルと名前、試してうまくいかなかったこと、次の一歩です。",
    "teammate.summary": "新しい会話が始まりました。これまでの会話について自分で書いた要約:",
    "teammate.no_summary": "会話が長くなりすぎたため、新しい会話が始まりました。最後の発言と操作:",
    "teammate.stuck": "{agent} は起こされた理由について何もしませんでした: {reason}",
    "teammate.unavailable": "{agent} はモデルの応答を待っています: {reason}",
    "teammate.died": "{agent} は続けられず、離脱しました: {reason}",
    "teammate.last_words": "{agent} について最後にわかっていること:",
    "teammate.turns_spent": ("{agent} はターンを使い切りました。", "{agent} は {count} ターンを使い切りました。"),
    "teammate.tokens_spent": (
        "{agent} はトークンを使い切りました。",
        "{agent} は {count} トークンを使い切りました。",
    ),
    "teammate.team_spent": "チームは {count} トークンを使い切りました。",
    "teammate.command_ended": "{command}: {ended}（{seconds} 秒）",
    "teammate.command_printed": "出力の末尾:",
    "teammate.command_refused": "出力された呼び出しのうち、拒否されたもの:",
    "teammate.command_results": "前回出力した呼び出しの結果:",
    "shutdown.request": "{agent}、終了してください。理由: {reason}。"
    "同意するか、進行中の作業がある間は理由を添えて断ってください。",
    "shutdown.agreed": "{agent} は終了します。",
    "shutdown.refused": "{agent} は終了しません: {reason}",
    "shutdown.gone": "終了を求められた {agent}（この名前の {number} 人目）はすでにいません。",
    "shutdown.left": "{sender} の求めによる終了",
    "shutdown.dead": "終了の求めに期限内に返信がありませんでした。",
    "shutdown.end_turn": "このターンで終了します。ツールを呼ばずに回答を終えてください。",
}
