// An agent in another language: it needs the server's link, a token, and `fetch`.
// Run it with Node 22.18 or later: RENKEI_URL=http://127.0.0.1:7375/ RENKEI_TOKEN=renkei_… node agent.ts

const url = process.env.RENKEI_URL ?? "http://127.0.0.1:7375/";
const token = process.env.RENKEI_TOKEN;

type Receipt = { seq: number | null; changed: boolean; id: string | null };
type Context = { system: string; text: string };
type Turn = { turn: string; context: Context };
type Contract = { terms: { id: string; inputs: { description: string }; acceptance_criteria: { criterion: string }[] } };
type Problem = { code: string; detail: string; hint: string };

/** Send a request. The same key makes a repeated request count once, so a lost answer costs nothing. */
async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  if (method !== "GET") headers["Idempotency-Key"] = crypto.randomUUID();
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const send = () => fetch(new URL(`api${path}`, url), request);
  const answer = await send().catch(send);
  if (answer.ok) return (await answer.json()) as Answer;
  const problem = (await answer.json()) as Problem;
  throw new Error(`${problem.code}: ${problem.detail} ${problem.hint}`);
}

const get = <Answer>(path: string) => call<Answer>("GET", path);
const post = <Answer = Receipt>(path: string, body: unknown = {}) => call<Answer>("POST", path, body);

/** Do the work. A real agent gives the context to its model; this one counts the words of the task. */
function work(context: Context, contract: Contract): string {
  const words = contract.terms.inputs.description.split(/\s+/).length;
  return `The task has ${words} words; I had read ${context.text.length} characters before.`;
}

/** Take the most urgent work that is ready, do it, and hand it in. */
async function doNext(context: Context): Promise<void> {
  const [ready] = await get<Contract[]>("/contracts?which=ready");
  if (ready === undefined) return;
  const id = ready.terms.id;
  await post("/acts/claim", { contract: id });
  await post("/acts/start", { contract: id });
  const evidence = Object.fromEntries(ready.terms.acceptance_criteria.map((one) => [one.criterion, "I read it twice."]));
  await post("/acts/submit", { contract: id, summary: work(context, ready), evidence });
  console.log(`submitted ${id}`);
}

const { you } = await get<{ you: string }>("/project");
console.log(`I am ${you}`);
let reason: string | null = null;
while (reason === null) ({ reason } = await get<{ reason: string | null }>("/work?timeout=45"));
console.log(`woken: ${reason}`);
const { turn, context } = await post<Turn>("/turns", { budget: 2000, take_over: true });
await doNext(context);
await post(`/turns/${turn}/end`);
console.log("done");
