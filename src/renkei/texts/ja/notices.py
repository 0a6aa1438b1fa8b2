"""Messages that the system sends: Japanese."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "notice.accept": "{assignee} が {id} の完了を報告しました。{id} への REVIEW_RESULT で、承認または修正依頼を"
    "返してください。",
    "notice.claimed": "{criterion} – {verdict}: {evidence}",
    "notice.no_claim": "{criterion} – 報告なし",
    "notice.met": "達成の報告あり",
    "notice.unmet": "未達",
    "notice.deviates": "注意: {text}",
    "notice.decide": "{asker} からの質問: {question}",
    "notice.decide_by": " (期限: {deadline})",
    "notice.not_handed_in": "成果物に含まれていません: {text}",
    "notice.assumption": "{by} の報告によると、{id} の前提が成り立たなくなりました: {text}。契約の指示: {instruction}",
    "notice.escalated": "{by} の報告によると、{id} の次の条項に該当します: {clause}。メッセージ {message}: {summary}",
    "note.assumption": "成り立たなくなった前提: {text}",
    "notice.stranded": "{id} が依存する {gone} が中止されたため、{id} は開始できません。{id} を中止するか、"
    "この依存のない契約を新たに作成してください。",
    "notice.released": "{by} が {id} の割り当てを解除しました。あなたの担当ではなくなりました。理由: {reason}",
    "notice.interrupted": "{agent} のターンが中断されました ({reason})。そのターンの内容は書き込まれておらず、"
    "メッセージも未読のままです。",
    "notice.interrupted_work": "{agent} には進行中の作業 ({work}) があり、次のターンで続行できます。別のエージェントに"
    "任せる場合は、割り当て直してください。",
    "interrupted.lease": "リースの期限切れ",
    "interrupted.restart": "エージェントが新しいターンを開始",
    "interrupted.by": "{by} が終了",
    "interrupted.reason": "{by} が終了: {reason}",
    "notice.part": "{assignee} が {id} の部分的な成果を報告しました。{id} への REVIEW_RESULT で判断してください: "
    "`approved` はこのまま承認、`changes_requested` は差し戻し、`rejected` はほかの担当者のために再開します。"
    "{id} を中止することもできます。",
    "notice.refused": "{assignee} が {id} を辞退しました。再開してほかの担当者に任せるか、中止してください。"
    "理由: {reason}",
    "notice.given_back": "{assignee} は {id} の担当を外れ、{id} は未割り当てに戻りました。ほかの担当者に任せるか、"
    "引き受けを待ってください。理由: {reason}",
    "notice.paused": "{by} が {id} を一時停止しました。人間またはリードが再開するまで作業できません。理由: {reason}",
    "notice.resumed": "{by} が {id} を再開しました。作業を続けられます。",
    "notice.new_delegator": "{before} がチームを離れました。{id} の依頼者は {delegator} に変わりました。",
    "notice.assignee_left": "{before} がチームを離れ、{id} の担当者がいなくなりました。提出済みの成果を承認するか、"
    "{id} を再開または中止してください。",
    "notice.left_duty": "{actor} がチームを離れました。{id} への返信 ({expects}) はあなたの担当になりました: {summary}",
    "notice.left_unanswered": "{actor} がチームを離れたため、{id} への返信はありません。"
    "{other} などほかの人に尋ねてください。依頼の内容: {summary}",
    "notice.retries": "{id} は、依頼者 {delegator} が再開するか、ほかの担当者に割り当てるまで続行できません。",
    "notice.limit": "{id} ({assignee}) が {limit} に達しました。契約の指示: {instruction}",
    "notice.repetition_warn": "ほぼ同じメッセージを 3 回送信しています。別の方法を試すか、助けを求めてください。"
    "続く場合は停止されます。",
    "notice.repetition_report": "{actors} がほぼ同じメッセージを 4 回送信しました。"
    "返答するか、作業を変更してください。",
    "notice.ping_pong_warn": "{actors} は進展のないやり取りを続けています。作業を進めるか、決定を求めてください。"
    "続く場合は停止されます。",
    "notice.ping_pong_report": "{actors} が進展のないやり取りを続けています。作業または決定を与えてください。",
    "notice.repetition": "{actors} はほぼ同じメッセージを 5 回送信したため、一時停止しました。返信するか"
    "タスクを変更してから、`renkei resume {first}` で再開してください。",
    "notice.ping_pong": "{actors} は進展のない応答を繰り返したため、一時停止しました。いずれかに"
    "タスクまたは決定を与えてから、`renkei resume {first}` で再開してください。",
    "notice.spent": "プロジェクトの割り当てを使い切ったため、エージェントは起動されません。続行するには、"
    "`renkei project quota --turns N --tokens N` で割り当てを増やしてください。",
    "notice.wait_over": "待機が終わりました: {what}。作業を再開できます。",
    "notice.all_closed": "すべての契約が終了しました。結果を報告するか、新しい作業を登録してください。",
    "kind.contract": "契約 {id} が終了しました",
    "kind.agent": "{id} が作業を完了しました",
    "kind.departed": "{id} がチームを離れました",
    "kind.message": "メッセージ {id} は返答待ちではなくなりました",
    "kind.task": "作業「{id}」が完了しました",
    "kind.decision": "決定 {id} が下されました",
    "kind.artifact": "成果物 {id} が登録されました",
    "kind.blocker": "ブロッカー {id} が解消されました",
    "notice.cycle": "デッドロック: {nodes}。いずれも続行できません。",
    "notice.break": "いずれかが待機をやめて続行するか、人またはリードが決定する必要があります。",
}
