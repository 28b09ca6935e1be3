/** Examples of streams and webhooks: tests run each of them against the server. */
import { type ApiExampleCode, EXAMPLE_ORIGIN } from './examples.ts';

const STREAM = `${EXAMPLE_ORIGIN}/api/v1/stream/sse?instrument=ES&kinds=event`;

/** Events as they happen, over server-sent events. */
export const STREAM_EXAMPLE: ApiExampleCode = {
  title: 'Events as they happen',
  code: {
    curl: `curl -sN -H "Authorization: Bearer $UNDERTOW_KEY" \\
  "${STREAM}"`,
    python: `import json, os, urllib.request

request = urllib.request.Request(
    "${STREAM}",
    headers={"Authorization": "Bearer " + os.environ["UNDERTOW_KEY"]},
)
with urllib.request.urlopen(request) as lines:
    for line in lines:
        if not line.startswith(b"data: "):
            continue
        message = json.loads(line[6:])
        if message.get("kind") == "event":
            event = message["data"]
            print(message["seq"], event["eventType"], event["price"], flush=True)`,
    typescript: `const response = await fetch("${STREAM}", {
  headers: { authorization: \`Bearer \${process.env["UNDERTOW_KEY"]}\` },
});
let waiting = "";
for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
  const lines = (waiting + part).split("\\n");
  waiting = lines.pop() ?? "";
  for (const line of lines) {
    const message = line.startsWith("data: ") ? JSON.parse(line.slice(6)) : {};
    if (message.kind === "event")
      console.log(message.seq, message.data.eventType, message.data.price);
  }
}`,
  },
};

/** A receiver that believes nothing before it has checked the signature. */
export const WEBHOOK_EXAMPLE: ApiExampleCode = {
  title: 'A receiver of webhooks',
  code: {
    python: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = base64.b64decode(os.environ["UNDERTOW_WEBHOOK_SECRET"].removeprefix("whsec_"))

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        sent_id, sent_at = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        signed = f"{sent_id}.{sent_at}.".encode() + body
        mac = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        signatures = self.headers["webhook-signature"].split()
        is_ours = any(hmac.compare_digest("v1," + mac, one) for one in signatures)
        if not is_ours or abs(time.time() - int(sent_at)) > 300:
            self.send_error(401)
            return
        self.send_response(204)
        self.end_headers()
        print(sent_id, json.loads(body)["type"], flush=True)

HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()`,
    typescript: `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const hook = new Webhook(process.env["UNDERTOW_WEBHOOK_SECRET"]!);

createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  try {
    // Throws when the signature or the time is wrong
    const message: any = hook.verify(body, request.headers as Record<string, string>);
    response.writeHead(204).end();
    console.log(request.headers["webhook-id"], message.type);
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(process.env["PORT"]), "127.0.0.1");`,
  },
};
