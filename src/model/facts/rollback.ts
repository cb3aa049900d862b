import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { readShaped, type ShapeTable, type ShapedFact } from './shaped-fact.ts';

/** Losses that are known before a run: the parts of it that cannot be undone. The rollback file records them. */
export const rollbackLosses = {
  'cannot-delete': { address: 'text', kind: kindNames },
  /** The object will be created again, with a new id. */
  'new-id': { address: 'text', id: 'text?' },
  gone: { address: 'text' },
  'modules-stay': { address: 'text', modules: 'texts' },
  'secrets-unknown': { address: 'text', fields: 'texts' },
  'never-declared': { address: 'text', fields: 'texts' },
} as const satisfies ShapeTable;

export type RollbackLoss = ShapedFact<typeof rollbackLosses>;

/** Reads a loss from a document (code and data); undefined if it is not one of these facts. */
export function readRollbackLoss(stated: Json): RollbackLoss | undefined {
  return readShaped(rollbackLosses, stated);
}

/** The parts of a run that a rollback keeps because of later changes; `other` is another resource. */
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
