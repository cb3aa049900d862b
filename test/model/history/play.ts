import { isMap } from '../service/values.ts';
import { edits, rotate } from './edits.ts';
import type { FrontDoor } from './front-door.ts';
import { addFixture, addResource, drawSwitches, writeWorkspace } from './generate.ts';
import { sharedObjects, unlikeFiles, violating, violationsOfRun, type Violation } from './oracle.ts';
import { outsideEdits } from './outside.ts';
import { randomOf, type Random } from './random.ts';
import { drawFaults, losesCreate } from './draw-faults.ts';
import { openWorld, type Run, type RunOptions, type World } from './world.ts';

export interface HistoryStep {
  readonly does: string;
  /** Determines all random choices. */
  readonly seed: number;
}

export interface History {
  readonly seed: number;
  readonly steps: readonly HistoryStep[];
}

export interface Played {
  readonly violations: readonly Violation[];
  /** The actions and the end of each run, for the reader of a failure. */
  readonly story: readonly string[];
  readonly tally: ReadonlyMap<string, number>;
}

const commands = [
  'apply',
  'apply-approved',
  'approve',
  'follow-adopt',
  'apply-faulty',
  'apply-lost-create',
  'apply-no-secret',
  'apply-only',
  'plan',
  'pull',
  'rollback',
  'saved',
  'rotate',
];
const drawn: readonly (readonly [string, number])[] = [
  ...Object.keys(edits).map((name) => [name, 2] as const),
  ...Object.keys(outsideEdits).map((name) => [name, name === 'outside-description' ? 2 : 1] as const),
  ...commands.map((name) => [name, name.startsWith('apply') ? 4 : 2] as const),
];
const bag = drawn.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

export function drawHistory(seed: number): History {
  const random = randomOf(seed);
  const count = 4 + random.below(9);
  const steps = Array.from({ length: count }, () => ({ does: random.pick(bag), seed: random.seed() }));
  return { seed, steps: [{ does: 'apply-approved', seed: 1 }, ...steps] };
}

/** Plays a history in a new folder against a new service, and ends it with a run that has every approval. */
export async function play({ seed, steps }: History, frontDoor: FrontDoor): Promise<Played> {
  const random = randomOf(seed + 1);
  const switches = drawSwitches(random);
  const environments = random.chance(0.3) ? ['production', 'staging'] : ['production'];
  const world = await openWorld({ switches, environments, frontDoor, hasKey: random.chance(0.5) });
  const tally = new Map<string, number>();
  const story = [`switches ${JSON.stringify(switches)}`];
  const hear: Hear = (text, count = text) => {
    story.push(text);
    tally.set(count, (tally.get(count) ?? 0) + 1);
  };
  try {
    addFixture(world);
    writeWorkspace(world, random);
    for (const name of environments) await world.run(name, ['ledger', 'init']);
    for (const step of [...steps, ...environments.map((name) => ({ does: `end ${name}`, seed: 1 }))]) {
      const violations = await take(step, world, hear);
      if (violations.length > 0) return { violations, story, tally };
    }
    return { violations: [], story, tally };
  } finally {
    await world.close();
  }
}

const adopted = /^(done +adopt|adopted) /m;

type Hear = (text: string, count?: string) => void;

async function take({ does, seed }: HistoryStep, world: World, hear: Hear): Promise<readonly Violation[]> {
  const random = randomOf(seed);
  const edit = edits[does] ?? outsideEdits[does];
  if (edit !== undefined) {
    edit(world, random);
    hear(`${does} ${seed}`, does);
    return [];
  }
  if (random.chance(0.8)) world.service.settle();
  const environment = does.startsWith('end ') ? does.slice(4) : random.pick(world.environments);
  switch (does) {
    case 'rotate':
      rotate(world, random);
      hear(does);
      return [];
    case 'plan':
      return runOnce(world, hear, environment, ['plan']);
    case 'apply':
      return applied(world, hear, environment, [], {});
    case 'apply-approved':
      return approvedApply(world, hear, environment);
    case 'approve':
      return approvedInFiles(world, hear, environment);
    case 'follow-adopt':
      return followAdopt(world, hear, environment);
    case 'apply-faulty':
      return applied(world, hear, environment, [], { faults: drawFaults(random) });
    case 'apply-lost-create':
      addResource(world, random);
      return applied(world, hear, environment, [], { faults: losesCreate(random) });
    case 'apply-no-secret':
      return applied(world, hear, environment, [], { missing: [random.pick([...world.secrets.keys()])] });
    case 'apply-only':
      return applied(
        world,
        hear,
        environment,
        ['--only', random.pick([...world.ledger(environment).keys(), 'endpoint/*'])],
        {},
      );
    case 'pull':
      return runOnce(world, hear, environment, ['pull', ...(random.chance(0.5) ? ['--overwrite'] : [])]);
    case 'rollback':
      return rolledBack(world, hear, environment, random);
    case 'saved':
      return savedPlan(world, hear, environment, random);
    default:
      return end(world, hear, environment);
  }
}

async function runOnce(
  world: World,
  hear: Hear,
  environment: string,
  argv: readonly string[],
): Promise<readonly Violation[]> {
  const run = await world.run(environment, argv);
  hear(`${argv.join(' ')} --env ${environment}: ${run.exit}`, `${argv[0]!} ${run.exit}`);
  return violationsOfRun({ world, run, approved: [], isRollback: false });
}

/** An apply without an approval of any exposure. */
async function applied(
  world: World,
  hear: Hear,
  environment: string,
  more: readonly string[],
  options: RunOptions,
  byFlag: readonly string[] = [],
  byDocument: readonly string[] = [],
): Promise<readonly Violation[]> {
  const approved = [...byFlag, ...byDocument];
  const allowing = byFlag.flatMap((address) => ['--allow-exposure', address]);
  const run = await world.run(environment, ['apply', '--yes', ...more, ...allowing], options);
  hear(
    `${run.argv.join(' ')} --env ${environment}: ${run.exit} ${JSON.stringify(options)}\n${indented(run)}`,
    `apply ${run.exit}`,
  );
  const violations = violationsOfRun({ world, run, approved, isRollback: false });
  if (violations.length > 0 || run.exit !== 0 || more.includes('--only')) return violations;
  // Adopting sends no write: the next run changes the differing fields.
  if (adopted.test(run.stdout)) return applied(world, hear, environment, more, options, byFlag, byDocument);
  return converged(world, hear, run);
}

/** Checks laws (1) and (3): the second plan is empty, and live equals the files. */
async function converged(world: World, hear: Hear, last: Run): Promise<readonly Violation[]> {
  const { environment, missing } = last;
  world.service.settle();
  hear('converged');
  const shared = sharedObjects(world);
  const unlike = shared.length > 0 ? [] : unlikeFiles(world, last);
  if (shared.length + unlike.length > 0) return [...shared, ...unlike];
  const run = await world.run(environment, ['plan', '--format', 'json'], { missing });
  const { is_empty: isEmpty, steps = [] } = firstPlan(run);
  const violations = violationsOfRun({ world, run, approved: [], isRollback: false });
  const done = steps.filter(({ action }) => action !== 'keep');
  const left = done.filter((step) => !wasPutOff(step, last));
  const isPutOff = done.length > 0 && left.length === 0;
  if ((isEmpty === true || isPutOff) && run.exit === 0) return violations;
  const shown = left.map((step) => JSON.stringify(step)).join('\n');
  return [
    ...violations,
    ...violating('second plan empty', [
      `${environment}: the second plan is not empty (exit ${run.exit}): ${shown} ${run.stderr}`,
    ]),
  ];
}

/** Whether the run before said that a later one forgets the object: it does so a while after the last write. */
function wasPutOff({ action, address }: PlanStep, { stdout }: Run): boolean {
  const said = stdout.replaceAll(/\s+/g, ' ');
  const [, note = ''] = said.split(`* ${address}: the API returned 404 for `);
  return action === 'forget' && /^\S+ which was written moments before it was forgotten:/.test(note);
}

/** Plans first, then applies with an approval of every refusal. */
async function approvedApply(world: World, hear: Hear, environment: string): Promise<readonly Violation[]> {
  const plan = await world.run(environment, ['plan', '--format', 'json']);
  const approved = (firstPlan(plan).refusals ?? [])
    .filter(({ gate }) => gate === 'exposure')
    .flatMap(({ addresses }) => addresses);
  return applied(world, hear, environment, [], {}, approved);
}

/** The same by approval documents, each for one change, which are valid in this run and never again. */
async function approvedInFiles(world: World, hear: Hear, environment: string): Promise<readonly Violation[]> {
  const plan = await world.run(environment, ['plan', '--format', 'json']);
  const { refusals = [], steps = [] } = firstPlan(plan);
  const exposed = refusals.filter(({ gate }) => gate === 'exposure').flatMap(({ addresses }) => addresses);
  for (const { address, change, action, remedies = [] } of steps) {
    const offered = remedies.map(({ code }) => code).find((code) => code === 'revert' || code === 'recreate');
    const allow = exposed.includes(address) ? 'exposure' : action === 'drift' ? offered : undefined;
    if (allow === undefined) continue;
    world.workspace.add({
      kind: 'approval',
      allow,
      address,
      environment,
      change: change ?? '',
      reason: `approved ${allow}`,
    });
    hear(`approval of ${allow} for ${address}`, `approve ${allow}`);
  }
  return applied(world, hear, environment, [], {}, [], exposed);
}

/** Pastes each `adopt:` line that the plan prints, as a person who follows the advice would. */
async function followAdopt(world: World, hear: Hear, environment: string): Promise<readonly Violation[]> {
  const plan = await world.run(environment, ['plan', '--format', 'json']);
  const advice = JSON.stringify((firstPlan(plan).steps ?? []).map(({ remedies }) => remedies));
  const lines = [...advice.matchAll(/adopt: \{ ?([a-z-]+\/[a-z0-9-]+): ([\w/]+)/g)];
  if (lines.length === 0) return [];
  const file = world.workspace.environment(environment);
  const adopt = isMap(file['adopt']) ? file['adopt'] : {};
  const more = Object.fromEntries(lines.map(([, address, id]) => [address!, id!]));
  world.workspace.writeEnvironment(environment, { ...file, adopt: { ...adopt, ...more } });
  hear(`adopt ${JSON.stringify(more)}`, 'adopt');
  return applied(world, hear, environment, [], {});
}

async function rolledBack(
  world: World,
  hear: Hear,
  environment: string,
  random: Random,
): Promise<readonly Violation[]> {
  const listed = await world.run(environment, ['apply', '--rollback']);
  const runs = [...listed.stdout.matchAll(/^\s*(\d+)\s/gm)].map(([, number]) => number!);
  if (runs.length === 0) return [];
  const run = await world.run(environment, [
    'apply',
    '--yes',
    '--rollback',
    random.chance(0.7) ? runs.at(-1)! : random.pick(runs),
  ]);
  hear(`${run.argv.join(' ')}: ${run.exit}\n${indented(run)}`, `rollback ${run.exit}`);
  return violationsOfRun({ world, run, approved: [], isRollback: true });
}

/** Saves a plan, sometimes makes an outside change, then applies the plan. */
async function savedPlan(
  world: World,
  hear: Hear,
  environment: string,
  random: Random,
): Promise<readonly Violation[]> {
  const plan = await world.run(environment, ['plan', '--save', 'plan.json']);
  if (random.chance(0.5)) random.pick(Object.values(outsideEdits))(world, random);
  const run = await world.run(environment, ['apply', '--yes', 'plan.json']);
  hear(`saved: ${plan.exit}, ${run.exit}\n${indented(run)}`, `saved ${run.exit}`);
  return violationsOfRun({ world, run, approved: [], isRollback: false });
}

/** The end of a history: drift is reverted and exposure approved; a run that then exits with 0 must have converged. */
async function end(world: World, hear: Hear, environment: string): Promise<readonly Violation[]> {
  world.service.settle();
  world.workspace.writeEnvironment(environment, {
    ...world.workspace.environment(environment),
    drift: 'revert',
  });
  const violations = await approvedApply(world, hear, environment);
  return violations.length > 0 ? violations : approvedApply(world, hear, environment);
}

interface PlanDocument {
  readonly is_empty?: boolean;
  readonly refusals?: readonly { readonly gate: string; readonly addresses: readonly string[] }[];
  readonly steps?: readonly PlanStep[];
}

interface PlanStep {
  readonly action: string;
  readonly address: string;
  readonly change?: string;
  readonly remedies?: readonly { readonly code: string }[];
}

function firstPlan({ stdout }: Run): PlanDocument {
  try {
    return (JSON.parse(stdout) as { plans: PlanDocument[] }).plans[0] ?? {};
  } catch {
    return {};
  }
}

function indented({ stdout, stderr }: Run): string {
  return `${stdout}${stderr}`.replaceAll(/^/gm, '      | ');
}
