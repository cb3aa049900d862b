/** What an operator does after a run was killed: apply again, and what the messages say. */
import type { Door } from './door.ts';
import type { Said } from './program.ts';
import type { Workshop } from './workshop.ts';

export interface Converged {
  /** Creates that were settled with `resolve`. */
  readonly adopted: number;
  readonly absent: number;
  readonly unlocked: number;
  /** What went wrong; empty if the world is as declared. */
  readonly problems: readonly string[];
}

export const apply = 'apply --yes --allow-deletes 100 --allow-changed-percent 100';

/** Runs until quiet, and compares the ledger with what the service created. */
export async function converge(shop: Running, environment = 'production'): Promise<Converged> {
  const run = (words: string): Promise<Said> => shop.run(`${words} --env ${environment}`);
  const door = {
    get made() {
      return shop.door.made.filter((each) => each.environment === environment);
    },
    repeated: shop.door.repeated,
  };
  const done = { adopted: 0, absent: 0, unlocked: 0 };
  const problems: string[] = [];
  const result = (problem?: string): Converged => ({
    ...done,
    problems: [...problems, ...(problem === undefined ? [] : [problem])],
  });
  let isReported = false;
  for (let attempt = 0; attempt < 8; attempt++) {
    const { exit, text } = await run(apply);
    const unlock = /ledger unlock \S+(?= --env)/.exec(text)?.[0];
    if (unlock !== undefined && exit === 5) {
      const { exit: unlocked, text: said } = await run(unlock);
      if (unlocked !== 0) return result(`\`${unlock}\` exits ${unlocked}: ${said}`);
      done.unlocked++;
      continue;
    }
    if (exit === 4) {
      const known = await recorded(run);
      if (!isReported) problems.push(...unreported(door, known, text));
      isReported = true;
      const settled = await resolveAll({ run, door }, known);
      if (typeof settled === 'string') return result(`${settled}; apply said: ${text.slice(-1500)}`);
      done.adopted += settled.adopted;
      done.absent += settled.absent;
      continue;
    }
    // An object was adopted that differs from the files: the next run updates it.
    if (exit === 2 && text.includes('adopted')) continue;
    if (exit !== 0) return result(`apply exits ${exit}: ${text.slice(-1500)}`);
    const plan = await run('plan --detailed-exitcode');
    if (plan.exit !== 0) return result(`plan exits ${plan.exit} after a whole apply: ${plan.text}`);
    problems.push(...accounted(door, await recorded(run)));
    return result();
  }
  return result('apply has not converged in 8 runs');
}

type Running = Pick<Workshop, 'run'> & { readonly door: Pick<Door, 'made' | 'repeated'> };

/** Addresses by id. */
type Ledger = ReadonlyMap<string, string>;

/** Settles each create without a response, with the truth of the service. */
async function resolveAll(
  { run, door }: Running,
  known: Ledger,
): Promise<{ adopted: number; absent: number } | string> {
  const { text } = await run('resolve --list');
  const addresses = [...text.matchAll(/^(\S+\/\S+) {2}/gm)].map(([, address]) => address ?? '');
  const settled = { adopted: 0, absent: 0 };
  for (const address of addresses) {
    const made = door.made.find((each) => each.isLive && each.address === address && !known.has(each.id));
    const how = made === undefined ? '--absent' : `--adopt ${made.id}`;
    const { exit, text: said } = await run(`resolve ${address} ${how}`);
    if (exit !== 0) return `\`resolve ${address} ${how}\` exits ${exit}: ${said}`;
    settled[made === undefined ? 'absent' : 'adopted']++;
  }
  return addresses.length === 0 ? `apply exits 4, and \`resolve --list\` says: ${text}` : settled;
}

async function recorded(run: Workshop['run']): Promise<Ledger> {
  const { text } = await run('ledger list');
  const lines = [...text.matchAll(/^(\S+\/\S+) +(?:edghts_\w+\/)?(\w+)/gm)];
  return new Map(lines.map(([, address = '', id = '']) => [id, address]));
}

function unreported({ made }: Running['door'], ledger: Ledger, text: string): string[] {
  return made
    .filter(({ id, address, isLive }) => isLive && !ledger.has(id) && !text.includes(address))
    .map(({ id, address }) => `unreported: ${address} is live as ${id}`);
}

function accounted({ made, repeated }: Running['door'], ledger: Ledger): string[] {
  const live = made.filter(({ isLive }) => isLive);
  const lost = live.filter(({ id, address }) => ledger.get(id) !== address);
  const ids = new Set(live.map(({ id }) => id));
  const ghosts = [...ledger].filter(([id]) => !ids.has(id));
  return [
    ...lost.map(({ id, address }) => `lost: ${address}, ${id}`),
    ...ghosts.map(([id, address]) => `recorded, but not live: ${address}, ${id}`),
    ...repeated.map((each) => `doubled: ${each}`),
  ];
}
