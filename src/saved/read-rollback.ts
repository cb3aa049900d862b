import { isKindName } from '../kinds/index.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { syntaxProblem } from '../derive/json-syntax.ts';
import type { Rollback } from './rollback.ts';
import { isSame, sealOf } from './seal.ts';

/** What undoes a run, as text with a checksum over it. */
export function rollbackText(rollback: Rollback): string {
  const document = JSON.parse(JSON.stringify(rollback)) as JsonObject;
  return `${JSON.stringify({ ...document, seal: sealOf(document, undefined) })}\n`;
}

/** A problem is the end of a sentence: "is cut off". */
export function readRollback(text: string): Rollback | { readonly problem: string } {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    return { problem: `cannot be read at ${syntax.line}:${syntax.column}: ${syntax.what}` };
  }
  const whole = JSON.parse(text) as Json;
  if (!isObject(whole)) return { problem: 'is no rollback plan' };
  const { seal, ...document } = whole;
  if (typeof document['format'] === 'number' && document['format'] > 1) {
    return { problem: `was written by a newer edgewright (format ${document['format']}; this one knows 1)` };
  }
  const checksum = isObject(seal) ? seal['checksum'] : undefined;
  if (typeof checksum !== 'string' || !isSame(checksum, sealOf(document, undefined).checksum)) {
    return { problem: 'was damaged or edited: its checksum does not match' };
  }
  return isRollback(document) ? (document as unknown as Rollback) : { problem: 'is no rollback plan' };
}

function isRollback({ format, objects, ...named }: JsonObject): boolean {
  const texts = ['environment', 'lineage', 'api', 'run', 'at'].map((name) => named[name]);
  return (
    format === 1 &&
    texts.every((value) => typeof value === 'string') &&
    Array.isArray(objects) &&
    (objects as readonly Json[]).every(isRollbackObject)
  );
}

function isRollbackObject(value: Json): boolean {
  if (!isObject(value)) return false;
  const { address, action, entry, orphan, lost } = value;
  return (
    typeof address === 'string' &&
    typeof action === 'string' &&
    Array.isArray(lost) &&
    [entry, orphan].every((each) => each === undefined || isEntry(each))
  );
}

function isEntry(value: Json): boolean {
  if (!isObject(value)) return false;
  const { kind, id, observed, applied } = value;
  return (
    typeof kind === 'string' &&
    isKindName(kind) &&
    typeof id === 'string' &&
    isObject(observed) &&
    (applied === undefined || isObject(applied))
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
