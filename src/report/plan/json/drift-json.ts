import type { Drift } from '../../../model/drift.ts';
import { jsonText } from '../../text/json.ts';
import { changedTestTree, noteTree, stepTree } from './plan-json.ts';

/** The version of the document; `schemas/drift.schema.json` is its schema. */
const format = 1;

/** Drift as JSON, one entry for each environment. It is not a plan and cannot be applied. */
export function driftJson(drifts: readonly { readonly drift: Drift; readonly isDrifted: boolean }[]): string {
  return jsonText({
    format,
    drift: drifts.map(({ drift: { steps, notes, tests, names, ...drift }, isDrifted }) => ({
      ...drift,
      is_drifted: isDrifted,
      names,
      steps: steps.map((step) => stepTree(step, names)),
      notes: notes.map(noteTree),
      tests: tests?.map(changedTestTree),
    })),
  });
}
