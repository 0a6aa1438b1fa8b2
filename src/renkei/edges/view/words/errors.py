"""Why something was refused, for a person: the errors of the library by their codes, and what is wrong with a form.

A sentence has the details of its error as placeholders, and `said`: the message and the hint of the library, which
are English in every language. An error without a row is shown in the words of the library. Hints of the library name
commands and parameters; a row leaves them out where the screen offers the same.
"""

_AS_IT_IS = "{said}"

TEXTS = {
    "error.UNKNOWN_ACTOR": (
        "“{actor}” is not a participant. Participants: {known}.",
        "「{actor}」は参加者ではありません。参加者: {known}",
    ),
    "error.UNKNOWN_RECIPIENT": (
        "“{recipient}” cannot receive messages. Recipients: {known}.",
        "「{recipient}」には送れません。宛先にできるのは: {known}",
    ),
    "error.UNKNOWN_MESSAGE": (
        "There is no message “{message_id}” in this project.",
        "このプロジェクトにメッセージ「{message_id}」はありません。",
    ),
    "error.UNKNOWN_CONTRACT": (
        "There is no contract “{contract}”. Contracts: {known}.",
        "契約「{contract}」はありません。契約: {known}",
    ),
    "error.UNKNOWN_DECISION": (
        "There is no open decision “{decision}”. Open decisions: {known}.",
        "未決の決定「{decision}」はありません。未決の決定: {known}",
    ),
    "error.UNKNOWN_FIELD": (
        "The board has no field {path}. Allowed: {known}.",
        "ボードに {path} という項目はありません。使える項目: {known}",
    ),
    "error.BAD_VALUE": (_AS_IT_IS, "この値は使えません。{said}"),
    "error.INVALID_DOCUMENT": (_AS_IT_IS, "内容に誤りがあります。{said}"),
    "error.NOBODY_REACHED": (
        "Nobody would read it: “{recipient}” has no members besides you.",
        "読む人がいません。「{recipient}」にはあなた以外のメンバーがいません。",
    ),
    "error.ALREADY_EXISTS": (
        "“{name}” is already taken. Choose another id.",
        "「{name}」はすでに使われています。別の ID にしてください。",
    ),
    "error.DUPLICATE_COMMAND": (
        "This form was sent already, with other values. Load the page again.",
        "このフォームは別の内容で送信済みです。ページを再読み込みしてください。",
    ),
    "error.ILLEGAL_TRANSITION": (
        "This is not possible while contract {contract} is “{status}”.",
        "契約「{contract}」は今「{status}」のため、この操作はできません。",
    ),
    "error.DUPLICATE_ID": (
        "The message id “{name}” is taken by another message. Choose another one.",
        "メッセージ ID「{name}」は別の内容で使われています。新しい ID にしてください。",
    ),
    "error.BUDGET_TOO_SMALL": (
        "A budget of {budget} tokens is too small; at least {least} are needed.",
        "予算 {budget} トークンでは足りません。少なくとも {least} が必要です。",
    ),
    "error.NOT_READY": (_AS_IT_IS, "先に必要なことがあります。{said}"),
    "error.FIELD_MOVED": (
        "{author} changed {path} after you began (record {seq}).",
        "編集中に {author} が {path} を変更しました（記録 {seq}）。",
    ),
    "error.SUSPENDED": (
        "{what} is paused: {reason}. Resume it first.",
        "{what} は一時停止中です（理由: {reason}）。先に再開してください。",
    ),
    "error.NOT_ALLOWED": (_AS_IT_IS, "この操作は許可されていません。{said}"),
    "error.CASCADE_TOO_DEEP": (
        "Rules called each other more than {bound} times, so nothing was written: {rules}.",
        "ルールが互いを {bound} 回より多く呼び出したため、何も書き込みませんでした: {rules}",
    ),
    "error.LOG_NOT_WRITABLE": (_AS_IT_IS, "ログに書き込めません。何も書き込まれていません。{said}"),
    "error.LOG_UNCERTAIN": (_AS_IT_IS, "書き込みを確認できませんでした。もう一度送信してください。{said}"),
    "error.PAST_FORM": (
        "This page shows the past, where nothing can be done. Go back to now and repeat.",
        "このページは過去の状態で、操作できません。現在に戻ってやり直してください。",
    ),
    "wrong.option": (
        "No option was chosen. Choose one, or write an answer of your own.",
        "選択肢が選ばれていません。一つ選ぶか、自分の言葉で回答してください。",
    ),
    "wrong.no_reason": (
        "The reason is missing. Say what is wrong, or write a finding.",
        "理由がありません。問題点を書くか、指摘を追加してください。",
    ),
    "wrong.limit": (
        "“{got}” is not a number from 1. An empty field means no limit.",
        "「{got}」は 1 以上の数ではありません。空欄は無制限です。",
    ),
    "wrong.no_answer": (
        "The agent needs an answer: how it can continue without waiting.",
        "エージェントへの回答（待たずに続ける方法）を書いてください。",
    ),
    "wrong.not_meant": ("Nobody is taken out unless the box is checked.", "チェックを入れないと外せません。"),
    "wrong.empty": ("A field that is needed is empty.", "必要な項目が空です。"),
    "wrong.no_text": ("A message needs a text.", "本文を入力してください。"),
    "wrong.no_recipient": ("A message needs a recipient.", "宛先を選んでください。"),
}
