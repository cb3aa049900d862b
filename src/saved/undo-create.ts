import { kinds } from '../kinds/index.ts';
import type { RollbackObject } from './rollback.ts';
import type { Undoing } from './undoing.ts';
import { isConsented } from './is-consented.ts';
import { leftAlone } from './left-alone.ts';
import { sameKept } from './same-kept.ts';
import { specOf } from './written-again.ts';

/** What the run made goes, unless somebody has made more of it since. */
export function undoCreate(undoing: Undoing, object: RollbackObject): void {
  const { ledger, find, kept, gone, held, run } = undoing;
  const { address, entry, fields } = object;
  if (entry !== undefined) {
    kept.push(`\`${address}\` stays: what run ${run} made it in the place of was gone before`);
    return;
  }
  const found = find(object);
  if (found === undefined) {
    if (ledger.resources[address] !== undefined)
      kept.push(`\`${address}\` stays: it is not the object that run ${run} made`);
    return;
  }
  if (found.place === 'orphans') {
    kept.push(`\`${found.address}\` stays: it was let go of since run ${run}`);
    return;
  }
  const applied = found.entry.applied ?? {};
  const names = [...new Set([...Object.keys(fields), ...Object.keys(applied)])].filter(
    (name) => !sameKept(kinds[found.entry.kind].fields[name], applied[name], fields[name]?.left, 'named'),
  );
  const pick = (spec: typeof applied): typeof applied =>
    Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
  const left = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.left === undefined ? [] : [[name, field.left] as const],
    ),
  );
  const step = leftAlone(
    {
      address: found.address,
      entry: found.entry,
      run,
      environment: ledger.environment,
      reason: `run ${run} made it, and it was changed since: it stays`,
    },
    { now: specOf(pick(applied)), was: specOf(pick(left)) },
  );
  if (names.length === 0 || isConsented(undoing, step)) gone.add(found.address);
  else held.push(step);
}
