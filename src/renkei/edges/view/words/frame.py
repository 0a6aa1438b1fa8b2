"""What stands on every screen."""

TEXTS = {
    "nav.conversation": ("Conversation", "会話"),
    "nav.waiting": ("Waiting for me", "対応待ち"),
    "nav.board": ("Board", "ボード"),
    "nav.work": ("Work", "作業"),
    "nav.contexts": ("What did it see", "見えた内容"),
    "nav.agents": ("Agents", "エージェント"),
    "nav.screens": ("Screens", "画面"),
    "frame.skip": ("Skip to the content", "本文へ移動"),
    "frame.language": ("日本語", "English"),
    "frame.signed_in": ("You are {person}", "{person} として参加中"),
    "frame.sign_out": ("Sign out", "サインアウト"),
    "frame.past": (
        "This is the state after record {seq} of {last}. You can look, not act.",
        "これは記録 {seq}（全 {last} 件）の時点の状態です。閲覧のみできます。",
    ),
    "frame.to_now": ("Back to now", "現在に戻る"),
    "frame.offline": ("The connection was lost. It will be tried again.", "接続が切れました。再接続します。"),
    "frame.paused": ("The project is paused: {reason}", "プロジェクトは一時停止中です: {reason}"),
    "frame.notices": ("Notices", "お知らせ"),
    "frame.record": ("record {seq}", "記録 {seq}"),
    "frame.search": ("Search", "検索"),
    "frame.more": ("More", "もっと見る"),
    "frame.none": ("Nothing here.", "何もありません。"),
    "act.failed": ("Not done: {text}", "実行できませんでした: {text}"),
    "act.to_form": ("To the form", "フォームへ"),
    "act.reason": ("Reason", "理由"),
    "sign_in.title": ("Sign in", "サインイン"),
    "sign_in.needed": (
        "This page is for the people of the project.",
        "このページはプロジェクトの参加者（人間）専用です。",
    ),
    "sign_in.how": (
        "Open the link that `renkei serve` prints, or enter a token of a person: `renkei token create --for ID`.",
        "`renkei serve` が表示するリンクを開くか、人間のトークンを入力してください: `renkei token create --for ID`。",
    ),
    "sign_in.sent": (
        "Your input was not applied. It is kept here: sign in, and it is back in its form. "
        "With a link, open it in another tab and then load this page again.",
        "送信した内容は実行されていません。このページに残っているので、サインインするとフォームに再び表示されます。"
        "リンクを使う場合は、別のタブで開いてからこのページを再読み込みしてください。",
    ),
    "sign_in.token": ("Token", "トークン"),
    "sign_in.used": ("This link was used already. It signs in once.", "このリンクは使用済みです。一度だけ使えます。"),
    "sign_in.refused": ("This token lets nobody in.", "このトークンではサインインできません。"),
    "sign_in.agent": (
        "This is the token of an agent. An agent cannot act as a person.",
        "これはエージェントのトークンです。エージェントは人間として操作できません。",
    ),
    "error.title": ("Not shown", "表示できません"),
    "error.back": ("To the conversation", "会話へ"),
}
