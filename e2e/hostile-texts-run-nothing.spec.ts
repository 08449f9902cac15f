import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Frame, type Page, type Request, test } from '@playwright/test';
import { newName, publish } from './pages/demo.ts';
import { hostileSpec } from './pages/hostile-spec.ts';
import { faults, goTo, settled } from './pages/inspection.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './pages/stack.ts';

/**
 * Everything that would tell that a text was taken for a program, in any page or frame, from now on.
 *
 * @property asked what was asked for elsewhere, sent or not.
 * @property found what should not have been, once all that was asked for has come to its end.
 */
type Watched = Readonly<{ asked: () => string[]; found: () => Promise<string[]> }>;

const watchForPrograms = (page: Page): Watched => {
  const found: string[] = [];
  const elsewhere: Request[] = [];
  const ended = new Set<Request>();
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'elsewhere.example') elsewhere.push(request);
  });
  page.on('requestfinished', (request) => ended.add(request));
  page.on('requestfailed', (request) => ended.add(request));
  page.on('framenavigated', (frame) => {
    if (/^(data:|javascript:|https:..elsewhere)/.test(frame.url())) found.push(`went to ${frame.url()}`);
  });
  return {
    asked: () => elsewhere.map((request) => request.url()),
    found: async () => {
      await expect.poll(() => elsewhere.every((request) => ended.has(request))).toBe(true);
      // What the policy refuses has not been sent.
      const sent = elsewhere.filter((request) => request.failure()?.errorText !== 'csp');
      return [...found, ...sent.map((request) => `request: ${request.url()}`)];
    },
  };
};

/** Uses every link and button of a text as a curious reader would; links to elsewhere open elsewhere. */
const useEverything = async (frame: Frame): Promise<void> => {
  await frame.evaluate(() => {
    document.addEventListener('click', (event) => {
      const anchor = event.target instanceof Element && event.target.closest('a');
      if (anchor && /^(https?|mailto):/.test(anchor.href)) event.preventDefault();
    });
    // Also those of drawings, which have no click().
    for (const element of document.querySelectorAll('#documentation a, #documentation button')) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  });
};

const inspect = async (frame: Frame): Promise<string[]> =>
  await frame.evaluate(() => {
    const within = (selector: string) => [...document.querySelectorAll(`#documentation ${selector}`)];
    const links = within('a[href]') as HTMLAnchorElement[];
    const odd = links
      .filter((link) => !link.getAttribute('href')?.startsWith('#'))
      .filter(({ protocol }) => !['http:', 'https:', 'mailto:'].includes(protocol));
    const drawn = within('svg *').flatMap((part) => part.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? []);
    const handlers = within('*').flatMap((part) => part.getAttributeNames().filter((name) => name.startsWith('on')));
    const elements = within(':is(script, iframe, object, embed, base, meta, form)');
    return [
      ...odd.map(({ href }) => href),
      ...drawn,
      ...handlers,
      ...elements.map(({ tagName }) => tagName),
      ...('ran' in globalThis ? ['a script ran'] : []),
    ];
  });

const check = async (frame: Frame, watched: Watched): Promise<void> => {
  await expect(frame.locator('#documentation h1').first()).toContainText('Hostile');
  await expect(frame.locator('#documentation')).toContainText('click');
  expect(await inspect(frame)).toEqual([]);
  await useEverything(frame);
  expect(await inspect(frame)).toEqual([]);
  // A request of the page's own comes after whatever a script would have asked for, and is refused as that would be.
  const last = `https://elsewhere.example/${newName()}`;
  await frame.evaluate((address) => {
    new Image().src = address;
  }, last);
  await expect.poll(watched.asked).toContain(last);
  expect(await watched.found()).toEqual([]);
};

const frameOf = async (page: Page, address: string): Promise<Frame> => {
  await expect.poll(() => page.frames().some((frame) => frame.url().includes(address))).toBe(true);
  const frame = page.frames().find((one) => one.url().includes(address));
  if (!frame) throw new Error(`there is no frame of ${address}`);
  return frame;
};

test('a hostile description runs nothing: gallery, details, documentation, preview, download (D7)', async ({
  page,
  browser,
}) => {
  const name = `Hostile ${newName()}`;
  const watched = watchForPrograms(page);
  await signIn(page, 'Ada Lindqvist');
  const apiId = await publish(page, hostileSpec(name));

  await page.goto(`${portalUrl()}/wall/all?name=${encodeURIComponent(name)}&dock=api:${apiId}`);
  // A card says what the description says, without a single mark of it; its name is shown as it is.
  await expect(page.getByRole('article').first()).toContainText('click');
  await expect(page.getByRole('article').first()).not.toContainText('<svg');
  await expect(page.getByRole('article').first()).toContainText('<script>');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Hostile');

  await page.goto(`${portalUrl()}/swagger-page/${apiId}`);
  await check(await frameOf(page, '/api/redoc/'), watched);

  await page.goto(`${portalUrl()}/tools/editor?id=${apiId}`);
  await check(await frameOf(page, '/api/redoc-preview'), watched);

  const folder = await mkdtemp(path.join(tmpdir(), 'portico-hostile-'));
  const file = path.join(folder, 'documentation.html');
  const download = page.waitForEvent('download');
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    link.click();
  }, `/api/docbook/${apiId}`);
  await (await download).saveAs(file);
  const reader = await browser.newPage();
  const watchedReader = watchForPrograms(reader);
  await reader.goto(pathToFileURL(file).href);
  await check(reader.mainFrame(), watchedReader);
  await rm(folder, { recursive: true });
});

test('long texts without a gap stay in their places on a telephone', async ({ page }) => {
  const name = `Long ${newName()}`;
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, 'Ada Lindqvist');
  const apiId = await publish(page, hostileSpec(name));
  await page.goto(`${portalUrl()}/features`);
  await settled(page);
  for (const address of [
    `/wall/all?name=${encodeURIComponent(name)}`,
    `/wall?dock=api:${apiId}`,
    `/swagger-page/${apiId}`,
    `/tools/editor?id=${apiId}`,
    `/api-upload?id=${apiId}`,
    `/api-deploy/${apiId}`,
    `/api-history/${apiId}`,
  ]) {
    await goTo(page, address);
    // The offer of another target is loaded after the form, and has the longest text of it.
    if (address.startsWith('/api-deploy')) await page.getByRole('button', { name: /^Use / }).waitFor();
    expect(await faults(page), address).toEqual([]);
  }
});
