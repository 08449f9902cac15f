import { createJar, destinationOf } from '../auth/browser.ts';

const unescaped = (text: string) => text.replaceAll('&amp;', '&');

/** Where somebody's sign-in ended: the status of the callback, and the page that it leads to. */
export type Arrival = Readonly<{ status: number; page: string | undefined }>;

/** A form of the identity provider's pages: where it goes and what it holds already. */
const formOf = (html: string): { action: string; fields: URLSearchParams } | undefined => {
  const [, action] = /<form[^>]*\saction="([^"]+)"/.exec(html) ?? [];
  if (!action) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(input) ?? [];
    fields.set(name, unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  return { action: unescaped(action), fields };
};

/** As much of a browser as a portal and a real identity provider need: cookies of each, redirects and forms. */
export const createVisitor = (publicUrl: string) => {
  const jars = new Map<string, ReturnType<typeof createJar>>();

  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? createJar();
    jars.set(origin, jar);
    const headers = new Headers(init.headers);
    headers.set('cookie', jar.header());
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    jar.keep(response);
    return response;
  };

  /** Follows redirects, and sends the provider's forms, until an address of the portal is reached. */
  const walk = async (start: string, filled: Readonly<Record<string, string>>): Promise<string> => {
    let address = start;
    for (let step = 0; step < 12; step += 1) {
      if (address.startsWith(publicUrl)) return address;
      let response = await visit(address);
      if (response.status === 200) {
        const html = await response.text();
        const form = formOf(html);
        if (!form) throw new Error(`a page without a form at ${address}: ${html.slice(0, 2_000)}`);
        for (const [name, value] of Object.entries(filled)) form.fields.set(name, value);
        response = await visit(new URL(form.action, address).href, { method: 'POST', body: form.fields });
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${address} was answered with ${response.status}: ${await response.text()}`);
      address = new URL(location, address).href;
    }
    throw new Error(`the identity provider led nowhere: ${address}`);
  };

  const post = (path: string, init: RequestInit = {}) =>
    visit(`${publicUrl}${path}`, {
      method: 'POST',
      ...init,
      headers: { 'sec-fetch-site': 'same-origin', 'x-portico': '1', ...(init.headers as Record<string, string>) },
    });

  return {
    post,
    get: (path: string) => visit(`${publicUrl}${path}`),
    json: async <Body>(path: string): Promise<Body> => (await (await visit(`${publicUrl}${path}`)).json()) as Body,
    /**
     * The whole way, with the name and password that are typed at the provider.
     *
     * @param path   where it begins.
     * @param change changes the address that the portal leads to.
     */
    signIn: async (
      username: string,
      password: string,
      path = '/auth/login',
      change = (address: string) => address,
    ): Promise<Arrival> => {
      const started = await visit(`${publicUrl}${path}`);
      const callback = await walk(change(started.headers.get('location') ?? ''), { username, password });
      const response = await visit(callback);
      return { status: response.status, page: await destinationOf(response) };
    },
    /** Out of the portal and out of the provider; where that ends. */
    signOut: async (): Promise<string> => {
      const { logoutUrl } = (await (await post('/auth/logout')).json()) as { logoutUrl: string };
      return await walk(logoutUrl, {});
    },
    isSignedIn: async (): Promise<boolean> => {
      const response = await visit(`${publicUrl}/auth/session`);
      return ((await response.json()) as { authenticated: boolean }).authenticated;
    },
  };
};

export type Visitor = ReturnType<typeof createVisitor>;
