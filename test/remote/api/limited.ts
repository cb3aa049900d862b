import { openReadApi } from '../../../src/remote/api/open-api.ts';
import { readLive } from '../../../src/remote/api/read-live.ts';
import type { LedgerEntry, LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import {
  limitedService,
  randomNumbers,
  type LimitedService,
  type RetryAfter,
  type ServiceLimit,
} from './limited-service.ts';
import { endpoint, route } from './service.ts';

const origin = 'https://api.example.com';

/** A plan's reading of so many routes by GET and pages of endpoints by list, from a service behind a limit. */
export async function readLimited(
  limit: ServiceLimit,
  about: {
    readonly routes: number;
    readonly pages: number;
    readonly latencyMs: number;
    readonly retryAfter: RetryAfter;
    readonly refusal?: 429 | 503;
    readonly headers?: Readonly<Record<string, string>>;
    readonly jitter?: number;
  },
): Promise<{ readonly milliseconds: number; readonly requests: LimitedService['requests'] }> {
  const { routes, pages, refusal = 429, headers = {}, jitter = 0 } = about;
  const answer = (path: string): unknown => answerTo(path, pages);
  const service = limitedService(limit, { ...about, refusal, headers, jitter, answer });
  const { dispatcher, clock } = service;
  const number = randomNumbers();
  const api = openReadApi({
    baseUrl: origin,
    token: undefined,
    clock,
    dispatcher,
    // The spread of waits is the same each time, too.
    random: (length) => Buffer.from(Array.from({ length }, () => Math.floor(number() * 256))),
  });
  const reading = readLive({ api, ledger: ledgerOf(routes), adoptions: [], kinds: ['endpoint'] });
  const milliseconds = await service.time(reading);
  return { milliseconds, requests: service.requests };
}

function answerTo(path: string, pages: number): unknown {
  const { pathname, searchParams } = new URL(path, origin);
  const [, , , edge = '', , id = ''] = pathname.split('/');
  if (pathname !== '/endpoints') return route(id, edge);
  const page = Number(searchParams.get('page') ?? '1');
  const next = page < pages ? `${origin}/endpoints?page=${page + 1}` : null;
  return { endpoints: [endpoint(`ep_${page}`)], next_page_uri: next };
}

function ledgerOf(routes: number): LedgerState {
  const resources: Record<Address, LedgerEntry> = {};
  for (let index = 0; index < routes; index++) {
    resources[`https-route/route-${index}`] = {
      ...{ uid: String(index), kind: 'https-route', id: `edghtsrt_${index}`, edge_id: 'edghts_1' },
      ...{ observed: {}, observed_at: '2026-06-01T00:00:00Z', is_protected: false },
    };
  }
  return {
    ...{ format: 1, environment: 'production', lineage: 'limits', serial: 1, fence: 1, api: origin },
    ...{ resources, orphans: {} },
  };
}
