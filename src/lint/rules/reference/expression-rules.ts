import { fieldAt } from '../../../derive/forms/fields.ts';
import { entryWithKey } from '../../../derive/yaml/document-tree.ts';
import { variablePattern } from '../../../kinds/documents/forms.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { Place, YamlDocument } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { deleteEntry } from '../../domain/documents/delete-document.ts';
import { eachText, scalarsIn } from '../../domain/specs/each-text.ts';
import { mentionsIn } from '../../domain/specs/values-mentioned.ts';
import { isReadWhole } from '../../domain/specs/read-whole.ts';
import {
  always,
  documentRules,
  recommended,
  reportedRules,
  resourceRules,
  workspaceRules,
} from '../../rule-group.ts';
import { onRoute, onEndpoint, besideFiles, inProduction } from '../../rule-examples.ts';
import { type Finding, type Rule, type Subject } from '../../rule.ts';
import { quoted } from '../../../text/quoted.ts';
import { replacement } from '../../fix-request.ts';
import { placeOf } from '../../../derive/yaml/node-place.ts';

const expression = new RegExp(String.raw`(?<!\$)\$\((?:(?:secret|file):[^)\n]+|${variablePattern})\)`, 'g');
const wholeFile = /^\$\(file:([^)]+)\)$/;

const expressionFileExpression = new RegExp(
  String.raw`(?<!\$)\$\((?:(?<variable>${variablePattern})|secret:(?<secret>\w+)|file:[^)]+)\)`,
  'g',
);

const foreign = /\$\{[A-Z][A-Z0-9_]*\}|\{\{-?\s*[.$]?[\w.]+\s*-?\}\}/;
/** In a host or a URL, where braces and dollars mean nothing else. */
const foreignInAddress = /\$?\{\{?-?\s*[.$]?[A-Za-z_][\w.-]*\s*-?\}?\}|\$[A-Za-z_]\w*/;
const addressForms: ReadonlySet<string> = new Set(['endpoint-url', 'hostport', 'issuer-url']);
const none: readonly Hit[] = [];

export const referenceExpressionRules: readonly Rule[] = [
  ...documentRules(
    { group: 'reference', source: 'expressions' },
    {
      'expression-place': {
        severity: recommended('warn'),
        summary: 'An expression is used where expressions are not evaluated.',
        why: 'Expressions are evaluated under `spec` and `overrides` only; here `$(name)` is kept as literal text.',
        bad: `kind: endpoint
name: www
labels: { stage: $(environment) }
spec: { url: https://www.example.com }
`,
        good: `kind: endpoint
name: www
labels: { stage: live }
spec: { url: https://www.example.com }
`,
        *check(document, { meaning }) {
          if (meaning?.kind === 'approval') yield* expressionsUnder(document, 'reason', 'a reason');
          else if (meaning !== undefined && meaning.kind !== 'removed')
            yield* expressionsUnder(document, 'labels', 'a label');
        },
      },
      'file-expression': {
        severity: recommended('warn'),
        summary: 'A file that is sent unchanged has an expression in it.',
        why: 'A file is sent byte for byte, so the API gets the expression and not its value.',
        bad: besideFiles(onEndpoint('metadata: $(file:notes/www.txt)'), {
          'notes/www.txt': 'runs in $(environment)',
        }),
        good: onEndpoint('metadata: runs in $(environment)'),
        *check({ root, source }, { workspace, meaning }) {
          if (root === undefined || meaning === undefined || !source.text.includes('$(file:')) return;
          for (const { node } of scalarsIn(root)) {
            const file = typeof node.value === 'string' ? wholeFile.exec(node.value)?.[1] : undefined;
            const read = file === undefined ? undefined : workspace.readFile(file);
            if (file === undefined || read === undefined || 'problem' in read || !read.text.includes('$('))
              continue;
            const first = expressionIn(read.source.text, workspace);
            if (first === undefined) continue;
            const place: Place = { source: read.source, start: first.start, end: first.end };
            yield {
              at: { place: placeOf(source, node) },
              message: `${quoted(read.source.text.slice(first.start, first.end))} in ${quoted(file)} is not evaluated`,
              help: 'write the value here instead of in a file; a traffic policy can be a mapping',
              related: [{ place, label: 'is not replaced' }],
            };
          }
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'reference', source: 'expressions', by: 'compiler' },
    {
      'expression-syntax': {
        severity: always('error'),
        fix: 'unsafe',
        summary: 'An expression is malformed.',
        why: 'An expression that cannot be read has no value, so the resource cannot be compiled.',
        ignorable: false,
        bad: onEndpoint('description: $(the name)'),
        good: onEndpoint('description: $(name)'),
      },
      'file-is-resource': {
        severity: always('error'),
        by: 'reader',
        summary: 'A file is both a resource file and included by `$(file:path)`.',
        why: 'The same file cannot be both a resource and the value of a field.',
        ignorable: false,
        bad: besideFiles(onEndpoint('metadata: $(file:resources/other.yaml)'), {
          'resources/other.yaml': onEndpoint('', { name: 'b', url: 'https://b.example.com' }),
        }),
        good: besideFiles(onEndpoint('metadata: $(file:notes/other.txt)'), { 'notes/other.txt': 'notes' }),
      },
      'file-unreadable': {
        severity: always('error'),
        source: 'untrusted-files',
        summary: 'A file cannot be read.',
        why: 'A file that cannot be read cannot be compiled, and its resources would look removed.',
        isEvident: true,
        ignorable: false,
        bad: onEndpoint('traffic_policy: $(file:policies/www.json)'),
        good: besideFiles(onEndpoint('traffic_policy: $(file:policies/www.json)'), {
          'policies/www.json': '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
        }),
      },
      'undefined-variable': {
        severity: always('error'),
        summary: 'A variable is not declared in the environment.',
        why: '`$(name)` has no value in the environment, so the resource cannot be compiled.',
        isEvident: true,
        fix: 'unsafe',
        ignorable: false,
        bad: onEndpoint('', { url: 'https://www.$(domian)' }),
        good: onEndpoint('', { url: 'https://www.$(domain)' }),
      },
      'variable-name': {
        severity: always('error'),
        by: 'reader',
        summary: 'A variable has an invalid name or no value.',
        why: 'A variable with an invalid name or without a value cannot be used as `$(name)`.',
        ignorable: false,
        bad: inProduction(onRoute(), 'vars: { 2nd: a }'),
        good: inProduction(onRoute('description: $(second)'), 'vars: { second: a }'),
      },
    },
  ),
  ...resourceRules(
    { group: 'reference', source: 'expressions' },
    {
      'foreign-variable': {
        severity: recommended('error'),
        fix: 'unsafe',
        summary: 'A variable has the syntax of a shell or a template.',
        why: 'Edgewright evaluates `$(name)` only, so the API gets these characters as they are.',
        bad: onEndpoint('description: serves ${DOMAIN}'),
        good: onEndpoint('description: serves $(domain)'),
        check(resource, report, { workspace, environment }) {
          for (const { path, found, isAddress } of foreignIn(resource)) {
            const word = found[0];
            const declared = workspace?.environments.get(environment)?.vars;
            const named = /[\w-]+(?=\W*$)/.exec(word)?.[0] ?? 'name';
            const meant = declared?.has(named) === true ? named : named.toLowerCase();
            const isDeclared = declared?.has(meant) === true;
            const { input, index } = found;
            const text = `${input.slice(0, index)}$(${meant})${input.slice(index + word.length)}`;
            const fix = replacement('unsafe', path, text);
            report({
              at: { path, within: { start: index, end: index + word.length } },
              message: `${quoted(word)} is not an expression: it is sent as literal text`,
              help: isDeclared
                ? `write \`$(${meant})\``
                : `write \`$(${meant})\`, and \`${meant}\` under \`vars\` of each environment`,
              severity: isAddress ? undefined : 'warn',
              fix: isDeclared ? fix : undefined,
            });
          }
        },
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'expressions' },
    {
      'unused-variable': {
        severity: recommended('warn'),
        summary: 'A variable is not used.',
        why: 'No resource and no preset uses the variable, so its value changes nothing.',
        fix: 'unsafe',
        bad: inProduction(onRoute('description: $(name)'), 'vars: { name: shop, domain: example.com }'),
        good: inProduction(onRoute('description: $(name)'), 'vars: { name: shop }'),
        *check(workspace) {
          if (!isReadWhole(workspace)) return;
          const { variables: used } = mentionsIn(workspace);
          for (const environment of workspace.environments.values()) {
            for (const { name, place } of environment.vars.values()) {
              if (used.has(name)) continue;
              const fix = deleteEntry(environment, 'vars', place);
              yield {
                at: { place },
                message: `unused variable ${quoted(name)}`,
                ...(fix === undefined
                  ? { help: `delete ${quoted(name)}, or use it: \`$(${name})\`` }
                  : { fix }),
              };
            }
          }
        },
      },
    },
  ),
];

function* expressionsUnder({ root, source }: YamlDocument, key: string, what: string): Generator<Finding> {
  const top = root?.type === 'map' ? entryWithKey(root.entries, key)?.value : undefined;
  // With a backslash, the expression may be spelled with escapes.
  if (top === undefined || !/\$\(|\\/.test(source.text.slice(top.start, top.end))) return;
  for (const { node, path } of scalarsIn(top, [key])) {
    if (typeof node.value !== 'string' || !node.value.includes('$(')) continue;
    for (const { 0: text, index } of node.value.matchAll(expression)) {
      yield {
        at: { path, within: { start: index, end: index + text.length } },
        message: `${quoted(text)} stays as it is: ${what} is not evaluated`,
        help: 'write the value itself',
      };
    }
  }
}

/** The first expression that would resolve. Others are ignored, because other languages use `$(…)` too. */
function expressionIn(
  text: string,
  { environments, settings }: Workspace,
): { readonly start: number; readonly end: number } | undefined {
  for (const { 0: whole, index, groups } of text.matchAll(expressionFileExpression)) {
    const { variable, secret } = groups ?? {};
    const isKnown =
      variable !== undefined
        ? variable === 'environment' || [...environments.values()].some(({ vars }) => vars.has(variable))
        : secret === undefined || settings.secrets.has(secret);
    if (isKnown) return { start: index, end: index + whole.length };
  }
  return undefined;
}

/** Invalid ids have been reported. */
function isReference(kind: KindName, path: Path): boolean {
  const field = fieldAt(kind, path);
  return field?.type === 'string' && field.refersTo !== undefined;
}

interface Hit {
  readonly path: Path;
  readonly found: RegExpExecArray;
  /** Whether it is in a host or a URL. */
  readonly isAddress: boolean;
}

function foreignIn({ kind, spec }: Subject): readonly Hit[] {
  let hits: Hit[] | undefined;
  for (const name of Object.keys(spec)) {
    // Checked by other rules, or in a language of its own.
    if (name === 'traffic_policy' || name === 'metadata' || name === 'match') continue;
    eachText(spec[name], [name], (text, path) => {
      if (typeof text !== 'string' || !/[{$]/.test(text)) return;
      if (path.at(-1) === 'idp_metadata') return;
      const field = fieldAt(kind, path);
      const isAddress = field?.type === 'string' && addressForms.has(field.form);
      const found = (isAddress ? foreignInAddress : foreign).exec(text);
      if (found !== null && !isReference(kind, path))
        (hits ??= []).push({ path: [...path], found, isAddress });
    });
  }
  return hits ?? none;
}
