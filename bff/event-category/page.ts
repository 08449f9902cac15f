import { html } from 'hono/html';
import type { EventCategoryView } from '#domain/event-category/schema.ts';
import type { EventSamples } from '#specs/events/sample-events.ts';

/** Nothing in the page runs, and it loads nothing (requirement D7). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const styles = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
pre{padding:1rem;overflow:auto;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem}
:root{color-scheme:light dark}h2{margin-top:2.5rem}`;

/** Returns a category as one HTML document that needs nothing else. Its texts are escaped. */
export const categoryPage = async (category: EventCategoryView, samples: EventSamples): Promise<string> => {
  const { name, description, version, businessAreaName, events } = category;
  const found = new Map(samples.map((one) => [one.eventTypeId, one]));
  const page = html`<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>${name}</title><style>${styles}</style></head>
<body><h1 dir="auto">${name}</h1><p dir="auto">${businessAreaName} · ${version}</p><p dir="auto">${description}</p>
<ul>${events.map((event) => html`<li><a href="#event-${event.id}" dir="auto">${event.name}</a></li>`)}</ul>
${events.map((event) => {
  const { schema = event.schema, sample = null } = found.get(event.eventTypeId) ?? {};
  return html`<section id="event-${event.id}"><h2 dir="auto">${event.name}</h2><p><code>${event.eventTypeId}</code></p>
<p dir="auto">${event.description}</p><pre dir="ltr">${schema}</pre>${sample === null ? '' : html`<pre dir="ltr">${sample}</pre>`}</section>`;
})}</body></html>`;
  return String(await page);
};
