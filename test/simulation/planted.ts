import { parseJournal } from '../../src/ledger/journal/journal-text.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { edited } from '../../src/ledger/draft.ts';
import type { Backend, Write } from '../../src/ledger/backend.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import type { WriteApi } from '../../src/model/api.ts';
import { ApiError } from '../../src/model/errors.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { LedgerLock } from '../../src/model/ledger/ledger-store.ts';
import type { Live } from '../../src/model/live.ts';
import { addressHash, ownerOf } from '../../src/derive/forms/owner-id.ts';
import { identityKeys } from '../../src/derive/forms/identity.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import type { Seams } from './program/seams.ts';
import { theirMetadata } from './world/forger.ts';
import { root } from './program/surroundings.ts';

/** A create that was never sent. */
const noCreate = { op: '0'.repeat(32), identity: {}, since: '2026-01-01T00:00:00.000Z' };

/**
 * Bugs that the protocol exists to prevent, each built in through the seams: a simulation that misses one proves
 * nothing.
 */
export const planted: Readonly<Record<string, Seams>> = {
  'no fsync before the POST': { files: (files) => withFile(files, { sync: () => Promise.resolve() }) },
  'a POST is sent again after a 5xx': {
    api: (api) => ({
      ...api,
      create: (...asked) =>
        api.create(...asked).catch((error: unknown) => {
          if (error instanceof ApiError && (error.status ?? 0) >= 500) return api.create(...asked);
          throw error;
        }),
    }),
  },
  'a POST that waits for a rate limit is sent without a look at the lock': {
    api: (api) => ({ ...api, create: (kind, parent, body) => api.create(kind, parent, body) }),
  },
  'the intent is written after the POST': { lock: intentsLate },
  'an object is adopted by its name': {
    live: (live, desired, { lineage, environment }) => ({
      ...live,
      listed: live.listed.map((each) => {
        const own = desired.find(({ kind, spec }) => kind === each.kind && isSame(each, kind, spec));
        if (own === undefined) return each;
        const marker = {
          owner: ownerOf(lineage, environment),
          address: addressHash(own.address),
          op: noCreate.op,
        };
        return { ...each, marker };
      }),
    }),
    // Each resource counts as asked for with that marker: else its object would be ambiguous.
    ledger: ({ absent, ...ledger }, desired) => ({
      ...ledger,
      absent: {
        ...absent,
        ...Object.fromEntries(desired.map(({ address, kind }) => [address, { kind, ...noCreate }])),
      },
    }),
  },
  'a create is absent after one list': {
    ledger: (ledger) =>
      edited(ledger, ({ unknown }) => {
        for (const [address, { kind }] of Object.entries(unknown.items))
          if (kind !== 'https-route') unknown.remove(address as Address);
      }),
  },
  'a route without an answer is absent': {
    ledger: (ledger) =>
      edited(ledger, ({ unknown }) => {
        for (const address of Object.keys(unknown.items)) unknown.remove(address as Address);
      }),
  },
  'an update without an answer is taken for an outside change': {
    ledger: ({ unsettled = {}, ...ledger }) => ({
      ...ledger,
      unsettled: Object.fromEntries(
        Object.entries(unsettled).map(([op, { sent: _, ...write }]) => [op, { ...write, sent: {} }]),
      ),
    }),
  },
  'an update without an answer is forgotten': { ledger: ({ unsettled: _, ...ledger }) => ledger },
  'the ledger is read before the lock is taken': { readsFirst: true },
  'a folder is not synced after a rename': {
    files: (files) => ({ ...files, syncFolder: () => Promise.resolve() }),
  },
  'a torn tail is read as damage': {
    files: (files) => ({
      ...files,
      read: async (path) => {
        const text = await files.read(path);
        return /journal\/\d+\.jsonl$/.test(path) && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
      },
    }),
  },
  'a PATCH is sent without a GET before': { api: withoutFreshLook },
  'the ledger is replaced without a compare and swap': { backend: withoutCompare },
  'an answer is not written to the journal': {
    lock: (lock) => ({
      ...lock,
      append: (records) => lock.append(records.filter(({ type }) => type !== 'answer')),
    }),
  },
  'the taker does not read the intents': {
    files: (files) => ({
      ...files,
      read: async (path) => {
        const text = await files.read(path);
        return path.includes('/journal/') ? withoutIntents(text) : text;
      },
    }),
  },
  'a doubt is dropped when the journal is folded': { backend: (backend) => writing(backend, withoutDoubts) },
  'a lock of a living process is taken over': {
    host: (host) => ({
      ...host,
      startOf: (pid) => (pid === host.pid ? host.startOf(pid) : Promise.resolve(undefined)),
    }),
  },
  'a DELETE is done without an answer': {
    api: (api) => ({
      ...api,
      delete: (...asked) =>
        api.delete(...asked).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== undefined) throw error;
        }),
    }),
  },
  'a reader makes a folder': {
    files: (files) => ({
      ...files,
      read: async (path) => {
        await files.makeFolder(`${root}/.edgewright/cache`);
        return files.read(path);
      },
    }),
  },
  'all creates have the same nonce': {
    env: (env) => ({
      ...env,
      random: (bytes) => (bytes === 16 ? new Uint8Array(16).fill(7) : env.random(bytes)),
    }),
  },
  'the lock is not checked before a request': { backend: withoutCheck },
  'an object of the ledger is ours whatever its marker says': { api: withoutTheirMarker },
};

function isSame(live: Live, kind: Live['kind'], spec: Live['spec']): boolean {
  const keys = identityKeys(kind, spec);
  return identityKeys(kind, live.spec).some((key) => keys.includes(key));
}

function withFile(
  files: LedgerFiles,
  more: Partial<Awaited<ReturnType<LedgerFiles['create']>>>,
): LedgerFiles {
  return {
    ...files,
    create: async (path) => ({ ...(await files.create(path)), ...more }),
    openEnd: async (path) => ({ ...(await files.openEnd(path)), ...more }),
  };
}

/** Intents wait in memory for the next record of another type. */
function intentsLate(lock: LedgerLock): LedgerLock {
  let held: JournalRecord[] = [];
  return {
    ...lock,
    append: (records) => {
      if (records.every(({ type }) => type === 'intent')) {
        held.push(...records);
        return Promise.resolve();
      }
      const all = [...held, ...records];
      held = [];
      return lock.append(all);
    },
  };
}

/** The look before a write shows what the first one showed. */
function withoutFreshLook(api: WriteApi): WriteApi {
  const seen = new Map<string, Awaited<ReturnType<WriteApi['get']>>>();
  const remember = async (key: string, answer: ReturnType<WriteApi['get']>): ReturnType<WriteApi['get']> => {
    seen.set(key, await answer);
    return answer;
  };
  return {
    ...api,
    list: <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
      api.list(kind, (answer) => {
        seen.set(answer['id'] as string, answer);
        return as(answer);
      }),
    get: (key) => (seen.has(key.id) ? Promise.resolve(seen.get(key.id)) : remember(key.id, api.get(key))),
    getMany: (keys, as) =>
      api.getMany(keys, (answer, key) => {
        seen.set(key.id, answer);
        return as(answer, key);
      }),
  };
}

/** Nothing sees that an object has the marker of another owner. */
function withoutTheirMarker(api: WriteApi): WriteApi {
  const unmarked = <Answer extends JsonObject | undefined>(answer: Answer): Answer =>
    answer?.['metadata'] === theirMetadata ? { ...answer, metadata: '' } : answer;
  return {
    ...api,
    list: <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
      api.list(kind, (answer) => as(unmarked(answer))),
    get: async (key) => unmarked(await api.get(key)),
    getMany: (keys, as) => api.getMany(keys, (answer, key) => as(unmarked(answer), key)),
  };
}

/** The holder sees the ledger as it was when it took the lock, and never looks whether the lock is still its own. */
function withoutCompare(backend: Backend): Backend {
  let text: string | undefined;
  let isHeld = false;
  return {
    ...withoutCheck(backend),
    read: async (name) => {
      if (name !== 'ledger.json' || !isHeld) return backend.read(name);
      return (text ??= await backend.read(name));
    },
    lock: async (run) => {
      const lock = await withoutCheck(backend).lock(run);
      isHeld = true;
      return lock;
    },
  };
}

/** A write succeeds even if the lock was lost. */
function withoutCheck(backend: Backend): Backend {
  return {
    ...backend,
    lock: async (run) => {
      const lock = await backend.lock(run);
      return {
        ...lock,
        write: (writes) =>
          lock.write(writes).catch((error: unknown) => {
            if (!(error instanceof Error) || !error.message.includes('was removed while')) throw error;
          }),
      };
    },
  };
}

function writing(backend: Backend, change: (state: LedgerState) => LedgerState): Backend {
  const changed = (write: Write): Write => {
    if (!('put' in write) || write.put !== 'ledger.json') return write;
    const parsed = parseLedger(write.text);
    return 'state' in parsed ? { ...write, text: ledgerText(change(parsed.state)) } : write;
  };
  return {
    ...backend,
    lock: async (run) => {
      const lock = await backend.lock(run);
      return { ...lock, write: (writes) => lock.write(writes.map(changed)) };
    },
  };
}

function withoutDoubts({ unknown: _, ...state }: LedgerState): LedgerState {
  return state;
}

/** A journal up to its first intent. */
function withoutIntents(text: string): string {
  const parsed = parseJournal(text);
  const first = parsed.records.findIndex(({ type }) => type === 'intent');
  return first < 0
    ? text
    : text
        .split('\n')
        .slice(0, first)
        .map((line) => `${line}\n`)
        .join('');
}
