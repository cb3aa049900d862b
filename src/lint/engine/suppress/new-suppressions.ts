import { baselineKeyText, keysIn } from '../../baseline/baseline-key.ts';
import { readBaseline } from '../../baseline/read-baseline.ts';
import { takeRecorded } from '../../baseline/apply-baseline.ts';
import type { Levels } from '../levels.ts';
import type { LintInput } from '../lint-run.ts';
import { findSuppressions, hideSuppressed, type Suppression, type Suppressions } from './hide-suppressed.ts';
import { ignoring } from './ignorable.ts';
import { includedBy } from '../../locate/in-resource.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { YamlDocument } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';

interface SuppressedFindings {
  readonly byComments: readonly Diagnostic[];
  readonly byBaseline: readonly Diagnostic[];
}

/** The hidden errors that the comments and the baseline of the base, if there is one, would not hide. */
export function newlySuppressed(
  input: LintInput,
  { byComments, byBaseline }: SuppressedFindings,
  levels: Levels,
): readonly Diagnostic[] {
  const base = input.suppressedIn ?? input.base?.workspace;
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  const [commented, recorded] = [byComments.filter(isError), byBaseline.filter(isError)];
  if (base === undefined || commented.length + recorded.length === 0) return [];
  const { workspace } = input;
  const known = knownSuppressions(workspace, base, includedPolicies(commented));
  const left = hideSuppressed(commented, known, ignoring(input, levels)).shown;
  // The base may have recorded what a comment hides now.
  const all = [...left, ...recorded];
  if (base.baseline === undefined) return all;
  return takeRecorded(all, readBaseline(base.baseline), { levels, keyOf: keysIn(workspace) }).shown;
}

/** The comments that the base has too: for the same rules, at the same part of the same resource or file. */
function knownSuppressions(
  workspace: Workspace,
  base: Workspace,
  included: readonly YamlDocument[],
): Suppressions {
  const [placesHere, placesThere] = [placesIn(workspace), placesIn(base)];
  const before = findSuppressions(base, sameFilesIn(included, base));
  const known = new Set([...before.values()].flat().flatMap(placesThere));
  const suppressionsByFile = [...findSuppressions(workspace, included)].map(
    ([path, all]): [string, readonly Suppression[]] => [
      path,
      all.flatMap((suppression) => {
        const places = placesHere(suppression);
        const words = suppression.words.filter((_, index) => known.has(places[index] ?? ''));
        return words.length === 0 ? [] : [{ ...suppression, words }];
      }),
    ],
  );
  return new Map(suppressionsByFile.filter(([, all]) => all.length > 0));
}

/** Identifies what a comment suppresses: one text for each of its words. */
function placesIn(workspace: Workspace): (suppression: Suppression) => readonly string[] {
  const diagnosticKey = keysIn(workspace);
  return ({ document: { source, range }, words, scope, reason }) =>
    words.map(({ id }) => {
      const start = scope.start + source.text.slice(scope.start, scope.end).search(/\S|$/);
      const place = { source, start, end: scope.end };
      const key = baselineKeyText(
        diagnosticKey({ rule: id, severity: 'error', message: '', place, related: [], environments: [] }),
      );
      // A comment above a document and one above its first key begin at the same part, and hide different parts.
      return JSON.stringify([key, scope.end >= range.end, reason === undefined]);
    });
}

/** The documents of the traffic policies with findings that are files of their own. */
export function includedPolicies(found: readonly Diagnostic[]): readonly YamlDocument[] {
  const sources = new Set(
    found.flatMap(({ place, related }) =>
      related.some(({ label }) => label.startsWith(includedBy)) ? [place.source] : [],
    ),
  );
  return [...sources].flatMap((source) => readYaml(source).documents);
}

/** The same files as another workspace has them. */
function sameFilesIn(documents: readonly YamlDocument[], { readFile }: Workspace): readonly YamlDocument[] {
  const paths = new Set(documents.map(({ source }) => source.path));
  return [...paths].flatMap((path) => {
    const read = readFile(path);
    return 'source' in read ? readYaml(read.source).documents : [];
  });
}
