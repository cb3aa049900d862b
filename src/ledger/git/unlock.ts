import type { RunAbout } from '../../model/journal/journal.ts';
import type { Unlocked } from '../../model/ledger-store.ts';
import { heldBy, holderIn, type LockedPlace } from './git-lock.ts';
import { runIdOf } from '../held-words.ts';
import { lockFile, type GitHolder } from './holder.ts';
import { publish } from './publish.ts';

/** The id that stands for a lock file that names no run. */
const unknownRun = 'unknown';

/** Takes the lock away from the run with this id, which can write nothing more. */
export async function unlockEnvironment(place: LockedPlace, id: string): Promise<Unlocked> {
  const { branch, environment, env, host } = place;
  const run: RunAbout = { id, at: env.clock.now().toISOString(), verb: 'ledger unlock', host: host.host };
  return branch.alone(async () => {
    const first = await holderIn(branch, await branch.fetch(), environment);
    if (first === undefined) return 'not-locked';
    if (idIn(first) !== id) return otherThan(place, first);
    await publish(branch, env, {
      environment,
      run,
      what: 'lock removed',
      changes: new Map([[lockFile, 'removed']]),
      check: async (base) => {
        const holder = await holderIn(branch, base, environment);
        if (holder === undefined) return 'needless';
        if (nonceIn(holder) !== nonceIn(first)) throw heldBy(place, holder);
        return 'make';
      },
    });
    return 'unlocked';
  });
}

function otherThan(place: LockedPlace, holder: GitHolder | 'unknown'): Unlocked {
  if (holder === 'unknown') throw heldBy(place, holder);
  return { other: holder.run };
}

function idIn(holder: GitHolder | 'unknown'): string {
  return holder === 'unknown' ? unknownRun : (runIdOf(holder.run) ?? unknownRun);
}

function nonceIn(holder: GitHolder | 'unknown'): string {
  return holder === 'unknown' ? unknownRun : holder.holder;
}
