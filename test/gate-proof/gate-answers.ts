import { anyPolicy } from './any-policy.ts';
import { startServer } from '../../src/server/start-server.ts';
import { makeFolder } from '../pipeline/workspace-folder.ts';
import { afterFile, beforeFile, environmentOf, nameIn, settings } from './pair-files.ts';
import type { Pair } from './pairs.ts';
import { verdictOf, type ObjectModel, type RouteModel, type Verdict } from './url-sets.ts';

/** What the plan of a pair says, and what the sets say of all states that its run can leave behind. */
export interface Answer {
  readonly pair: Pair;
  readonly verdict: Verdict;
  readonly isRefused: boolean;
  /** Actions by address, to be read by a person. */
  readonly steps: readonly string[];
  readonly text: string;
}

interface StepJson {
  readonly action: string;
  readonly address: string;
  readonly formerly?: string;
  readonly rests_on?: readonly string[];
  readonly exposure?: { readonly is_allowed: boolean };
  readonly possible_exposure?: unknown;
}

interface PlanJson {
  readonly refusals: readonly { readonly gate: string; readonly addresses: readonly string[] }[];
  readonly steps: readonly StepJson[];
}

/** Applies the states before, and plans those after; all pairs in one workspace. */
export async function answersOf(pairs: readonly Pair[]): Promise<readonly Answer[]> {
  const server = await startServer({ store: 'memory', trafficPolicy: anyPolicy });
  const folder = makeFolder({
    EDGEWRIGHT_API_URL: server.url,
    EDGEWRIGHT_SECRET_LOGIN: 'the-secret-of-a-login',
  });
  const run = async (
    ...command: readonly string[]
  ): Promise<{ readonly exit: number; readonly stdout: string }> => {
    const said = await folder.run(command);
    if (said.exit !== 0 && said.exit !== 6)
      throw new Error(`${command.join(' ')}: exit ${said.exit}\n${said.stdout}${said.stderr}`);
    return said;
  };
  try {
    folder.write('edgewright.yaml', settings);
    folder.write('environments/production.yaml', environmentOf(pairs));
    for (const pair of pairs) folder.write(`resources/p${pair.seed}.yaml`, beforeFile(pair));
    await run('ledger', 'init');
    const applied = await run('apply', '--yes');
    if (applied.exit !== 0) throw new Error(`the state before was refused\n${applied.stdout}`);
    for (const pair of pairs) folder.write(`resources/p${pair.seed}.yaml`, afterFile(pair));
    const { exit, stdout } = await run('plan', '--format', 'json');
    const [plan] = (JSON.parse(stdout) as { readonly plans: readonly PlanJson[] }).plans;
    if (plan === undefined) throw new Error('no plan');
    // A plan of nothing but blocked steps wants a person too.
    const changes = plan.steps.filter(({ action }) => action !== 'keep');
    const isAllBlocked = changes.length > 0 && changes.every(({ action }) => action === 'blocked');
    if ((exit === 6) !== (plan.refusals.length > 0 || isAllBlocked))
      throw new Error(`exit ${exit} with ${plan.refusals.length} refusals`);
    return pairs.map((pair) => answerOf(pair, plan));
  } finally {
    folder.remove();
    await server.close();
  }
}

function answerOf(pair: Pair, plan: PlanJson): Answer {
  const prefix = nameIn(pair, '');
  const isOurs = (address: string): boolean => address.split('/')[1]?.startsWith(prefix) === true;
  const steps = plan.steps.filter(({ address }) => isOurs(address));
  const refused = new Set(
    plan.refusals.filter(({ gate }) => gate === 'exposure').flatMap(({ addresses }) => addresses),
  );
  return {
    pair,
    verdict: verdictOf(pair.before, statesOf(pair, steps)),
    isRefused: steps.some(
      ({ address, exposure, possible_exposure: possible }) =>
        exposure?.is_allowed === false || possible !== undefined || refused.has(address),
    ),
    steps: steps.map(
      ({ action, address, rests_on: on }) =>
        `${action} ${address}${on === undefined ? '' : ` after ${on.join(' ')}`}`,
    ),
    text: `${beforeFile(pair)}\n# becomes\n${afterFile(pair)}`,
  };
}

/**
 * What is live after each set of steps that may be done when a run ends, or is looked at: a step is done only if all
 * that it rests on is. Blocked steps and drift do nothing.
 */
function statesOf(pair: Pair, steps: readonly StepJson[]): readonly (readonly ObjectModel[])[] {
  const writes = steps.filter(({ action }) => ['create', 'update', 'delete', 'retire'].includes(action));
  const unneeded = new Set(
    steps.filter(({ action }) => ['keep', 'forget'].includes(action)).map(({ address }) => address),
  );
  let sets: readonly (readonly StepJson[])[] = [[]];
  for (const _ of writes) {
    const grown = sets.flatMap((done) =>
      writes
        .filter((step) => !done.includes(step))
        .filter(({ rests_on: on = [] }) =>
          on.every((each) => unneeded.has(each) || done.some(({ address }) => address === each)),
        )
        .map((step) => writes.filter((each) => done.includes(each) || each === step)),
    );
    const known = new Map(
      [...sets, ...grown].map((set) => [set.map(({ address }) => address).join(' '), set]),
    );
    sets = [...known.values()];
  }
  return sets.filter((set) => set.length > 0).map((set) => stateAfter(pair, set));
}

function stateAfter(pair: Pair, done: readonly StepJson[]): readonly ObjectModel[] {
  const state = new Map(pair.before.map((object) => [object.uid, object]));
  for (const { action, address } of done) {
    const named = ({ kind, name }: ObjectModel): boolean => address === `${kind}/${nameIn(pair, name)}`;
    const was = pair.before.find(named);
    const now = pair.after.find(named);
    switch (action) {
      case 'delete':
        if (was !== undefined) state.delete(was.uid);
        break;
      case 'retire':
        if (was?.kind === 'https-route')
          state.set(was.uid, { ...was, hasBackend: false } satisfies RouteModel);
        break;
      default:
        if (now === undefined) throw new Error(`${action} ${address}, which is not declared`);
        state.set(now.uid, now);
    }
  }
  return [...state.values()];
}
