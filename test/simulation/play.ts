import { fileBackend } from '../../src/ledger/file/file-backend.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';
import { randomOf } from '../model/history/random.ts';
import { checkArriving } from './checks/arriving.ts';
import { openAudit, type Audit, type Run, type Violation } from './checks/audit.ts';
import { checkEnding } from './checks/ending.ts';
import { checkFinal } from './checks/final.ts';
import { checkReaders } from './checks/readers.ts';
import { auditedLock } from './checks/recording.ts';
import { checkSending, onlyHolder } from './checks/sending.ts';
import { checkStore } from './checks/store.ts';
import { mainRun, type Verb } from './program/main-run.ts';
import type { Seams } from './program/seams.ts';
import { lineage, root, surround, type Surroundings } from './program/surroundings.ts';
import type { Pair } from './world/faults.ts';
import { addTheirs, dropForged, forgeEntry } from './world/forger.ts';
import { asRead, edge, edit, newFiles, type Files } from './world/files.ts';
import { openMachine, type Machine } from './world/machine.ts';
import type { Process } from './world/process.ts';
import { openService, type Service } from './world/service.ts';
import { plainFiles } from './world/simulated-files.ts';

export interface Played {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** The faults that struck. */
  readonly struck: readonly Pair[];
  /** What happened, a line an event; only if it is told. */
  readonly story: readonly string[];
  readonly runs: number;
  /** How often a person had to delete a lock although no process was running, without a power loss before. */
  readonly unlocks: number;
}

interface Scene {
  readonly machine: Machine;
  readonly service: Service;
  readonly audit: Audit;
  readonly seams: Seams;
  readonly files: ReadonlyMap<string, Files>;
  unlocks: number;
}

/** Plays the world of a seed: some runs with faults, then runs without until quiet, and the checks. */
export async function play(
  seed: number,
  { seams = {}, isTold = false }: { seams?: Seams; isTold?: boolean } = {},
): Promise<Played> {
  const random = randomOf(seed);
  const machine = openMachine(seed, random, isTold);
  const service = openService(machine.time, random.pick(['refused', 'taken']));
  const audit = openAudit(machine, service);
  const environments = random.chance(0.15) ? ['production', 'staging'] : ['production'];
  const files = new Map(
    environments.map((name) => [name, newFiles(name, random, wish(machine) === undefined ? 0 : 2)]),
  );
  const scene: Scene = { machine, service, audit, seams, files, unlocks: 0 };
  addForeign(service);
  // In every fourth world; no draw, so that the others stay as they are.
  const theirs = seed % 4 === 0 ? addTheirs(service) : undefined;
  service.watch.changed = (request, before) => checkArriving(audit, request, before);
  const { time, faults, hooks } = machine;
  hooks.startSecond = (environment) => {
    if (machine.processes.filter(({ state }) => state === 'running').length < 3)
      start(scene, 'apply', environment);
  };
  hooks.removeLock = (environment) => removeLock(scene, environment);

  faults.pause();
  for (const name of environments) await end(scene, start(scene, 'init', name));
  faults.resume();
  for (let rounds = wish(machine) === undefined ? 3 : 4; rounds > 0; rounds--) {
    for (const name of environments) {
      if (random.chance(0.2)) start(scene, 'plan', name);
      start(scene, 'apply', name);
    }
    await allOver(scene);
    for (const name of environments) {
      await lookAt(scene, name);
      if (theirs !== undefined && forgeEntry(machine.disk, ledgerFile(name), theirs))
        machine.say('attacker', `claims ${theirs} in the ledger of ${name}`);
    }
    // What may still arrive is worth an edit of the same object, soon.
    const open = service.requests.findLast(
      ({ state, method }) => state === 'under way' && method === 'PATCH',
    );
    const at = open && audit.addressOf.get(open);
    await time.pass(random.pick(at === undefined ? [0, 2_000, 30_000, 90_000, 700_000] : [0, 2_000, 20_000]));
    if (random.chance(0.7)) machine.disk.space = Infinity;
    for (const each of files.values())
      for (let edits = random.below(3); edits >= 0; edits--) {
        const wished =
          edits === 0 ? { wished: wish(machine), at: wish(machine) === 'delete' ? undefined : at } : {};
        machine.say(each.environment, edit(each, random, wished));
      }
  }
  faults.pause();
  await allOver(scene);
  for (const name of environments) await quiet(scene, name);
  checkReaders(audit);
  const { violations } = audit;
  const { struck } = faults;
  return {
    seed,
    violations,
    struck,
    story: machine.story,
    runs: machine.processes.length,
    unlocks: scene.unlocks,
  };
}

/** The edit that leads to a point where a fault is armed. */
function wish({ faults }: Machine): 'change' | 'delete' | undefined {
  if (faults.isArmed('api delete')) return 'delete';
  return faults.isArmed('api update') || faults.isArmed('api get') ? 'change' : undefined;
}

/** Runs until nothing is left to do, as a scheduled job would, with a person who settles what no list can. */
async function quiet(scene: Scene, environment: string): Promise<void> {
  const { machine, audit, files, service } = scene;
  machine.disk.space = Infinity;
  // Its owner gives up what stands in our way.
  service.removeForeign('https://production-2.example.com');
  dropForged(machine.disk, ledgerFile(environment));
  let last: Run | undefined;
  for (let round = 1; round <= 8; round++) {
    last = await end(scene, start(scene, 'apply', environment));
    const state = await lookAt(scene, environment);
    if (last.process.exit === 0 && last.process.plan !== undefined && isEmpty(last.process.plan)) break;
    await machine.time.pass(round === 1 ? 61_000 : 700_000);
    if (round > 1 && Object.keys(state?.unknown ?? {}).length > 0)
      await end(scene, start(scene, 'resolve', environment));
  }
  const state = await lookAt(scene, environment);
  if (last !== undefined) checkFinal(audit, files.get(environment)!, state, last);
}

function start(scene: Scene, verb: Verb, environment: string): Run {
  const { machine, service, audit, seams } = scene;
  const files = asRead(scene.files.get(environment)!);
  const process = machine.start(verb, environment);
  const run: Run = {
    process,
    verb,
    files,
    wanted: new Map([...files.resources].map(([address, { spec }]) => [address, spec])),
    state: () => undefined,
    lockedAt: undefined,
    began: undefined,
    holds: false,
    ops: new Map(),
    doubts: new Set(),
    changes: machine.disk.changes,
  };
  audit.runs.push(run);
  machine.say(process.name, `starts ${verb} of ${environment}`);
  const about: Surroundings = surround({
    machine,
    process,
    service,
    files,
    seams: { ...seams, lock: (lock) => auditedLock(audit, run, seams.lock?.(lock) ?? lock) },
    verb,
    locked: (state, fence) => {
      onlyHolder(audit, run);
      run.state = state;
      run.lockedAt = machine.time.now();
      run.began = service.objects.now();
      process.fence = fence;
      const { unknown = {}, unsettled = {} } = state() ?? {};
      run.doubts = new Set([...Object.values(unknown).map(({ op }) => op), ...Object.keys(unsettled)]);
      machine.say(process.name, `has the lock, fence ${fence}`);
    },
    watch: {
      sending: (_, request) => checkSending(audit, run, request),
      created: (_, request, id) => process.received.push({ id, address: audit.addressOf.get(request) }),
    },
  });
  void mainRun(verb, about)
    .catch((error: unknown) => {
      if (process.state === 'running') audit.fail('I9', `${process.name} has a bug: ${stackOf(error)}`);
      return 70;
    })
    .then((exit) => {
      if (process.state !== 'running') return;
      machine.say(process.name, `exits ${exit}`);
      process.exit = exit;
      process.state = 'ended';
      // A lock without a process: its message names the file, and a person who has looked deletes it.
      const isAlone = machine.processes.every(
        (each) => each.state !== 'running' || each.environment !== environment,
      );
      if (isAlone && process.printed.at(-1)?.includes('` is locked') === true) removeLock(scene, environment);
      void stateOf(scene, environment).then((read) => {
        if ('state' in read) checkEnding(audit, run, read.state);
        process.over();
      });
    });
  return run;
}

async function end({ machine }: Scene, run: Run): Promise<Run> {
  await machine.time.until(run.process.isOver);
  return run;
}

async function allOver({ machine }: Scene): Promise<void> {
  for (;;) {
    const running = machine.processes.filter(({ state }) => state === 'running');
    if (running.length === 0) return;
    await machine.time.until(Promise.all(running.map(({ isOver }) => isOver)));
  }
}

/** Reads the store at once, and checks it. */
async function lookAt(scene: Scene, environment: string): Promise<LedgerState | undefined> {
  const { audit } = scene;
  const read = await stateOf(scene, environment);
  checkStore(audit, environment, read);
  return 'state' in read ? read.state : undefined;
}

async function stateOf(
  { machine }: Scene,
  environment: string,
): Promise<{ readonly state: LedgerState | undefined } | { readonly error: Error }> {
  const files = plainFiles(machine.disk);
  const host = { pid: 1, host: 'runner', boot: machine.boot(), startOf: () => Promise.resolve(undefined) };
  const env = {
    clock: { now: () => new Date(machine.time.now()), sleep: () => Promise.resolve() },
    random: () => new Uint8Array(),
  };
  const store = ledgerStore({
    backend: (name) => fileBackend({ root, folder: '.edgewright', environment: name, files, host, env }),
    lineage,
  });
  try {
    return { state: await store.read(environment) };
  } catch (error) {
    return { error: error as Error };
  }
}

function ledgerFile(environment: string): string {
  return `${root}/.edgewright/${environment}/ledger.json`;
}

/** A person deletes the lock, and what a take-over left beside it. */
function removeLock(scene: Scene, environment: string): void {
  const { machine } = scene;
  const folder = machine.disk.node(`${root}/.edgewright/${environment}`);
  if (folder?.type !== 'folder') return;
  const running = machine.processes.filter(
    (each) => each.state === 'running' && each.environment === environment,
  );
  for (const each of running) each.wasUnlocked = true;
  if (running.length === 0 && machine.boot() === 'boot 1') scene.unlocks++;
  machine.say('operator', 'deletes the lock');
  machine.disk.change(folder, (entries) => {
    for (const name of entries.keys()) if (name.startsWith('ledger.lock')) entries.delete(name);
  });
}

function addForeign(service: Service): void {
  service.addForeign({
    kind: 'endpoint',
    type: 'cloud',
    spec: { url: 'https://other.example.com', description: 'theirs' },
  });
  service.addForeign({
    kind: 'endpoint',
    type: 'cloud',
    spec: { url: 'https://production-2.example.com', description: 'theirs' },
  });
  service.addForeign({
    kind: 'https-route',
    edgeId: edge,
    spec: { match_type: 'path_prefix', match: '/theirs' },
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ')
    : String(error);
}

export type { Process };
