// A loopback server that speaks the chat-completions wire format and misbehaves on request, so that
// the model seat is tested over real HTTP. The model's name chooses the behaviour (`behaviours`
// below); `/as/<behaviour>/v1` does the same for clients that fix the model's name.
//
//   node openai-server.mjs [--port N] [--key KEY]      prints its base address
//   const server = await startServer({ key, script })  server.base, server.calls, server.hold(), server.close()
//
// `script` is what the behaviour `scripted` says, call by call: an object whose fields replace those of a good answer,
// or the whole content as text. `hold()` keeps every answer back until what it returned is called.
//
// Good answers are built from the JSON schema of the request: `response_format`, else a schema found
// in the messages. So they are legal in any game without knowing its rules.

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Each gets the call and says what goes over the wire: {status, json | text, headers, cors, cut}.
export const behaviours = {
  ok: (call) => completion(call, reply(call)),
  scripted: (call) => completion(call, scripted(call)),
  fenced: (call) => completion(call, "Here is my answer.\n```json\n" + reply(call) + "\n```\n"),
  "no-usage": (call) => completion(call, reply(call), { usage: undefined }),
  illegal: (call) => completion(call, illegalReply(call)),
  "illegal-once": (call) => (call.count === 1 ? behaviours.illegal(call) : behaviours.ok(call)),
  "wrong-json": (call) => completion(call, "I would rather talk about it first."),
  "wrong-json-once": (call) => (call.count === 1 ? behaviours["wrong-json"](call) : behaviours.ok(call)),
  // A server that puts the key wherever it has a place for text.
  "repeats-key": (call) => completion(call, repeating(call)),
  "cut-json": (call) => completion(call, reply(call).slice(0, -5), { finish: "length" }),
  empty: (call) => completion(call, ""),
  null: (call) => completion(call, null),
  "not-json": () => ({ status: 200, text: "{'choices': [", type: "application/json" }),
  "no-choices": (call) => ({ status: 200, json: { ...completion(call, "").json, choices: [] } }),
  refusal: (call) => completion(call, null, { refusal: "I cannot help with that." }),
  unauthorized: (call) =>
    // Some servers repeat the key: nothing of it may reach a log or a screen.
    failure(401, "invalid_request_error", "invalid_api_key", `Incorrect API key provided: ${call.key}.`),
  // A server that does not know `response_format`, and answers once it is left out.
  "without-schema": (call) =>
    call.body.response_format
      ? { status: 400, json: { error: { message: "response_format is not supported.", type: "invalid_request_error", param: "response_format", code: null } } }
      : behaviours.ok(call),
  "no-cors": (call) => ({ ...completion(call, reply(call)), cors: false }),
  "error-without-cors": () => ({ ...failure(404, "invalid_request_error", "model_not_found", "No such model."), cors: false, preflight: true }),
  "unknown-model": () => failure(404, "invalid_request_error", "model_not_found", "The model does not exist."),
  "rate-limited": () => ({
    ...failure(429, "requests", "rate_limit_exceeded", "Rate limit reached. Try again in 0.2s."),
    headers: { "retry-after": "1" },
  }),
  "rate-limited-once": (call) => (call.count === 1 ? behaviours["rate-limited"]() : behaviours.ok(call)),
  "no-credit": () => failure(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."),
  "server-error": () => failure(500, "server_error", null, "The server had an error."),
  "server-error-once": (call) => (call.count === 1 ? behaviours["server-error"]() : behaviours.ok(call)),
  overloaded: () => failure(503, "server_error", "server_is_overloaded", "Overloaded."),
  "bad-gateway": () => ({ status: 502, text: "<html><body><h1>502 Bad Gateway</h1></body></html>" }),
  "error-in-200": () => ({ ...failure(500, "server_error", null, "Upstream failed."), status: 200 }),
  slow: async (call) => {
    await wait(3000);
    return behaviours.ok(call);
  },
  silent: () => new Promise(() => {}),
  "cut-off": (call) => ({ ...completion(call, reply(call)), cut: true }),
};

// Starts on a free port (or `port`). With `key`, any other key is answered as unauthorized.
export async function startServer({ port = 0, key, script = [] } = {}) {
  const state = { calls: [], counts: new Map(), key, script, held: Promise.resolve() };
  const { calls } = state;
  const server = createServer((request, response) => {
    handle(request, response, state).catch((error) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    base: `${origin}/v1`,
    // What was asked, in order: {behaviour, key, body, origin}.
    calls,
    hold() {
      let release;
      state.held = new Promise((resolve) => (release = resolve));
      return release;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

async function handle(request, response, state) {
  const { calls, counts, key, script } = state;
  const url = new URL(request.url, "http://localhost");
  const [, chosen, path] = url.pathname.match(/^(?:\/as\/([^/]+))?(\/.*)$/) ?? [];
  if (request.method === "OPTIONS") {
    // The preflight does not carry the model's name, only the path: `/as/no-cors` refuses it.
    const allow = chosen !== "no-cors";
    response.writeHead(allow ? 204 : 405, allow ? cors(request) : {}).end();
    return;
  }
  const body = await read(request);
  const call = { key: (request.headers.authorization ?? "").replace(/^Bearer /, ""), body: null, behaviour: chosen };
  let answer;
  if (request.method === "GET" && path === "/v1/models") {
    answer = { status: 200, json: { object: "list", data: Object.keys(behaviours).map((id) => ({ id, object: "model" })) } };
  } else if (request.method !== "POST" || path !== "/v1/chat/completions") {
    answer = failure(404, "invalid_request_error", "unknown_url", `Unknown request URL: ${request.method} ${path}`);
  } else {
    const fault = parse(call, body);
    if (!fault) {
      const behaviour = chosen ?? call.body.model;
      call.behaviour = behaviour;
      call.count = (counts.get(behaviour) ?? 0) + 1;
      counts.set(behaviour, call.count);
      call.script = script;
      calls.push({ behaviour, key: call.key, body: call.body, origin: request.headers.origin ?? null });
      await state.held;
      if (key !== undefined && call.key !== key) answer = behaviours.unauthorized(call);
      else answer = await (behaviours[behaviour] ?? behaviours["unknown-model"])(call);
    } else {
      answer = failure(400, "invalid_request_error", null, fault);
    }
  }
  send(request, response, answer);
}

function send(request, response, { status, json, text, type, headers = {}, cors: allowed = true, cut = false }) {
  const payload = Buffer.from(json === undefined ? text : JSON.stringify(json));
  const kind = type ?? (json === undefined ? "text/html" : "application/json");
  response.writeHead(status, { "content-type": kind, "content-length": payload.length, ...(allowed ? cors(request) : {}), ...headers });
  if (cut) {
    response.write(payload.subarray(0, payload.length / 2));
    setTimeout(() => response.destroy(), 50);
  } else {
    response.end(payload);
  }
}

function cors(request) {
  const headers = {
    "access-control-allow-origin": request.headers.origin ?? "*",
    "access-control-allow-methods": "GET, POST, OPTIONS",
    // A fixed list, as local servers have: any other header makes the preflight fail.
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "0",
    vary: "origin",
  };
  if (request.headers["access-control-request-private-network"]) headers["access-control-allow-private-network"] = "true";
  return headers;
}

async function read(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

// Puts the parsed body into the call; says what is wrong with it as a provider would.
function parse(call, text) {
  try {
    call.body = JSON.parse(text);
  } catch {
    return "We could not parse the JSON body of your request.";
  }
  const { model, messages, stream } = call.body;
  if (typeof model !== "string" || model === "") return "you must provide a model parameter";
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' must be a non-empty array";
  for (const { role, content } of messages) {
    if (!["system", "developer", "user", "assistant"].includes(role)) return `Invalid value: '${role}'.`;
    if (typeof content !== "string") return "Invalid type for 'messages.content'.";
  }
  if (stream) return "This server does not stream.";
  return null;
}

function completion(call, content, { finish = "stop", refusal = null, usage = { prompt_tokens: 211, completion_tokens: 57, total_tokens: 268 } } = {}) {
  const message = { role: "assistant", content, refusal };
  return {
    status: 200,
    json: {
      id: `chatcmpl-${call.count}`,
      object: "chat.completion",
      created: 1_700_000_000,
      model: call.body.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    },
  };
}

function failure(status, type, code, message) {
  return { status, json: { error: { message, type, param: null, code } } };
}

function reply(call) {
  return JSON.stringify(instance(schemaOf(call.body)));
}

// What the script says at this call.
function scripted(call) {
  const said = call.script[call.count - 1];
  if (said === undefined) throw new Error(`the script has no answer ${call.count}`);
  return typeof said === "string" ? said : JSON.stringify({ ...instance(schemaOf(call.body)), ...said });
}

// A good answer with the key in each of its texts.
function repeating(call) {
  const told = (value) => {
    if (typeof value === "string") return `${value} My key is ${call.key}.`;
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, told(part)])) : value;
  };
  const { action, ...texts } = instance(schemaOf(call.body));
  return JSON.stringify({ ...told(texts), ...(action === undefined ? {} : { action }) });
}

// A reply of the right form whose move no game knows.
function illegalReply(call) {
  const answer = instance(schemaOf(call.body));
  const field = "action" in answer ? "action" : Object.keys(answer)[0];
  return JSON.stringify({ ...answer, [field]: "neither of these" });
}

function schemaOf(body) {
  const asked = body.response_format?.json_schema?.schema;
  if (asked) return asked;
  for (const { content } of [...body.messages].reverse()) {
    const found = objectsIn(content).find((object) => object.properties);
    if (found) return found;
  }
  throw new Error("the request has no JSON schema, neither in response_format nor in its messages");
}

// Every JSON object that stands in a text, outermost only.
function objectsIn(text) {
  const found = [];
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    for (let end = text.lastIndexOf("}"); end > start; end = text.lastIndexOf("}", end - 1)) {
      try {
        found.push(JSON.parse(text.slice(start, end + 1)));
        start = end;
        break;
      } catch {
        // Not the matching brace; try the one before.
      }
    }
  }
  return found;
}

// The plainest value a schema allows.
function instance(schema) {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.anyOf ?? schema.oneOf ?? [])[0];
  if (option) return instance(option);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object": {
      const names = schema.required ?? Object.keys(schema.properties ?? {});
      return Object.fromEntries(names.map((name) => [name, instance(schema.properties[name] ?? { type: "string" })]));
    }
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => instance(schema.items ?? { type: "string" }));
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "As I said.";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name) => {
    const at = process.argv.indexOf(name);
    return at === -1 ? undefined : process.argv[at + 1];
  };
  const server = await startServer({ port: Number(option("--port") ?? 0), key: option("--key") });
  console.log(server.base);
}
