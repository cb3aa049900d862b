import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { readShaped, type ShapedFact, type ShapeTable } from './shaped.ts';

/** What of a run cannot be undone, known before it; the rollback file has it. */
export const rollbackLosses = {
  'cannot-delete': { address: 'text', kind: kindNames },
  /** An object that is created again has a new id. */
  'new-id': { address: 'text', id: 'text?' },
  gone: { address: 'text' },
  'modules-stay': { address: 'text', modules: 'texts' },
  'secrets-unknown': { address: 'text', fields: 'texts' },
  'never-declared': { address: 'text', fields: 'texts' },
} as const satisfies ShapeTable;

export type RollbackLoss = ShapedFact<typeof rollbackLosses>;

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readRollbackLoss(stated: Json): RollbackLoss | undefined {
  return readShaped(rollbackLosses, stated);
}

/** What of a run is not undone, because of what happened since; `other` is another resource. */
export const rollbackKept = {
  replaced: { address: 'text', run: 'text' },
  'other-object': { address: 'text', run: 'text' },
  'no-longer-managed': { address: 'text', run: 'text' },
  'not-in-ledger': { address: 'text', run: 'text' },
  'name-given-away': { address: 'text', run: 'text' },
  'created-again': { address: 'text', run: 'text' },
  'secret-field': { address: 'text', field: 'text' },
  'secret-lost': { address: 'text', field: 'text' },
  'not-managed-again': { address: 'text', id: 'text' },
  'renamed-again': { address: 'text', run: 'text' },
  'name-taken': { address: 'text', other: 'text' },
} as const satisfies ShapeTable;

export type RollbackKept = ShapedFact<typeof rollbackKept>;
