import type { SpecChange } from './spec-change.ts';
import { isIdentical } from '../../derive/compare/is-identical.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { doesAnswer, mayAnswer } from '../../routing/traffic-server.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import { lessProtected } from '../exposure/less-protected.ts';
import { possibleExposureOf } from '../exposure/possible-exposure.ts';
import { asWritten } from './as-written.ts';
import type { Spec } from '../../model/value.ts';

/** Whether the files leave a resource where the last apply put it, and at least as protected. */
export function isDeclaredInPlace({ kind, spec }: Desired, entry: LedgerEntry | undefined): boolean {
  if (entry === undefined) return false;
  const before = asWritten(entry.applied ?? entry.observed);
  const change = { kind, before, after: maskedValue(spec) as Spec };
  return servesSame(change) && lessProtected(change).length === 0 && possibleExposureOf(change).length === 0;
}

/** Whether an object is still where the last apply put it. */
export function isLiveInPlace({ kind, observed }: LedgerEntry, live: Spec): boolean {
  return servesSame({ kind, before: observed, after: live });
}

/** Whether an object serves the same URLs as before, so that none of them goes to another object or comes from one. */
function servesSame({ kind, before, after }: SpecChange): boolean {
  return (
    [...kinds[kind].identity.fields, 'bindings', 'pooling_enabled'].every((name) =>
      isIdentical(before[name], after[name]),
    ) &&
    doesAnswer({ kind, spec: before }) === doesAnswer({ kind, spec: after }) &&
    mayAnswer({ kind, spec: before }) === mayAnswer({ kind, spec: after })
  );
}
