import type { PlaceInFile } from './place-in-file.ts';
import type { PolicyVariableName } from '../traffic-policy/policy-variables.ts';
import { policyTextAt } from '../traffic-policy/policy-place.ts';
import type { Edit } from '../../model/fix.ts';
import type { Place, Range } from '../../model/document.ts';
import { unquoted } from '../rough-parse/rough-key.ts';
import { endpointsAt } from '../mentions/endpoint-urls.ts';
import type { Location } from 'vscode-languageserver';

/** The variable that a policy sets, at its declaration or at a use. */
export async function variableInPolicy({
  analysis,
  path,
  document,
  offset,
}: PlaceInFile): Promise<PolicyVariableName | undefined> {
  const text = document.text.getText();
  const policy = policyTextAt(analysis.workspace, { path, text, offset });
  if (policy === undefined) return undefined;
  const { policyVariableAt } = await import('../traffic-policy/policy-variables.ts');
  return policyVariableAt(policy, text, offset);
}

/** The edits that rename a variable of a policy, or why it cannot have the name; undefined at any other place. */
export async function renameInPolicy(
  place: PlaceInFile,
  newName: string,
): Promise<{ readonly edits: readonly Edit[] } | { readonly problem: string } | undefined> {
  const variable = await variableInPolicy(place);
  if (variable === undefined) return undefined;
  const { variableNameProblem } = await import('../traffic-policy/policy-variables.ts');
  const problem = variableNameProblem(variable, newName);
  if (problem !== undefined) return { problem };
  const source = { path: place.path, text: place.document.text.getText() };
  const places = [...variable.declarations, ...variable.uses];
  return { edits: places.map(({ start, end }) => ({ source, start, end, text: newName })) };
}

/** The endpoints that serve the URL at a place of a policy, such as that of a forward. */
export function endpointsInPolicy({ analysis, path, document, offset }: PlaceInFile): readonly Place[] {
  const text = document.text.getText();
  const policy = policyTextAt(analysis.workspace, { path, text, offset });
  const key = policy?.keys.findLast(({ start }) => start <= offset);
  if (key === undefined || key.value === '') return [];
  const start = text.indexOf(key.value, key.end);
  const url = unquoted(key.value.replace(/\s+#.*$/, '').trim());
  const isWithin = start <= offset && offset <= start + key.value.length;
  return isWithin && url.includes('://') ? endpointsAt(analysis.workspace, url) : [];
}

export function locationsOf(placeInFile: PlaceInFile, places: readonly Range[]): readonly Location[] {
  const uri = placeInFile.client.uriOf(placeInFile.path);
  return places.map((place) => ({ uri, range: rangeIn(placeInFile, place) }));
}

export function rangeIn({ document }: PlaceInFile, { start, end }: Range): Location['range'] {
  return { start: document.text.positionAt(start), end: document.text.positionAt(end) };
}
