// Joins OpenCode to renkei. At each moment of a session it asks the tool server that OpenCode runs what to tell the
// model, over the server's socket, and adds the answer to the prompt or to a tool's output. An idle session waits in
// that question, and continues with the answer.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

const STARTING = 20_000 // milliseconds for the server to start

const SHELL = "bash" // the tool before whose calls the files are looked at

export const Renkei = async ({ client, directory }) => {
  let note // the file that says where the server's socket is
  const begun = new Set() // sessions that know their team
  const compacted = new Set() // sessions that have lost their memory since
  const aborted = new Set() // sessions that the user has interrupted
  const children = new Set() // sessions of sub-agents: they do not speak for the agent

  const say = (question) =>
    new Promise((resolve, reject) => {
      let answer = ""
      const socket = connect(readFileSync(note, "utf8"))
      socket.setEncoding("utf8")
      socket.on("connect", () => socket.write(JSON.stringify(question) + "\n"))
      socket.on("data", (text) => (answer += text))
      socket.on("end", () => resolve(JSON.parse(answer || "{}").text))
      socket.on("error", reject)
    })

  const ask = async (event, session, patience = 0, call = {}) => {
    const end = Date.now() + patience
    while (note) {
      try {
        return await say({ program: "opencode", event, session, process: String(process.pid), ...call })
      } catch {
        if (Date.now() >= end) return undefined
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  const called = (tool, call, args, diff) => {
    const known = { tool, call, directory, input: JSON.stringify(args ?? {}) }
    return diff ? { ...known, output: JSON.stringify({ diff }) } : known
  }

  const told = async (event, session, call) => {
    if (children.has(session)) return undefined
    if (!begun.has(session)) {
      await client.mcp.status().catch(() => {}) // OpenCode starts its servers when somebody first asks for them
      const text = await ask("session.start", session, STARTING)
      if (text) begun.add(session)
      return text
    }
    const hasForgotten = compacted.delete(session)
    const text = await ask(event, session, 0, call)
    return hasForgotten ? ask("session.compacted", session) : text
  }

  const goOn = async (session) => {
    const text = await ask("session.idle", session)
    if (text) await client.session.promptAsync({ path: { id: session }, body: { parts: [part(text)] } })
  }

  const part = (text) => ({ type: "text", text, synthetic: true })

  return {
    config: async ({ mcp }) => {
      const given = mcp?.renkei?.environment
      if (!given) return
      const agent = process.env.RENKEI_AGENT || given.RENKEI_AS
      const name = createHash("sha256").update(agent).digest("hex").slice(0, 16)
      note = join(given.RENKEI_PROJECT, "sessions", `${name}.socket`)
    },
    "chat.message": async ({ sessionID }, { parts }) => {
      aborted.delete(sessionID)
      const text = await told("chat.message", sessionID)
      const { id, messageID } = parts.at(-1) ?? {}
      if (text && id) parts.push({ ...part(text), id: `${id}r`, messageID, sessionID })
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (tool === SHELL) await ask("tool.execute.before", sessionID, 0, called(tool, callID, args))
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, result) => {
      const call = called(tool, callID, args, result.metadata?.diff)
      const text = await told("tool.execute.after", sessionID, call)
      if (!text) return
      if (Array.isArray(result.content)) result.content.push({ type: "text", text })
      else result.output += `\n${text}`
    },
    event: async ({ event: { type, properties } }) => {
      const session = properties?.sessionID ?? properties?.info?.id
      if (type === "session.created" && properties.info.parentID) children.add(session)
      if (type === "session.compacted") compacted.add(session)
      if (type === "session.error" && properties.error?.name === "MessageAbortedError") aborted.add(session)
      if (type === "session.idle" && begun.has(session) && !aborted.has(session)) goOn(session).catch(() => {})
    },
  }
}
