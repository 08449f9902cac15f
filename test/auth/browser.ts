import { type Portal, publicUrl } from './portal.ts';

/** Cookies of one origin. */
export const createJar = () => {
  const cookies = new Map<string, string>();
  return {
    cookies,
    header: (withheld = '') =>
      [...cookies]
        .filter(([name]) => name !== withheld)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    keep: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';');
        const [name = '', ...value] = pair.split('=');
        const gone = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
        if (gone) cookies.delete(name.trim());
        else cookies.set(name.trim(), value.join('='));
      }
    },
  };
};

export type Browser = ReturnType<typeof createBrowser>;

/** As much of a browser as signing in needs: cookies of the portal and of the provider, redirects by hand. */
export const createBrowser = ({ app, issuer }: Pick<Portal, 'app' | 'issuer'>) => {
  const jar = createJar();
  const providerJar = createJar();

  /**
   * A request to the portal, with the browser's cookies. A whole address is where the provider sent the
   * browser: another site, so the strict session cookie stays at home.
   */
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const cookies = jar.header(path.startsWith(publicUrl) ? '__Host-portico' : '');
    if (cookies) headers.set('cookie', cookies);
    const response = await app.request(new URL(path, publicUrl).href, { ...init, headers });
    jar.keep(response);
    return response;
  };

  /** A changing request as the web app sends it. */
  const post = (path: string, init: RequestInit = {}) =>
    request(path, {
      method: 'POST',
      ...init,
      headers: { 'sec-fetch-site': 'same-origin', 'x-portico': '1', ...(init.headers as Record<string, string>) },
    });

  const fetchProvider = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', providerJar.header());
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    providerJar.keep(response);
    return response;
  };

  /** Follows the provider from one of its addresses to the one of the portal that it ends at. */
  const walkProvider = async (start: string, sub: string): Promise<string> => {
    let address = start;
    for (let step = 0; step < 10; step += 1) {
      let response = await fetchProvider(address);
      if (response.status === 200) {
        const action = /action="([^"]+)"/.exec(await response.text())?.[1];
        response = await fetchProvider(new URL(action ?? '', issuer).href, {
          method: 'POST',
          body: new URLSearchParams({ sub }),
        });
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
      address = new URL(location, issuer).href;
      if (address.startsWith(publicUrl)) return address;
    }
    throw new Error('the provider never came back');
  };

  /** The address that the portal sends the browser to at the start of a sign-in. */
  const startSignIn = async (path = '/auth/login'): Promise<string> => {
    const response = await request(path);
    const location = response.headers.get('location');
    if (response.status !== 302 || !location) throw new Error(`sign-in answered ${response.status}`);
    return location;
  };

  return {
    jar,
    request,
    post,
    fetchProvider,
    walkProvider,
    startSignIn,
    /** The whole way; answers what the callback answered. */
    signIn: async (sub: string, path = '/auth/login'): Promise<Response> =>
      request(await walkProvider(await startSignIn(path), sub)),
    whoami: async () => (await request('/api/whoami')).status,
  };
};

/** Where a page that moves on goes to. */
export const destinationOf = async (response: Response): Promise<string | undefined> =>
  /content="0;url=([^"]+)"/.exec(await response.text())?.[1]?.replaceAll('&amp;', '&');
