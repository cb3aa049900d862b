import type { RunAbout } from '../model/ledger/journal.ts';

/** The id of a run if it is one: it becomes part of a command. */
export function runIdOf(run: RunAbout): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(run.id) ? run.id : undefined;
}
