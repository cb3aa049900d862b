import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { readShaped, type ShapedFact, type ShapeTable } from './shaped.ts';

/**
 * Why a step is what it is. `report/plan/words/reason.ts` says it. `other` is another resource, `id` that of a live object,
 * `fields` are top-level, `paths` dotted; `owner` is another environment, or the 16 hexadecimal digits that a marker has for
 * one of another workspace; `to` is what the step would do with an identity that is taken.
 */
export const stepReasons = {
  // What is done.
  'not-live': {},
  recreated: {},
  differs: { fields: 'texts' },
  reverts: { fields: 'texts' },
  removed: {},
  retired: {},
  forgotten: {},
  'gone-too': {},
  'orphan-gone': {},
  adopted: { id: 'text', by: ['adopt', 'marker'], next: ['nothing', 'update'] },
  'adopted-instead': { id: 'text', by: ['adopt', 'marker'], next: ['nothing', 'update'], instead: 'text' },
  'as-declared': {},
  renamed: { other: 'text' },
  'declared-again': {},
  // What was changed outside.
  drifted: {},
  gone: { id: 'text' },
  'gone-settling': { id: 'text' },
  'gone-replaced': { id: 'text', twins: 'texts' },
  'reverted-by-rule': {},
  'reverted-by-approval': {},
  'recreated-by-approval': {},
  // Why it is blocked: the files, live and the ledger.
  conflict: { fields: 'texts' },
  'cannot-unset': { fields: 'texts' },
  'not-kept': { fields: 'texts', times: 'number' },
  'cannot-move': { field: 'text' },
  'cannot-change': { kind: kindNames, fields: 'texts' },
  'cannot-change-type': { id: 'text' },
  'cannot-delete': { kind: kindNames },
  'cannot-delete-type': { id: 'text' },
  'cannot-disable': { kind: kindNames },
  'disable-not-kept': { fields: 'texts', times: 'number' },
  'mask-repeated': { field: 'text' },
  'secret-lost': { field: 'text', paths: 'texts', templates: 'texts' },
  'outcome-unknown': { other: 'text', since: 'text' },
  // An adoption.
  'adopt-missing': { id: 'text' },
  'adopt-type': { id: 'text' },
  'adopt-managed': { id: 'text', other: 'text' },
  'adopt-twice': { id: 'text', other: 'text' },
  'adopt-shared': { id: 'text', owner: 'text', other: 'text' },
  'adopt-marked': { id: 'text', owner: 'text' },
  ambiguous: { count: 'number' },
  // A removal, where the files still name the object.
  'adopted-elsewhere': { id: 'text', other: 'text' },
  'adopt-names-it': { id: 'text' },
  'heir-exists': { other: 'text' },
  'heir-blocked': { other: 'text' },
  'heir-gone': { other: 'text' },
  // An identity that is taken.
  'taken-by-managed': { other: 'text', id: 'text', to: ['create', 'become'] },
  'taken-by-orphan': { other: 'text', id: 'text', to: ['create', 'become'] },
  'taken-by-unmanaged': { id: 'text', to: ['create', 'become'] },
  'taken-by-tunnel': { id: 'text' },
  'taken-by-shared': { id: 'text', owner: 'text', other: 'text', to: ['create', 'become'] },
  'taken-by-marked': { id: 'text', owner: 'text', to: ['create', 'become'] },
  'both-want': { other: 'text' },
  circle: {},
  // Another environment.
  'shared-adopt': { owner: 'text', id: 'text', other: 'text' },
  'shared-since': { owner: 'text', other: 'text' },
  shared: { owner: 'text', other: 'text' },
  // What its safety rests on.
  'rests-on-undone': { other: 'text' },
  'rests-on-filtered': { other: 'text' },
  // A rollback.
  'run-created': { run: 'text' },
  'run-created-stays': { run: 'text', kind: kindNames },
  'run-created-changed': { run: 'text' },
  'run-changed-again': { run: 'text' },
  'run-changed-again-outside': { run: 'text' },
  'run-changed-again-later': { run: 'text' },
} as const satisfies ShapeTable;

export type StepReason = ShapedFact<typeof stepReasons>;

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readReason(stated: Json): StepReason | undefined {
  return readShaped(stepReasons, stated);
}
