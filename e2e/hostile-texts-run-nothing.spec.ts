import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Frame, type Page, type Request, test } from '@playwright/test';
import { call } from './pages/call.ts';
import { newName } from './pages/demo.ts';
import { hostileSpec } from './pages/hostile-spec.ts';
import { faults, goTo, settled } from './pages/inspection.ts';
import { signIn } from './pages/sign-in.ts';
import { portalUrl } from './stack.ts';

/** Everything that would tell that a text was taken for a program, in any page or frame, from now on. */
const watchForPrograms = (page: Page): { found: string[] } => {
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const note = (request: Request) => {
    // What the policy refuses has not been sent.
    const isSent = request.failure()?.errorText !== 'csp';
    if (isSent && new URL(request.url()).hostname === 'elsewhere.example') found.push(`request: ${request.url()}`);
  };
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  page.on('framenavigated', (frame) => {
    if (/^(data:|javascript:|https:..elsewhere)/.test(frame.url())) found.push(`went to ${frame.url()}`);
  });
  return { found };
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

const check = async (frame: Frame, watched: { found: string[] }): Promise<void> => {
  await expect(frame.locator('#documentation h1').first()).toContainText('Hostile');
  await expect(frame.locator('#documentation')).toContainText('click');
  expect(await inspect(frame)).toEqual([]);
  await useEverything(frame);
  // A request of the page's own comes after whatever a script would have asked for.
  expect(await inspect(frame)).toEqual([]);
  expect(watched.found).toEqual([]);
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
  const { apiId } = await call<{ apiId: number }>(page, 'PUT', '/api/swaggers', {
    json: { specText: hostileSpec(name), appId: null },
  });

  await page.goto(`${portalUrl()}/wall/all?name=${encodeURIComponent(name)}&dock=api:${apiId}`);
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
  const { apiId } = await call<{ apiId: number }>(page, 'PUT', '/api/swaggers', {
    json: { specText: hostileSpec(name), appId: null },
  });
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
    expect(await faults(page), address).toEqual([]);
  }
});
