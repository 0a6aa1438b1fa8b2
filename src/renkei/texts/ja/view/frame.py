"""The frame that is the same on every screen: Japanese."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "nav.conversation": "会話",
    "nav.waiting": "対応待ち",
    "nav.board": "ボード",
    "nav.work": "作業",
    "nav.contexts": "見えた内容",
    "nav.agents": "エージェント",
    "nav.screens": "画面",
    "frame.skip": "本文へ移動",
    "frame.language": "日本語",
    "frame.signed_in": "{person} として参加中",
    "frame.sign_out": "サインアウト",
    "frame.past": "これは記録 {seq}（全 {last} 件）の時点の状態です。閲覧のみできます。",
    "frame.to_now": "現在に戻る",
    "frame.offline": "接続が切れました。再接続します。",
    "frame.paused": "プロジェクトは一時停止中です: {reason}",
    "frame.notices": "お知らせ",
    "frame.record": "記録 {seq}",
    "frame.search": "検索",
    "frame.more": "もっと見る",
    "frame.none": "何もありません。",
    "act.failed": "実行できませんでした: {text}",
    "act.to_form": "フォームへ",
    "sign_in.title": "サインイン",
    "sign_in.needed": "このページはプロジェクトの参加者（人間）専用です。",
    "sign_in.how": "`renkei serve` が表示するリンクを開くか、人間のトークンを入力してください: `renkei token create "
    "--for ID`。",
    "sign_in.sent": "送信した内容は実行されていません。このページに残っているので、"
    "サインインするとフォームに再び表示されます。"
    "リンクを使う場合は、別のタブで開いてからこのページを再読み込みしてください。",
    "sign_in.token": "トークン",
    "sign_in.used": "このリンクは使用済みです。一度だけ使えます。",
    "sign_in.refused": "このトークンではサインインできません。",
    "sign_in.agent": "これはエージェントのトークンです。エージェントは人間として操作できません。",
    "error.title": "表示できません",
    "error.back": "会話へ",
}
