"""What events say in the conversation. The placeholders are the fields of the event."""

TEXTS = {
    "event.project_created": ("The project {name} was created.", "プロジェクト {name} が作成されました。"),
    "event.actor_joined": (
        "{actor} joined as an agent ({role}).",
        "{actor} がエージェントとして参加しました（{role}）。",
    ),
    "event.actor_joined.lead": ("{actor} joined as a lead ({role}).", "{actor} がリードとして参加しました（{role}）。"),
    "event.actor_joined.human": ("{actor} joined as a person.", "{actor} が人間の参加者として加わりました。"),
    "event.actor_left": (
        "{actor} left; {successor} takes over. Reported by {by}: {reason}",
        "{actor} が離脱し、{successor} が引き継ぎます。報告: {by}（{reason}）",
    ),
    "event.group_set": ("The group {group} has the members {members}.", "グループ {group} のメンバー: {members}"),
    "event.rules_set": ("The event rules were set: {names}", "イベントルールが設定されました: {names}"),
    "event.context_delivery_set": ("The context delivery was set.", "コンテキスト配信が設定されました。"),
    "event.entry_added": ("{author} added {path}: {entry}", "{author} が {path} を追加しました: {entry}"),
    "event.entry_removed": ("{author} removed {path}.", "{author} が {path} を削除しました。"),
    "event.field_written": (
        "{author} changed {path}: {old} → {value}",
        "{author} が {path} を変更しました: {old} → {value}",
    ),
    "event.reread_noticed": (
        "{to} should read {path} again: it is {kept} (by {kept_by}), not {lost}.",
        "{to} は {path} を読み直す必要があります。現在の値は {kept}（{kept_by}）で、{lost} ではありません。",
    ),
    "event.contract_opened": (
        "{delegator} opened {id} for {assignee}: {description}",
        "{delegator} が {id} を開始しました（担当: {assignee}）: {description}",
    ),
    "event.contract_assigned": (
        "{contract_id} was assigned to {assignee}.",
        "{contract_id} を {assignee} に割り当てました。",
    ),
    "event.contract_transitioned": (
        "{contract_id}: {before} → {after}, by {by}",
        "{contract_id}: {before} → {after}（{by}）",
    ),
    "event.contract_transitioned.claim": ("{by} claimed {contract_id}.", "{by} が {contract_id} を引き受けました。"),
    "event.contract_transitioned.start": (
        "{by} began to work on {contract_id}.",
        "{by} が {contract_id} の作業を始めました。",
    ),
    "event.contract_transitioned.block": (
        "{contract_id} is blocked: {reason}",
        "{contract_id} がブロックされています: {reason}",
    ),
    "event.contract_transitioned.submit": ("{by} submitted {contract_id}.", "{by} が {contract_id} を提出しました。"),
    "event.contract_transitioned.complete": ("{contract_id} is complete.", "{contract_id} が完了しました。"),
    "event.contract_transitioned.rework": ("{by} sent {contract_id} back.", "{by} が {contract_id} を差し戻しました。"),
    "event.contract_transitioned.fail": ("{contract_id} failed: {reason}", "{contract_id} が失敗しました: {reason}"),
    "event.contract_transitioned.cancel": (
        "{by} cancelled {contract_id}: {reason}",
        "{by} が {contract_id} を取り消しました: {reason}",
    ),
    "event.contract_transitioned.release": (
        "{contract_id} went back to the queue: {reason}",
        "{contract_id} が待ち行列に戻されました: {reason}",
    ),
    "event.evidence_recorded": (
        (
            "One piece of evidence was recorded for {contract_id}.",
            "{count} pieces of evidence were recorded for {contract_id}.",
        ),
        ("{contract_id} の証拠が {count} 件記録されました。", "{contract_id} の証拠が {count} 件記録されました。"),
    ),
    "event.note_added": ("{by} noted on {contract_id}: {text}", "{by} が {contract_id} にメモしました: {text}"),
    "event.note_added.deviation": (
        "{by} reported a deviation from {contract_id}: {text}",
        "{by} が {contract_id} からの逸脱を報告しました: {text}",
    ),
    "event.limit_reached": (
        "{contract_id} reached a limit: {instruction}",
        "{contract_id} が上限に達しました: {instruction}",
    ),
    "event.limit_reached.max_steps": (
        "{contract_id} has used up its turns: {instruction}",
        "{contract_id} がターン数の上限に達しました: {instruction}",
    ),
    "event.limit_reached.max_retries": (
        "{contract_id} has used up its retries: {instruction}",
        "{contract_id} が再試行回数の上限に達しました: {instruction}",
    ),
    "event.contract_paused": (
        "{by} paused {contract_id}: {reason}",
        "{by} が {contract_id} を一時停止しました: {reason}",
    ),
    "event.contract_resumed": ("{by} resumed {contract_id}.", "{by} が {contract_id} を再開しました。"),
    "event.party_replaced": (
        "{after} takes the place of {before} in {contract_id}.",
        "{contract_id} で {before} に代わり {after} が当事者になりました。",
    ),
    "event.message_sent": ("{from_} → {to}: {summary}", "{from_} → {to}: {summary}"),
    "event.obligation_closed": (
        "{debtor} replied to {message_id} with {by_message}.",
        "{debtor} が {message_id} に {by_message} で返信しました。",
    ),
    "event.obligation_closed.moot": (
        "{debtor} no longer owes a reply to {message_id}.",
        "{debtor} は {message_id} に返信する必要がなくなりました。",
    ),
    "event.obligation_overdue": (
        "{debtor} has not replied to {message_id} in time.",
        "{debtor} が {message_id} に期限までに返信していません。",
    ),
    "event.turn_began": (
        (
            "{agent} began a turn: one message, {tokens} tokens",
            "{agent} began a turn: {count} messages, {tokens} tokens",
        ),
        ("{agent} がターンを開始: メッセージ {count} 件、{tokens} トークン",) * 2,
    ),
    "event.news_given": (
        (
            "{agent} was given news: one message, {tokens} tokens",
            "{agent} was given news: {count} messages, {tokens} tokens",
        ),
        ("{agent} が新着を受け取り: メッセージ {count} 件、{tokens} トークン",) * 2,
    ),
    "event.turn_ended": ("{agent} ended its turn.", "{agent} がターンを終了しました。"),
    "event.turn_ended.interrupted": (
        "{by} interrupted the turn of {agent}: {reason}",
        "{by} が {agent} のターンを中断しました: {reason}",
    ),
    "event.turn_ended.abandoned": ("{agent} abandoned its turn.", "{agent} がターンを放棄しました。"),
    "event.marked_read": ("{reader} marked messages as read.", "{reader} がメッセージを既読にしました。"),
    "event.context_feedback": (
        "{by} says that {message_id} should have been {wanted} to {agent}: {note}",
        "{by} の指摘: {message_id} は {agent} にとって {wanted} であるべきでした: {note}",
    ),
    "event.actor_suspended": ("{actor} is paused: {why}", "{actor} は一時停止中です: {why}"),
    "event.actor_suspended.repetition": (
        "{actor} is paused: it sent nearly the same message repeatedly.",
        "{actor} は一時停止中です: ほぼ同じメッセージを繰り返し送りました。",
    ),
    "event.actor_suspended.ping_pong": (
        "{actor} is paused: it exchanged messages with another agent without progress.",
        "{actor} は一時停止中です: 別のエージェントと進展のないやり取りを続けました。",
    ),
    "event.actor_resumed": ("{actor} may take turns again.", "{actor} は再びターンを取れます。"),
    "event.quota_set": (
        "The quota is {turns} turns and {tokens} tokens.",
        "クォータはターン {turns} 回、{tokens} トークンです。",
    ),
    "event.quota_set.turns": (
        "The quota is {tokens} tokens, and any number of turns.",
        "クォータは {tokens} トークンで、ターン数に上限はありません。",
    ),
    "event.quota_set.tokens": (
        "The quota is {turns} turns, and any number of tokens.",
        "クォータはターン {turns} 回で、トークンに上限はありません。",
    ),
    "event.quota_set.turns.tokens": ("There is no quota any more.", "クォータはなくなりました。"),
    "event.project_halted": ("The project halted.", "プロジェクトが停止しました。"),
    "event.project_halted.settled": (
        "The project halted: every contract is closed.",
        "プロジェクトが停止しました: すべての契約が終了しました。",
    ),
    "event.project_halted.spent": (
        "The project halted: the quota is used up.",
        "プロジェクトが停止しました: クォータを使い切りました。",
    ),
    "event.project_paused": ("{by} paused the project: {reason}", "{by} がプロジェクトを一時停止しました: {reason}"),
    "event.project_resumed": ("{by} resumed the project.", "{by} がプロジェクトを再開しました。"),
    "event.rule_fired": ("Rule {event}: {because}", "ルール {event}: {because}"),
}
