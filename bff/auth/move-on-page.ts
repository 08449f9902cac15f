import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * Responds with a page that goes on at once to another page. A redirect would still belong to the identity provider's
 * navigation, and browsers send no SameSite=Strict cookie with it. This page starts a navigation of its own. It needs no
 * script, because the content security policy allows none.
 *
 * @param path of this origin.
 */
export const moveOnPage = (c: Context, path: string, status: ContentfulStatusCode = 200): Response =>
  c.html(
    String(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portico</title><meta http-equiv="refresh" content="0;url=${path}"></head><body><a href="${path}">Continue</a></body></html>`,
    ),
    status,
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  );
