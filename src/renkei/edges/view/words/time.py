"""Time travel: the slider over the log, and what each record is in one line."""

TEXTS = {
    "time.title": ("Time travel", "時間移動"),
    "time.slider": ("Record to show", "表示する記録"),
    "time.go": ("Go", "移動"),
    "time.back": ("One record back", "1 つ前の記録"),
    "time.forward": ("One record forward", "1 つ後の記録"),
    "time.mark_back": ("Back to: {what}", "前の出来事: {what}"),
    "time.mark_forward": ("Forward to: {what}", "次の出来事: {what}"),
    "time.play": ("Play", "再生"),
    "time.pause": ("Pause", "一時停止"),
    "time.speed": ("Records a second", "1 秒あたりの記録数"),
    "time.now": ("Now", "現在"),
    "time.position": ("{seq} of {last}", "{last} 件中 {seq}"),
    "time.start": ("before the first record", "最初の記録より前"),
    "time.more": ("{what} (+{count})", "{what}（ほか {count} 件）"),
    "time.by": ("{actor}: {what}", "{actor}: {what}"),
    "mark.asked": ("decision {ref} was asked for", "決定 {ref} が求められた"),
    "mark.decided": ("decision {ref} was made", "決定 {ref} が下された"),
    "mark.blocked": ("blocker {ref} was noticed", "ブロッカー {ref} が発生"),
    "mark.resolved": ("blocker {ref} was resolved", "ブロッカー {ref} が解決"),
    "mark.closed": ("contract {ref} was closed", "契約 {ref} が終了"),
}
