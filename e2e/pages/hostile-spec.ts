/** Ways in which a text becomes a program in a page that is not careful, each of which would say so. */
const run = "globalThis.ran=1;alert('ran');fetch('https://elsewhere.example/ran')";
const link = `javascript:${run}`;

const attempts = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="https://elsewhere.example/seen.png">`,
  `<svg onload="${run}"></svg>`,
  `<svg><a xlink:href="${link}"><text>click</text></a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<iframe src="${link}"></iframe>`,
  `<object data="${link}"></object>`,
  `<form action="${link}"><button>click</button></form>`,
  `<details open ontoggle="${run}"><summary>click</summary></details>`,
  `<a href="${link}">click</a>`,
  `<a href="java\tscript:${run}">click</a>`,
  `<a href="data:text/html,<script>${run}</script>">click</a>`,
  `[click](${link})`,
  '[click](<java&#115;cript:alert(1)>)',
  `![seen](https://elsewhere.example/seen.png)`,
  `<style>@import 'https://elsewhere.example/seen.css'; * { background: url(https://elsewhere.example/seen) }</style>`,
  `<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">`,
  `<base href="https://elsewhere.example/">`,
  `</script><script>${run}</script>`,
  `\`\`\`html"><script>${run}</script>\n<script>${run}</script>\n\`\`\``,
];

/** A description whose every text is hostile (requirement D7). */
export const hostileSpec = (title: string): string => {
  const markdown = attempts.join('\n\n');
  const text = `"><script>${run}</script>`;
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: `${title} ${text}`,
      version: `1 ${text}`,
      description: markdown,
      termsOfService: link,
      contact: { name: text, url: link, email: `a@b.example${text}` },
      license: { name: text, url: link },
      'x-logo': { url: 'https://elsewhere.example/logo.png', href: link, altText: text },
    },
    externalDocs: { description: markdown, url: link },
    // The first one's path is offered as a base path.
    servers: [{ url: `/${run}` }, { url: link, description: markdown }, { url: 'https://api.example/' }],
    tags: [{ name: text, description: markdown, externalDocs: { url: link } }],
    security: [{ login: [] }],
    paths: {
      [`/{id}/${text}`]: {
        get: {
          tags: [text],
          operationId: text,
          summary: text,
          description: markdown,
          externalDocs: { url: link },
          'x-codeSamples': [{ lang: text, label: text, source: text }],
          parameters: [{ name: text, in: 'query', description: markdown, schema: { type: 'string', pattern: text } }],
          responses: {
            200: {
              description: markdown,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { a: text } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          title: text,
          description: markdown,
          properties: { [text]: { type: 'string', description: markdown, default: text, enum: [text] } },
        },
      },
      securitySchemes: {
        login: {
          type: 'oauth2',
          description: markdown,
          flows: { implicit: { authorizationUrl: link, scopes: { [text]: markdown } } },
        },
      },
    },
  });
};
