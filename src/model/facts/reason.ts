import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { type ShapeTable, type ShapedFact, readShaped } from './shaped-fact.ts';

/**
 * The reason for a step's action; `report/plan/words/reason-words.ts` has the sentences. `other` is another resource,
 * `id` that of a live object, `fields` are top-level, `paths` dotted. `owner` is another environment, or the 16
 * hexadecimal digits in the marker of one in another workspace. `to` is the action that a taken identity prevents.
 */
export const stepReasons = {
  // Actions.
  'not-live': {},
  recreated: {},
  differs: { fields: 'texts' },
  reverts: { fields: 'texts' },
  removed: {},
  retired: {},
  forgotten: {},
  'gone-too': {},
  'orphan-gone': {},
  // `unmarked`: by `adopt:`, and no marker shows whether another workspace has adopted the object too.
  adopted: { id: 'text', by: ['adopt', 'unmarked', 'marker'], next: ['nothing', 'update'] },
  'adopted-instead': {
    id: 'text',
    by: ['adopt', 'marker'],
    next: ['nothing', 'update'],
    instead: 'text',
  },
  'as-declared': {},
  renamed: { other: 'text' },
  'declared-again': {},
  /** The files declare it for other environments; `place` is that of its `environments`. */
  restricted: { environment: 'text', place: 'text' },
  // Changes made outside Edgewright.
  drifted: {},
  gone: { id: 'text' },
  'gone-settling': { id: 'text' },
  'gone-replaced': { id: 'text', twins: 'texts' },
  'reverted-by-rule': {},
  'reverted-by-approval': {},
  'recreated-by-approval': {},
  // Blocked: conflicts between files, live state and ledger.
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
  'outcome-unproven': { other: 'text', since: 'text', id: 'text' },
  'ledger-older': { other: 'text', newer: 'text' },
  'may-arrive': { request: ['update', 'delete'], since: 'text', until: 'text' },
  // Adoptions.
  'adopt-missing': { id: 'text' },
  'adopt-type': { id: 'text' },
  'adopt-managed': { id: 'text', other: 'text' },
  'adopt-twice': { id: 'text', other: 'text' },
  'adopt-shared': { id: 'text', owner: 'text', other: 'text' },
  'adopt-marked': { id: 'text', owner: 'text' },
  ambiguous: { count: 'number' },
  unrecorded: { id: 'text' },
  // Removals of an object that the files still name.
  'adopted-elsewhere': { id: 'text', other: 'text' },
  'adopt-names-it': { id: 'text' },
  'heir-exists': { other: 'text' },
  'heir-blocked': { other: 'text' },
  'heir-gone': { other: 'text' },
  // Identities that are taken.
  'taken-by-managed': { other: 'text', id: 'text', to: ['create', 'become'] },
  'taken-by-orphan': { other: 'text', id: 'text', to: ['create', 'become'] },
  'taken-by-unmanaged': { id: 'text', to: ['create', 'become'] },
  'taken-by-tunnel': { id: 'text' },
  'taken-by-shared': { id: 'text', owner: 'text', other: 'text', to: ['create', 'become'] },
  'taken-by-marked': { id: 'text', owner: 'text', to: ['create', 'become'] },
  'both-want': { other: 'text' },
  circle: { other: 'text' },
  // Objects of another environment.
  'shared-adopt': { owner: 'text', id: 'text', other: 'text' },
  'shared-since': { owner: 'text', other: 'text' },
  shared: { owner: 'text', other: 'text' },
  'owned-elsewhere': { id: 'text', owner: 'text' },
  // Steps whose safety depends on another step.
  'rests-on-undone': { other: 'text' },
  'rests-on-filtered': { other: 'text' },
  // Rollbacks.
  'run-created': { run: 'text' },
  'run-created-stays': { run: 'text', kind: kindNames },
  'run-created-changed': { run: 'text' },
  'run-changed-again': { run: 'text' },
  'run-changed-again-outside': { run: 'text' },
  'run-changed-again-later': { run: 'text' },
} as const satisfies ShapeTable;

export type StepReason = ShapedFact<typeof stepReasons>;

/** Reads a reason from a document (code and data); undefined if it is not one of these facts. */
export function readReason(stated: Json): StepReason | undefined {
  return readShaped(stepReasons, stated);
}
