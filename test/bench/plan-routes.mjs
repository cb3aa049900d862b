import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { roundTrip, serveFolder, writeRoutes } from './local-api.mjs';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

const routes = 1_000;
/** Live and not ours: a list of them takes ten pages, each of which waits for the one before. */
const endpoints = 1_000;
const pages = 10;
const latency = 50;
const concurrency = 16;
const rate = 200;

/**
 * `plan` of 1,000 routes that the ledger knows against an API that answers after 50 ms. Ideal: one round trip for every
 * 16 GETs, and nothing else. How long a round trip to that API takes is measured in the same run, by bare requests one
 * after the other: on a busy machine it is not 50 ms.
 */
export async function planRoutes(folder) {
  return withSlowApi(await routesIn(folder), (api) => ({
    ...againstIdeal(api, routes),
    goal: '<= 1.10',
    peakMiB: api.peakMiB(),
  }));
}

/** The same with ten pages of a list beside it. */
export async function planPages(folder) {
  return withSlowApi(await pagesIn(folder), (api) => ({
    ...againstIdeal(api, routes + pages),
    goal: '<= 1.10',
  }));
}

function againstIdeal({ plan, roundTrip }, requests) {
  const before = roundTrip();
  const times = Array.from({ length: 5 }, () => plan('--reads', String(concurrency)));
  const trip = Math.min(before, roundTrip());
  const ideal = Math.ceil(requests / concurrency) * trip;
  const what = `plan of ${words(routes)} routes${requests > routes ? ` and ${pages} pages` : ''}`;
  return {
    figure: `${what} / ideal at ${concurrency} at once, of ${trip.toFixed(1)} ms each (asked: ${latency})`,
    ratios: times.map((time) => time / ideal),
    goal: '',
  };
}

/** As many at once as the service bears, from 16 up to 32, against the ideal of 16. */
export async function planGrowing(folder) {
  return withSlowApi(await pagesIn(folder), ({ plan, roundTrip }) => {
    const ideal = Math.ceil((routes + pages) / concurrency) * roundTrip();
    return {
      figure: 'the same with pages, growing up to 32 at once / ideal at 16 at once',
      ratios: Array.from({ length: 5 }, () => plan() / ideal),
      goal: '< 1',
    };
  });
}

/**
 * The same against a process that does no more than ask for the same objects: what the machine's network takes is in
 * both.
 */
export async function planOverRequests(folder) {
  return withSlowApi(await pagesIn(folder), ({ plan, bare }) => ({
    figure: `the same with ${pages} pages at ${concurrency} at once / the bare requests`,
    ratios: ratiosOf(() => plan('--reads', String(concurrency)), bare, 5),
    goal: '<= 1.10',
  }));
}

/** Against an API that answers 429 to what is more than it allows: N requests cannot take less than N / R. */
export const planInWindows = planLimited(`${rate} requests in windows of a second`, `window:${rate}:1000`);
export const planFromBucket = planLimited(`${rate} requests a second, 20 at once`, `bucket:${rate}:20`);
export const planAmongFew = planLimited('8 requests at the same time', 'concurrent:8');

function planLimited(what, limit) {
  return async (folder) => {
    const { workspace, data } = await pagesIn(folder);
    const limited = await serveFolder(data, ['--latency', `${latency}ms`], limit);
    try {
      const env = { CI: '', EDGEWRIGHT_API_URL: limited.url };
      const trip = roundTrip(limited.url);
      const perSecond = limit.startsWith('concurrent') ? (8 * 1000) / trip : rate;
      const ideal = ((routes + pages) / perSecond) * 1000;
      return {
        figure: `plan of ${words(routes)} routes and ${pages} pages, ${what} allowed / ideal (N / R)`,
        ratios: Array.from({ length: 5 }, () => time([edgewright, 'plan', '-C', workspace], { env }) / ideal),
        goal: '<= 1.25',
      };
    } finally {
      await limited.stop();
    }
  };
}

function words(number) {
  return number.toLocaleString('en');
}

async function routesIn(folder) {
  const workspace = path.join(folder, 'plan');
  const data = path.join(folder, 'plan-api');
  if (!existsSync(workspace)) await applyRoutes(workspace, data);
  return { workspace, data };
}

/** The same account with a thousand endpoints of somebody else. */
async function pagesIn(folder) {
  const { workspace, data: plain } = await routesIn(folder);
  const data = path.join(folder, 'plan-api-pages');
  if (existsSync(data)) return { workspace, data };
  cpSync(plain, data, { recursive: true });
  const fast = await serveFolder(data, []);
  for (let index = 0; index < endpoints; index++) await createEndpoint(fast.url, index);
  await fast.stop();
  return { workspace, data };
}

async function withSlowApi({ workspace, data }, measure) {
  const slow = await serveFolder(data, ['--latency', `${latency}ms`]);
  try {
    const env = { CI: '', EDGEWRIGHT_API_URL: slow.url };
    const args = [edgewright, 'plan', '-C', workspace];
    const ledger = path.join(workspace, '.edgewright/production/ledger.json');
    const bareArgs = [path.join(root, 'test/bench/bare-requests.mjs'), slow.url, ledger, String(concurrency)];
    const plan = (...flags) => time([...args, ...flags], { env });
    plan();
    return measure({
      plan,
      bare: () => time(bareArgs),
      roundTrip: () => roundTrip(slow.url),
      peakMiB: () => peakMemory(args, { env }),
    });
  } finally {
    await slow.stop();
  }
}

async function applyRoutes(workspace, data) {
  writeRoutes(workspace, routes);
  const fast = await serveFolder(data, []);
  const env = { CI: '', EDGEWRIGHT_API_URL: fast.url };
  time([edgewright, 'ledger', 'init', '-C', workspace], { env });
  time([edgewright, 'apply', '--yes', '-C', workspace], { env });
  await fast.stop();
}

async function createEndpoint(url, index) {
  const { status } = await fetch(`${url}/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://foreign-${index}.example.com` }),
  });
  if (status !== 201) throw new Error(`answered ${status}`);
}
