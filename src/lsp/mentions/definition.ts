import type { Location } from 'vscode-languageserver';
import type { Analysis } from '../engine.ts';
import { declarations, mentionAt, sameName } from './mentions.ts';
import type { Mention } from './mention.ts';
import { clientRange } from '../protocol/positions.ts';

type UriOf = (path: string) => string;

/** The declarations of a name: for a variable or id in each environment, for a file its first line. */
export function definition(
  { workspace }: Analysis,
  path: string,
  offset: number,
  uriOf: UriOf,
): readonly Location[] {
  const mention = mentionAt(workspace, path, offset);
  if (mention === undefined) return [];
  if (mention.type === 'file') {
    const isThere = 'source' in workspace.readFile(mention.name);
    const start = { line: 0, character: 0 };
    return isThere ? [{ uri: uriOf(mention.name), range: { start, end: start } }] : [];
  }
  return declarations(workspace, mention).map((one) => locationOf(one, uriOf));
}

/** The places where a name is used, on request also those where it is declared. */
export function references(
  { workspace }: Analysis,
  path: string,
  offset: number,
  { uriOf, withDeclaration }: { readonly uriOf: UriOf; readonly withDeclaration: boolean },
): readonly Location[] {
  const mention = mentionAt(workspace, path, offset);
  if (mention === undefined) return [];
  return sameName(workspace, mention)
    .filter(({ role }) => withDeclaration || role === 'use')
    .map((one) => locationOf(one, uriOf));
}

function locationOf({ place }: Mention, uriOf: UriOf): Location {
  return { uri: uriOf(place.source.path), range: clientRange(place) };
}
