import { ownerOf } from '../../../src/derive/forms/owner-id.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import { isEmpty } from '../../../src/plan/finish/is-empty-plan.ts';
import { canonical, plainText } from '../../model/service/values.ts';
import { lineage } from '../program/surroundings.ts';
import { secretValue, type Files } from '../world/files.ts';
import { wasUnlocked, type Audit, type Run } from './audit.ts';
import { knownIds, undoneLater, unlike } from './live.ts';

/** The checks once faults have stopped and the tool has run until quiet. */
export function checkFinal(audit: Audit, files: Files, state: LedgerState | undefined, last: Run): void {
  if (state === undefined) return;
  quiet(audit, last);
  sameAsUncrashed(audit, files, state, last);
  noOrphan(audit, files, state, last);
  foreignUnchanged(audit);
  noSecret(audit);
}

/** I5: the last plan is empty, and its apply sent no write; I13 the other way round: what has converged exits 0. */
function quiet({ fail }: Audit, { process }: Run): void {
  if (process.exit !== 0)
    fail(
      'I13',
      `${process.name} exits ${process.exit ?? '-'} though nothing is in the way: ${process.printed.at(-1) ?? ''}`,
    );
  if (process.plan !== undefined && !isEmpty(process.plan))
    fail(
      'I5',
      `the last plan is not empty: ${process.plan.steps.map(({ action, address }) => `${action} ${address}`).join(', ')}`,
    );
  const writes = process.sent.filter(({ method }) => method !== 'GET');
  if (writes.length > 0)
    fail('I5', `${process.name} sends ${writes.map(({ method }) => method).join(', ')} again`);
}

/** I4: the end is that of an uncrashed apply: live is as declared, and nothing is in doubt. */
function sameAsUncrashed({ fail, service }: Audit, files: Files, state: LedgerState, { process }: Run): void {
  for (const each of unlike(service, files, state)) fail('I4', `at the end, ${each}`);
  for (const each of undoneLater(service, files, state)) fail('I14', `${each} once a request arrives`);
  const settled = process.startedAt - 61_000;
  const old = Object.entries(state.unsettled ?? {}).filter(([, { since }]) => Date.parse(since) < settled);
  const doubts = [...Object.keys(state.unknown ?? {}), ...old.map(([op]) => op)];
  if (doubts.length > 0) fail('I14', `${process.name} ends with ${doubts.join(', ')} in doubt`);
}

/** I3: every live object that we made is in the ledger, or the last plan reports it. */
function noOrphan(audit: Audit, { environment }: Files, state: LedgerState, { process }: Run): void {
  const { service, runs, fail } = audit;
  const known = knownIds(state);
  const ours = new Set(
    runs.filter((run) => run.process.environment === environment).map((run) => run.process.name),
  );
  const owner = ownerOf(lineage, environment);
  for (const { method, by, id, path } of service.requests) {
    if (method !== 'POST' || id === undefined || !ours.has(by)) continue;
    const object = service.objects.now().get(id);
    if (object === undefined || known.has(id)) continue;
    if (process.printed.some((line) => line.includes(id))) {
      // Reported is enough for what was sent without a lock; an uncrashed apply leaves nothing else.
      if (!wasUnlocked(audit, environment)) fail('I4', `${id}, made by ${by}, lives, and no ledger has it`);
      continue;
    }
    // What a stopped run sends after its lock was deleted by mistake cannot be found if it cannot be listed.
    if (path.includes('/routes') && wasUnlocked(audit, environment)) continue;
    const isMarked = plainText(object.spec['metadata']).includes(owner);
    fail('I3', `${id}, made by ${by}, lives unreported${isMarked ? '' : ', without a marker'}`);
  }
}

/** I7: at the end as well, what is not ours is as it was. */
function foreignUnchanged({ service, fail }: Audit): void {
  for (const [id, before] of service.foreign) {
    const now = service.objects.now().get(id);
    if (now === undefined || canonical(now.spec) !== canonical(before.spec))
      fail('I7', `${id} is not ours and was changed`);
  }
}

/** I10: no secret in any file or output. */
function noSecret({ machine, runs, fail }: Audit): void {
  if (machine.disk.texts().some((text) => text.includes(secretValue))) fail('I10', 'a file has a secret');
  for (const { process } of runs)
    if (process.printed.some((line) => line.includes(secretValue)))
      fail('I10', `${process.name} printed a secret`);
}
