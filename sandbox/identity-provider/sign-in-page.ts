import { html, raw } from 'hono/html';
import type { Account } from './accounts.ts';

const style = `
:root { color-scheme: light dark; --page: #f5f6f8; --card: #fff; --border: #d9dce3; --strong: #8a90a0; --text: #1b1f2a; --muted: #565d6d; --accent: #3d4fc4; --tint: #eef0fb; }
@media (prefers-color-scheme: dark) { :root { --page: #12151c; --card: #1a1e27; --border: #2e3440; --strong: #6b7385; --text: #e8eaf0; --muted: #a3aabb; --accent: #9fb0ff; --tint: #232939; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 40px 16px; }
.brand { color: var(--muted); font-size: 13px; margin: 0 0 4px; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 4px; }
p { margin: 0; }
.lead { color: var(--muted); margin-bottom: 24px; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
button { display: flex; gap: 12px; align-items: center; width: 100%; padding: 12px; text-align: start; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--border); border-radius: 8px; cursor: pointer; transition: border-color 120ms ease-out; }
button:hover { border-color: var(--strong); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.initials { flex: none; width: 36px; height: 36px; border-radius: 50%; background: var(--tint); color: var(--accent); display: grid; place-items: center; font-weight: 600; font-size: 13px; }
.who { min-width: 0; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.role { color: var(--accent); font-weight: 500; margin-inline-start: 6px; }
.hint, .email { display: block; color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
@media (max-width: 440px) { .role { display: block; margin-inline-start: 0; } }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;

/**
 * Returns a page of the sandbox provider.
 *
 * @param content HTML, made by `html` or `raw`.
 */
export const page = (title: string, content: ReturnType<typeof html>): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body><main>
<p class="brand">Portico sandbox</p>
${content}
</main></body>
</html>
`);

const accountButton = ({ sub, email, givenName, familyName, role, hint }: Account) => html`<li>
<button type="submit" name="sub" value="${sub}">
<span class="initials" aria-hidden="true">${givenName.slice(0, 1) + familyName.slice(0, 1)}</span>
<span class="who">
<span class="name">${givenName} ${familyName}</span><span class="role">${role}</span>
<span class="hint">${hint}</span>
<span class="email">${email}</span>
</span>
</button></li>`;

/**
 * Returns the sign-in page. It has a button for each person, which signs in as them without a password.
 *
 * @param again whom the portal wants to prove once more who they are. Comes first.
 */
export const signInPage = (accounts: readonly Account[], action: string, again?: Account): string =>
  page(
    'Sign in to Portico',
    html`<h1>${again ? 'Is it still you?' : 'Who would you like to be?'}</h1>
<p class="lead">${again ? 'The portal asks again before it goes on. A real provider would ask for your password now.' : 'These people are invented. Choose one to sign in; there is no password.'}</p>
<form method="post" action="${action}"><ul>
${[...(again ? [again] : []), ...accounts.filter(({ sub }) => sub !== again?.sub)].map(accountButton)}
</ul></form>`,
  );

export const messagePage = (title: string, message: string): string =>
  page(title, html`<h1>${title}</h1>\n<p class="lead">${message}</p>`);
