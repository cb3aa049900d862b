import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { readShaped, type ShapeTable, type ShapedFact } from './shaped-fact.ts';

/**
 * The ways to resolve a step; `report/plan/words/remedy-words.ts` has the sentences. `command` is a command line to
 * paste, `ref` an object in the notation of `adopt:`, `change` a full change id, `live` JSON text of the live value,
 * masked, `identity` a list of `name: value`.
 */
export const remedies = {
  // Changes made outside Edgewright.
  pull: { command: 'text' },
  'pull-over': { command: 'text' },
  revert: { address: 'text', environment: 'text', change: 'text', command: 'text' },
  'adopt-successor': { id: 'text', command: 'text', address: 'text', ref: 'text' },
  'remove-from-files': {},
  recreate: { address: 'text', environment: 'text', change: 'text' },
  'undo-all-the-same': { address: 'text', environment: 'text', change: 'text' },
  // Changes that the API cannot make.
  'change-in-dashboard': {},
  'change-outside': {},
  'second-resource': { address: 'text', kind: kindNames },
  'second-route': {},
  'keep-parent': { address: 'text', field: 'text' },
  'delete-in-dashboard': {},
  'declare-value': { field: 'text', live: 'text' },
  'declare-kept': { command: 'text' },
  // Removals.
  retire: { address: 'text' },
  forget: { address: 'text' },
  'remove-and-forget': { address: 'text' },
  'drop-removed': {},
  'set-secret': {},
  'disable-bare': { address: 'text' },
  'declare-references': { field: 'text' },
  // Unknown outcomes.
  'look-for': { where: ['dashboard', 'list'], identity: 'texts' },
  'resolve-adopt': { command: 'text' },
  'resolve-absent': { command: 'text' },
  'plan-later': { until: 'text' },
  // Adoptions.
  'correct-adopt': {},
  'remove-adopt': {},
  'remove-one-adopt': {},
  'remove-adopt-of': { other: 'text' },
  'remove-adopt-to-delete': { address: 'text' },
  'remove-their-adopt': { other: 'text', owner: 'text' },
  adopt: { address: 'text', ref: 'text' },
  'adopt-if-it-is': { id: 'text', address: 'text', ref: 'text' },
  'own-lineage': {},
  'adopt-then': { address: 'text', ref: 'text' },
  'adopt-from': { owner: 'text', address: 'text', ref: 'text' },
  // Renames.
  formerly: { other: 'text' },
  'formerly-there': { address: 'text', other: 'text' },
  'formerly-new': { other: 'text' },
  'formerly-twin': { other: 'text', fields: 'texts' },
  'formerly-place': { other: 'text' },
  'drop-formerly': { address: 'text', other: 'text' },
  'declare-again': {},
  'rename-in-two': { address: 'text', other: 'text' },
  'resolve-first': { other: 'text' },
  // Identities that are taken.
  'make-unequal': {},
  'make-unequal-or-remove': {},
  'make-unequal-or-drop': {},
  'stop-tunnel': {},
  'move-aside': {},
  // Objects of another environment.
  'stop-managing': { owner: 'text', address: 'text', command: 'text' },
  'apply-there': { owner: 'text', command: 'text' },
  'hand-over': { address: 'text' },
  'leave-there': { address: 'text', environment: 'text' },
  // Steps whose safety depends on another step.
  'choose-too': { other: 'text' },
  'do-first': { address: 'text', other: 'text' },
} as const satisfies ShapeTable;

export type Remedy = ShapedFact<typeof remedies>;

/** Reads a remedy from a document (code and data); undefined if it is not one of these facts. */
export function readRemedy(stated: Json): Remedy | undefined {
  return readShaped(remedies, stated);
}
