import { isTree } from '../derive/forms/tree.ts';
import { compareValues } from '../derive/compare/compare-values.ts';
import { fieldAt } from '../derive/forms/fields.ts';
import { hideLike, keep, keptSecret } from '../derive/forms/kept.ts';
import { hasSecret } from '../derive/forms/masked.ts';
import { hidesValue } from '../derive/forms/echo.ts';
import type { KindName } from '../kinds/kind.ts';
import type { KeptSpec } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json, Path, Spec, Value } from '../model/value.ts';
import { hideSecrets, type ApplyRun } from './run.ts';

/** The observed spec for the ledger; for a string written with a secret, also whether the service showed it. */
export function observedIn(
  run: ApplyRun,
  { kind, spec }: Live,
  { uid, desired, applied }: { uid: string; desired: Spec | undefined; applied: KeptSpec | undefined },
): KeptSpec {
  const written = hideLike(hideLike(spec, desired), applied);
  // The files may not refer any more to a secret that live still has.
  const hidden = hideSecrets(run, written);
  const kept = keep(hidden, run.secrets, run.fingerprint?.(uid));
  return (
    desired === undefined || !hasSecret(desired)
      ? kept
      : withEcho(run, { kind, seen: hidden, kept, desired }, [])
  ) as KeptSpec;
}

interface Sides {
  readonly kind: KindName;
  readonly seen: Value | undefined;
  readonly kept: Json;
  readonly desired: Value | undefined;
}

function withEcho(run: ApplyRun, { kind, seen, kept, desired }: Sides, path: Path): Json {
  if (desired instanceof SecretReference) {
    const secret = keptSecret(kept);
    if (!(seen instanceof Secret) || secret === undefined) return kept;
    const verdict = compareValues(fieldAt(kind, path), desired, seen, run.secrets);
    if (verdict === 'different') return kept;
    const resolved = desired.resolve(run.secrets);
    const isHidden = hidesValue(seen.reveal(), 'value' in resolved ? resolved.value.reveal() : undefined);
    return { $secret: { ...secret, ...(isHidden ? { hidden: true } : { template: desired.template }) } };
  }
  if (!isTree(seen) || !isTree(desired) || !isTree(kept)) return kept;
  const ours = new Map(Object.entries(desired).map(([name, item]) => [name.toLowerCase(), item]));
  return Object.fromEntries(
    Object.entries(kept as KeptSpec).map(([name, item]): [string, Json] => [
      name,
      withEcho(run, { kind, seen: seen[name], kept: item, desired: ours.get(name.toLowerCase()) }, [
        ...path,
        name,
      ]),
    ]),
  );
}
