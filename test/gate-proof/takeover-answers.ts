import { anyPolicy } from './any-policy.ts';
import { startServer } from '../../src/server/start-server.ts';
import { makeFolder } from '../pipeline/workspace-folder.ts';
import { filesOfStates, labelledName, takeoverSecrets, takeoverSettings } from './takeover-files.ts';
import type { Declared, TakeoverCase } from './takeover-cases.ts';

interface TakeoverAnswer {
  readonly isRefused: boolean;
  /** Nothing of it would be done. */
  readonly isBlocked: boolean;
  /** Actions by address with what the plan says of them, for a person. */
  readonly steps: string;
}

interface PlanJson {
  readonly refusals: readonly { readonly gate: string; readonly addresses: readonly string[] }[];
  readonly steps: readonly {
    readonly action: string;
    readonly address: string;
    readonly exposure?: { readonly is_allowed: boolean };
    readonly possible_exposure?: unknown;
  }[];
}

/** The cases that are not answered as they should be, with what the plan says, for a person. */
export async function wrongAnswers(cases: readonly TakeoverCase[]): Promise<readonly string[]> {
  const answers = await answersOfTakeovers(cases);
  return cases.flatMap(({ name, opens }, index) => {
    const { isRefused, isBlocked, steps } = answers[index]!;
    const isRight = opens === undefined ? !isRefused : isRefused || isBlocked;
    return isRight ? [] : [`${name}\n${opens ?? 'harmless'}\n${steps}`];
  });
}

/** Applies all states before, and plans those after, in one workspace. */
async function answersOfTakeovers(takeovers: readonly TakeoverCase[]): Promise<readonly TakeoverAnswer[]> {
  const server = await startServer({ store: 'memory', trafficPolicy: anyPolicy });
  const folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, ...takeoverSecrets });
  const lay = (each: (takeover: TakeoverCase) => Declared): void => {
    const states = Object.fromEntries(takeovers.map((takeover, index) => [labelOf(index), each(takeover)]));
    for (const [file, text] of Object.entries(filesOfStates(states))) folder.write(file, text);
  };
  const run = async (exits: readonly number[], ...command: readonly string[]): Promise<string> => {
    const { exit, stdout, stderr } = await folder.run([...command, '--env', 'production']);
    if (!exits.includes(exit)) throw new Error(`${command.join(' ')}: exit ${exit}\n${stdout}${stderr}`);
    return stdout;
  };
  try {
    folder.write('edgewright.yaml', takeoverSettings);
    lay(({ before }) => before);
    await run([0], 'ledger', 'init');
    await run([0], 'apply', '--yes');
    lay(({ before, after }) => ({ ...before, ...after }));
    const stdout = await run([0, 6], 'plan', '--format', 'json');
    const [plan] = (JSON.parse(stdout) as { readonly plans: readonly PlanJson[] }).plans;
    if (plan === undefined) throw new Error('no plan');
    return takeovers.map((_, index) => answerOf(labelOf(index), plan));
  } finally {
    folder.remove();
    await server.close();
  }
}

function labelOf(index: number): string {
  return `t${index}`;
}

function answerOf(label: string, { refusals, steps }: PlanJson): TakeoverAnswer {
  const prefix = labelledName(label, '');
  const isOurs = (address: string): boolean => address.split('/')[1]?.startsWith(prefix) === true;
  const own = steps.filter(({ address }) => isOurs(address));
  const refused = refusals.filter(({ gate }) => gate === 'exposure').flatMap(({ addresses }) => addresses);
  // Steps that wait for each other, or for what the API cannot do, change nothing.
  const writes = own.filter(({ action }) => ['create', 'update', 'delete', 'retire'].includes(action));
  const isBlocked = writes.length === 0 && own.some(({ action }) => action === 'blocked');
  return {
    isBlocked,
    isRefused:
      refused.some(isOurs) ||
      own.some(
        ({ exposure, possible_exposure: possible }) =>
          exposure?.is_allowed === false || possible !== undefined,
      ),
    steps: own
      .map(({ action, address, exposure }) => `${action} ${address} ${JSON.stringify(exposure ?? null)}`)
      .join('\n'),
  };
}
