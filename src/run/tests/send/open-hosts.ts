import type { LedgerState } from '../../../model/ledger/ledger.ts';
import { given } from '../../cli/given-variable.ts';
import type { Run } from '../../session/run.ts';
import { readLedger } from '../../session/ledger/open-ledger-store.ts';
import { ownHosts, type OwnHost } from './own-hosts.ts';

/** Who gets the request of a URL, as last applied. */
export type HostQuestion = (url: string) => Promise<OwnHost>;

/** Reads the ledger once, and the API only where a host may be one of an edge. */
export function openHosts(run: Run): HostQuestion {
  const { io, api } = run;
  let ledger: Promise<LedgerState> | undefined;
  let listed: Promise<ReturnType<typeof ownHosts> | undefined> | undefined;
  const listing = async (state: LedgerState): Promise<ReturnType<typeof ownHosts> | undefined> => {
    const hasApi = api.isLocal || api.profile !== undefined || given(io, 'EDGEWRIGHT_API_URL') !== undefined;
    if (!hasApi) return undefined;
    const { readLiveEnvironment } = await import('../../plan/read-live-environment.ts');
    const { live } = await readLiveEnvironment(run, state);
    return ownHosts(state, live.listed);
  };
  return async (url) => {
    ledger ??= readLedger(run);
    const state = await ledger;
    const host = ownHosts(state, undefined)(url);
    if (host.is !== 'unknown') return host;
    listed ??= listing(state);
    return (await listed)?.(url) ?? host;
  };
}
