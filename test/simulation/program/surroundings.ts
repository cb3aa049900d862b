import { openWriteApi } from '../../../src/remote/api/open-api.ts';
import { fileBackend } from '../../../src/ledger/file/file-backend.ts';
import { ledgerStore } from '../../../src/ledger/backend-store.ts';
import type { WriteApi } from '../../../src/model/api.ts';
import type { Env } from '../../../src/model/io.ts';
import type { RunAbout } from '../../../src/model/ledger/journal.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { LedgerStore } from '../../../src/model/ledger/ledger-store.ts';
import { Secret, type SecretLookup } from '../../../src/model/secret.ts';
import { secretValue, type Files } from '../world/files.ts';
import type { Machine } from '../world/machine.ts';
import type { Process } from '../world/process.ts';
import { origin, type Service } from '../world/service.ts';
import { simulatedFiles } from '../world/simulated-files.ts';
import { wireOf, type WireWatch } from '../world/wire.ts';
import type { Seams } from './seams.ts';

export const lineage = '6f1c7f5e-simulation';
export const root = '/work';

/** Everything that a process of the program touches. */
export interface Surroundings {
  readonly machine: Machine;
  readonly process: Process;
  readonly service: Service;
  readonly files: Files;
  readonly store: LedgerStore;
  readonly api: WriteApi;
  readonly env: Env;
  readonly about: RunAbout;
  readonly seams: Seams;
  /** Prints a line. */
  readonly print: (line: string) => void;
  /** Called with the lock's view of the ledger, once it is taken. */
  readonly locked: (state: () => LedgerState | undefined, fence: number) => void;
}

export const secrets: SecretLookup = (name) => (name === 'HOOK' ? new Secret(secretValue) : undefined);

/**
 * How far the clock of a run is off: the runs of a pipeline are on different machines. The service tells the right
 * time.
 */
function skewIn({ random }: Machine): number {
  if (!random.chance(0.2)) return 0;
  return random.pick([-3_600_000, -120_000, -5_000, 5_000, 120_000, 365 * 86_400_000]);
}

export function surround(
  about: Pick<Surroundings, 'machine' | 'process' | 'service' | 'files' | 'seams' | 'locked'> & {
    readonly watch: WireWatch;
    readonly verb: string;
  },
): Surroundings {
  const { machine, process, service, seams, watch, verb } = about;
  const same = <Thing>(thing: Thing): Thing => thing;
  const { time, random } = machine;
  const skew = skewIn(machine);
  const env = (seams.env ?? same)({
    clock: {
      now: () => new Date(time.now() + skew),
      sleep: (milliseconds) =>
        new Promise((resolve) => {
          machine.later(process, milliseconds, () => {
            void machine.reach(process, 'clock sleep', { perform: () => undefined }).then(resolve);
          });
        }),
    },
    random: (bytes) => Uint8Array.from({ length: bytes }, () => random.below(256)),
  });
  const disk = (seams.files ?? same)(simulatedFiles(machine, process));
  const host = (seams.host ?? same)({
    pid: process.pid,
    host: 'runner',
    boot: machine.boot(),
    startOf: (pid: number) => {
      const other = machine.processes.find((each) => each.pid === pid);
      return Promise.resolve(other?.state === 'running' ? String(other.startedAt) : undefined);
    },
  });
  const backend = seams.backend ?? same;
  // A world has few objects: narrow, some of them wait for others; wide, the limit is that of the client.
  const isNarrow = random.below(2) === 0;
  return {
    ...about,
    env,
    store: ledgerStore({
      backend: (environment) =>
        backend(fileBackend({ root, folder: '.edgewright', environment, files: disk, host, env })),
      lineage,
    }),
    api: (seams.api ?? same)(
      openWriteApi({
        baseUrl: origin,
        token: undefined,
        ...env,
        ...(isNarrow ? { concurrency: { writes: 3 } } : {}),
        dispatcher: wireOf(machine, service, process, watch),
      }),
    ),
    about: {
      id: Buffer.from(env.random(6)).toString('hex'),
      at: env.clock.now().toISOString(),
      verb,
      host: '',
    },
    print: (line) => {
      if (process.state !== 'running') return;
      const fault = machine.faults.at('output');
      if (fault === 'fail') process.hasLostOutput = true;
      else process.printed.push(line);
      machine.say(process.name, `prints: ${line}`);
      machine.strike(process, 'output', fault);
    },
  };
}
