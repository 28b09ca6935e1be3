/** Examples of the guide, in three languages: tests run each of them against the server. */

export const EXAMPLE_LANGUAGES = ['curl', 'python', 'typescript'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

/** Placeholder of the address of the product in an example. */
export const EXAMPLE_ORIGIN = 'https://undertow.example';

export interface ApiExampleCode {
  readonly title: string;
  /** Where a language is left out, the page shows the first one that there is. */
  readonly code: Readonly<Partial<Record<ExampleLanguage, string>>>;
}

const PYTHON = `import json, os, urllib.request

def send(method, path, body=None, **headers):
    request = urllib.request.Request(
        "${EXAMPLE_ORIGIN}/api/v1" + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["UNDERTOW_KEY"],
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)
`;

const TYPESCRIPT = `async function send(method: string, path: string, body?: object, headers = {}) {
  const response = await fetch("${EXAMPLE_ORIGIN}/api/v1" + path, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      authorization: \`Bearer \${process.env["UNDERTOW_KEY"]}\`,
      "content-type": "application/json",
      ...headers,
    },
  });
  const answer: any = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}
`;

const CURL = `curl -s -H "Authorization: Bearer $UNDERTOW_KEY"`;

/** The latest events, with what was known of them. */
export const EVENTS_EXAMPLE: ApiExampleCode = {
  title: 'The latest events',
  code: {
    curl: `${CURL} \\
  "${EXAMPLE_ORIGIN}/api/v1/events?instrument=ES&limit=2"`,
    python: `${PYTHON}
page = send("GET", "/events?instrument=ES&limit=2")
for event in page["data"]:
    print(event["detectedAt"], event["eventType"], event["price"], event["size"])
print(page["meta"]["source"], page["meta"]["delaySeconds"])`,
    typescript: `${TYPESCRIPT}
const page = await send("GET", "/events?instrument=ES&limit=2");
for (const event of page.data)
  console.log(event.detectedAt, event.eventType, event.price, event.size);
console.log(page.meta.source, page.meta.delaySeconds);`,
  },
};

/** Every trade of the journal, a page at a time. */
export const PAGES_EXAMPLE: ApiExampleCode = {
  title: 'Every trade, a page at a time',
  code: {
    curl: `${CURL} \\
  "${EXAMPLE_ORIGIN}/api/v1/journal/trades?limit=2"`,
    python: `${PYTHON}
after = ""
while True:
    page = send("GET", "/journal/trades?limit=2" + after)
    for trade in page["data"]:
        print(trade["entryTime"], trade["instrumentSymbol"], trade["net"])
    if page["next"] is None:
        break
    after = "&after=" + page["next"]`,
    typescript: `${TYPESCRIPT}
let after = "";
do {
  const page = await send("GET", "/journal/trades?limit=2" + after);
  for (const trade of page.data)
    console.log(trade.entryTime, trade.instrumentSymbol, trade.net);
  after = page.next === null ? "" : "&after=" + page.next;
} while (after !== "");`,
  },
};

/** A write that may be sent again after a cut. */
export const WRITE_EXAMPLE: ApiExampleCode = {
  title: 'A write that can be sent again',
  code: {
    curl: `${CURL} \\
  -H "Content-Type: application/json" -H "Idempotency-Key: trade-0417" \\
  -d '{"platform":"Notebook","instrumentSymbol":"ESZ6","tradeType":"BUY","entryPrice":"4567.25","quantity":"1","entryTime":"2026-11-20T14:30:00.000Z"}' \\
  "${EXAMPLE_ORIGIN}/api/v1/journal/trades"`,
    python: `${PYTHON}
trade = {
    "platform": "Notebook", "instrumentSymbol": "ESZ6", "tradeType": "BUY",
    "entryPrice": "4567.25", "quantity": "1", "entryTime": "2026-11-20T14:30:00.000Z",
}
added = send("POST", "/journal/trades", trade, Idempotency_Key="trade-0417")
print(added["data"]["status"], added["data"]["entryPrice"])`,
    typescript: `${TYPESCRIPT}
const trade = {
  platform: "Notebook", instrumentSymbol: "ESZ6", tradeType: "BUY",
  entryPrice: "4567.25", quantity: "1", entryTime: "2026-11-20T14:30:00.000Z",
};
const added = await send("POST", "/journal/trades", trade, { "idempotency-key": "trade-0417" });
console.log(added.data.status, added.data.entryPrice);`,
  },
};
