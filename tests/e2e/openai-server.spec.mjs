// The server is a tool of other tests; here it is checked against the wire format itself.

import { expect, test } from "@playwright/test";

import { behaviours, startServer } from "./openai-server.mjs";

const schema = {
  type: "object",
  properties: {
    goals: { type: "string" },
    plan: { type: "object", properties: { text: { type: "string" }, action: { enum: ["C", "D"] } }, required: ["text", "action"] },
    action: { type: "string", enum: ["C", "D"] },
  },
  required: ["goals", "plan", "action"],
};

let server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.close());

async function ask(model, body = {}, base = server.base) {
  const response = await fetch(`${base}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-secret" },
    body: JSON.stringify({
      model,
      messages: [{ role: "user", content: "Choose." }],
      response_format: { type: "json_schema", json_schema: { name: "move", schema } },
      ...body,
    }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const content = (answer) => JSON.parse(answer.text).choices[0].message.content;

test("a good answer fits the schema, wherever the schema stands", async () => {
  const expected = { goals: "As I said.", plan: { text: "As I said.", action: "C" }, action: "C" };
  expect(JSON.parse(content(await ask("ok")))).toEqual(expected);
  const inText = { response_format: undefined, messages: [{ role: "user", content: `Answer {so}: ${JSON.stringify(schema)} please` }] };
  expect(JSON.parse(content(await ask("ok", inText)))).toEqual(expected);
  expect(JSON.parse(content(await ask("anything", {}, `${server.origin}/as/ok/v1`)))).toEqual(expected);
});

test("an illegal answer comes once, then a legal one", async () => {
  expect(JSON.parse(content(await ask("illegal-once"))).action).toBe("neither of these");
  expect(JSON.parse(content(await ask("illegal-once"))).action).toBe("C");
});

test("a script is said call by call, over the fields of a good answer", async () => {
  const scripted = await startServer({ script: [{ action: "D" }, "no JSON at all"] });
  expect(JSON.parse(content(await ask("scripted", {}, scripted.base)))).toMatchObject({ goals: "As I said.", action: "D" });
  expect(content(await ask("scripted", {}, scripted.base))).toBe("no JSON at all");
  expect((await ask("scripted", {}, scripted.base)).status).toBe(500);
  await scripted.close();
});

test("a held answer comes when it is let go", async () => {
  const held = await startServer();
  const release = held.hold();
  const answer = ask("ok", {}, held.base);
  await expect.poll(() => held.calls.length).toBe(1);
  const first = await Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve("nothing yet"), 200))]);
  expect(first).toBe("nothing yet");
  release();
  expect((await answer).status).toBe(200);
  await held.close();
});

test("the key is repeated, the schema refused, the JSON broken, where the name says so", async () => {
  expect(JSON.parse(content(await ask("repeats-key")))).toEqual({
    goals: "As I said. My key is sk-secret.",
    plan: { text: "As I said. My key is sk-secret.", action: "C My key is sk-secret." },
    action: "C",
  });
  expect((await ask("without-schema")).status).toBe(400);
  expect((await ask("without-schema", { response_format: undefined, messages: [{ role: "user", content: JSON.stringify(schema) }] })).status).toBe(200);
  const broken = await ask("not-json");
  expect(broken.status).toBe(200);
  expect(() => JSON.parse(broken.text)).toThrow();
});

test("every failing behaviour has the status it stands for", async () => {
  const statuses = { unauthorized: 401, "unknown-model": 404, "rate-limited": 429, "no-credit": 429, "server-error": 500, "bad-gateway": 502, overloaded: 503, "error-in-200": 200, empty: 200, "no model of this name": 404 };
  for (const [model, status] of Object.entries(statuses)) expect([model, (await ask(model)).status]).toEqual([model, status]);
  await expect(ask("cut-off")).rejects.toThrow();
  expect((await ask("ok", { messages: [] })).status).toBe(400);
  expect((await ask("ok", { stream: true })).status).toBe(400);
});

test("only the behaviour without CORS lacks the header, and its preflight fails", async () => {
  expect((await ask("ok")).headers.get("access-control-allow-origin")).toBe("*");
  expect((await ask("no-cors")).headers.get("access-control-allow-origin")).toBeNull();
  const preflight = (base) => fetch(`${base}/chat/completions`, { method: "OPTIONS" });
  expect((await preflight(`${server.origin}/as/no-cors/v1`)).ok).toBe(false);
  expect((await preflight(server.base)).status).toBe(204);
});

test("calls are kept in order and the models are listed", async () => {
  server.calls.length = 0;
  await ask("ok");
  expect(server.calls.map(({ behaviour, key }) => [behaviour, key])).toEqual([["ok", "sk-secret"]]);
  const listed = await (await fetch(`${server.base}/models`)).json();
  expect(listed.data.map(({ id }) => id)).toEqual(Object.keys(behaviours));
});

test("a wrong key is refused where one is set", async () => {
  const locked = await startServer({ key: "right" });
  expect((await ask("ok", {}, locked.base)).status).toBe(401);
  await locked.close();
});
