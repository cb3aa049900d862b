import { dotted } from '../../text/pointer.ts';
import { startDrafts } from './drafts.ts';
import { fileEditor } from './file-editor.ts';
import { policyEdit } from './policy-edit.ts';
import type { Known } from '../request.ts';
import { idsOf, writingOf, type LeftOut, type PullRun } from '../run.ts';
import { take } from '../values/take.ts';
import type { Findings, Taking } from '../values/taking.ts';

/**
 * Edits the files of a declared resource to match the live object; leaves them alone if that would lose more than
 * allowed.
 */
export function editKnown(run: PullRun, known: Known): void {
  const { workspace, tools, shared, secretOf } = run;
  const { desired, live, adopts, mayReplace, fields } = known;
  const { address, name, document } = desired;
  const { source, index } = document;
  const leftOut: LeftOut = [];
  const found: Findings = { replaced: [], expressions: [], secrets: [] };
  const undo = [run.ids.mark(), shared.secrets.mark(), shared.files.mark()];
  const drafts = startDrafts(tools, run.drafts);
  const taking: Taking = {
    ...writingOf(run, live, name, leftOut),
    secretOf,
    found,
    standing: 'own',
    isManaged: known.observed !== undefined,
    editFile: fileEditor({ workspace, uses: run.uses, drafts, files: shared.files, tools }, name),
    editPolicy: (text, other) => policyEdit(tools, text, other),
  };
  const taken = take(taking, known);
  const base = { address, live, file: source.path, leftOut, secrets: found.secrets };
  const unwritable = unwritableIn(leftOut, found);
  if (unwritable.length > 0 || (mayReplace === 'no' && found.replaced.length > 0)) {
    for (const each of undo) each();
    if (unwritable.length > 0) run.refused.push({ shown: address, fields: unwritable });
    else run.resources.push({ ...base, how: 'left-alone', fields: found.replaced });
    return;
  }
  drafts.edit({ ...source, index }, taken.document);
  const changes = drafts.changes();
  for (const { path, before, text } of changes) run.drafts.write(path, before, text);
  if (adopts === 'yes') run.adopt.set(address, idsOf(live));
  run.notes.push(...taken.notes);
  run.resources.push({ ...base, how: changes.length === 0 ? 'same' : 'edited', fields });
}

/**
 * Paths whose declared value cannot be replaced by the live one in a file; removing them would declare something else.
 */
function unwritableIn(leftOut: LeftOut, { replaced }: Findings): readonly string[] {
  const paths = leftOut.filter(
    ({ path }) => typeof path.at(-1) === 'number' || replaced.includes(dotted(path)),
  );
  return paths.map(({ path }) => dotted(path));
}
