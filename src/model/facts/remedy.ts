import { kindNames } from '../../kinds/index.ts';
import type { Json } from '../value.ts';
import { readShaped, type ShapedFact, type ShapeTable } from './shaped.ts';

/**
 * What a reader can do about a step. `report/plan/words/remedy.ts` says it. `command` is a command line to paste, `ref` an
 * object as `adopt:` takes it, `change` a whole change id, `live` JSON text of what is live, masked, `identity` are
 * `name: value`.
 */
export const remedies = {
  // An outside change.
  pull: { command: 'text' },
  'pull-over': { command: 'text' },
  revert: { address: 'text', environment: 'text', change: 'text' },
  'adopt-successor': { id: 'text', command: 'text', address: 'text', ref: 'text' },
  'remove-from-files': {},
  recreate: { address: 'text', environment: 'text', change: 'text' },
  'undo-all-the-same': { address: 'text', environment: 'text', change: 'text' },
  // What the API cannot do.
  'change-in-dashboard': {},
  'change-outside': {},
  'second-resource': { address: 'text', kind: kindNames },
  'second-route': {},
  'keep-parent': { address: 'text', field: 'text' },
  'delete-in-dashboard': {},
  'declare-value': { field: 'text', live: 'text' },
  'declare-kept': { command: 'text' },
  // A removal.
  retire: { address: 'text' },
  forget: { address: 'text' },
  'remove-and-forget': { address: 'text' },
  'drop-removed': {},
  'set-secret': {},
  'disable-bare': { address: 'text' },
  'declare-references': { field: 'text' },
  // An unknown outcome.
  'look-for': { where: ['dashboard', 'list'], identity: 'texts' },
  'resolve-adopt': { command: 'text' },
  'resolve-absent': { command: 'text' },
  // An adoption.
  'correct-adopt': {},
  'remove-adopt': {},
  'remove-one-adopt': {},
  'remove-adopt-of': { other: 'text' },
  'remove-adopt-to-delete': { address: 'text' },
  'remove-their-adopt': { other: 'text', owner: 'text' },
  adopt: { address: 'text', ref: 'text' },
  'adopt-if-it-is': { id: 'text', address: 'text', ref: 'text' },
  'adopt-then': { address: 'text', ref: 'text' },
  'adopt-from': { owner: 'text', address: 'text', ref: 'text' },
  // A name.
  formerly: { other: 'text' },
  'formerly-there': { address: 'text', other: 'text' },
  'formerly-new': { other: 'text' },
  'formerly-twin': { other: 'text', fields: 'texts' },
  'formerly-place': { other: 'text' },
  'drop-formerly': { address: 'text', other: 'text' },
  'declare-again': {},
  'resolve-first': { other: 'text' },
  // An identity that is taken.
  'make-unequal': {},
  'make-unequal-or-remove': {},
  'make-unequal-or-drop': {},
  'stop-tunnel': {},
  'move-aside': {},
  // Another environment.
  'stop-managing': { owner: 'text', address: 'text', command: 'text' },
  'hand-over': { address: 'text' },
  'leave-there': { address: 'text', environment: 'text' },
  // What its safety rests on.
  'choose-too': { other: 'text' },
  'do-first': { address: 'text', other: 'text' },
} as const satisfies ShapeTable;

export type Remedy = ShapedFact<typeof remedies>;

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readRemedy(stated: Json): Remedy | undefined {
  return readShaped(remedies, stated);
}
