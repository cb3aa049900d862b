import { keptSecret } from '../../derive/forms/kept.ts';
import { parseTemplate } from '../../derive/forms/parse-template.ts';
import type { Desired } from '../../model/desired.ts';
import type { KeptSpec, LedgerEntry } from '../../model/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { Address, ResourceDocument } from '../../model/workspace.ts';

/** A ledger value in the form of a declared resource, without places in a file. */
export function writtenAgain(
  address: Address,
  { kind }: Pick<LedgerEntry, 'kind'>,
  environment: string,
  spec: Spec,
): Desired {
  const source = { path: '', text: '' };
  const name = address.slice(kind.length + 1);
  const document = { kind, name, address } as unknown as ResourceDocument;
  return {
    address,
    kind,
    name,
    environment,
    labels: {},
    formerly: [],
    spec,
    document,
    originOf: () => ({ place: { source, start: 0, end: 0 }, layer: 'spec', through: [] }),
    written: () => ({ document, layers: new Map(), replaced: [] }),
  };
}

export function specOf(kept: KeptSpec): Record<string, Value> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, valueOf(value, name)]));
}

/** A secret without a name is omitted, so that it is not compared. */
export function valueOf(value: Json, name: string): Value {
  const secret = keptSecret(value);
  if (secret?.template !== undefined) return parseTemplate(secret.template, name === 'traffic_policy');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => valueOf(item, name));
  const parts = Object.entries(value).filter(([, item]) => {
    const inner = keptSecret(item);
    return inner === undefined || inner.template !== undefined;
  });
  return Object.fromEntries(parts.map(([key, item]) => [key, valueOf(item, name)]));
}

/** Whether the value can be sent: the value of a secret without a name is unknown. */
export function isRestorable(value: Json): boolean {
  const secret = keptSecret(value);
  if (secret !== undefined) return secret.template !== undefined;
  return (
    typeof value !== 'object' || value === null || Object.values(value).every((item) => isRestorable(item))
  );
}
