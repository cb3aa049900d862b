import type { LedgerState } from '../../../model/ledger/ledger.ts';
import { given } from '../../cli/given-variable.ts';
import type { Run } from '../../session/run.ts';
import { readLedger } from '../../session/ledger/open-ledger-store.ts';
import { ownHosts, type OwnHost, type OwnHosts } from './own-hosts.ts';

/** The hosts of an environment, as last applied. */
export interface HostQuestions {
  /** Who gets the request of a URL. */
  readonly of: (url: string) => Promise<OwnHost>;
  /** The hosts of an HTTPS edge by its id; undefined if no API is set. */
  readonly ofEdge: (id: string) => Promise<readonly string[] | undefined>;
}

/** Reads the ledger once, and the API only where a host may be one of an edge. */
export function openHosts(run: Run): HostQuestions {
  const { io, api } = run;
  let ledger: Promise<LedgerState> | undefined;
  let listed: Promise<OwnHosts | undefined> | undefined;
  const state = (): Promise<LedgerState> => (ledger ??= readLedger(run));
  const listing = async (): Promise<OwnHosts | undefined> => {
    const hasApi = api.isLocal || api.profile !== undefined || given(io, 'EDGEWRIGHT_API_URL') !== undefined;
    if (!hasApi) return undefined;
    const { readLiveEnvironment } = await import('../../plan/read-live-environment.ts');
    const { live } = await readLiveEnvironment(run, await state());
    return ownHosts(await state(), live.listed);
  };
  return {
    of: async (url) => {
      const host = ownHosts(await state(), undefined).of(url);
      if (host.is !== 'unknown') return host;
      listed ??= listing();
      return (await listed)?.of(url) ?? host;
    },
    ofEdge: async (id) => (await (listed ??= listing()))?.ofEdge(id),
  };
}
