import { matchesGlob } from '../../../text/patterns/glob.ts';
import { entryOf } from '../../../derive/yaml/document-tree.ts';
import { kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { DocumentNode, ScalarNode, YamlDocument } from '../../../model/document.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { suggestionOr, suggestions } from '../../../text/suggest.ts';
import { changedLeaves } from '../../domain/documents/changed-settings.ts';
import { deleteApproval, deleteDocument } from '../../domain/documents/delete-document.ts';
import { fitting, wholeWords } from '../../domain/message-words.ts';
import { historyOf } from '../../domain/documents/known-before.ts';
import {
  always,
  crossRules,
  documentRules,
  recommended,
  reportedRules,
  workspaceRules,
} from '../../rule-group.ts';
import {
  approvalDocument,
  onRoute,
  onEndpoint,
  removedDocument,
  inOneFile,
  withSettings,
  inProduction,
} from '../../rule-examples.ts';
import { type Finding, type Rule, type WorkspaceContext, type RuleContext } from '../../rule.ts';
import { lineStart, nextLine } from '../../../edit/lines.ts';
import { removePart } from '../../../edit/remove-part.ts';
import { quoted } from '../../../text/quoted.ts';
import { isUsed } from '../../../derive/compare/used-approval.ts';
import { repeated } from '../../domain/specs/text-items.ts';
import { replacement, type FixRequest } from '../../fix-request.ts';
import type { Address } from '../../../model/workspace/address.ts';
import type { Approval, ResourceDocument } from '../../../model/workspace/workspace-document.ts';
import { placeOf, entryRange } from '../../../derive/yaml/node-place.ts';

export const referenceAddressRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'reference', source: 'edgewright-file-format', by: 'reader' },
    {
      'address-format': {
        severity: always('error'),
        summary: 'A resource address is malformed.',
        why: 'A resource address is `<kind>/<name>`; anything else refers to no resource.',
        ignorable: false,
        bad: inProduction(onRoute(), 'adopt: { shop: edghts_2NA/edghtsrt_2NG }'),
        good: inProduction(onRoute(), 'adopt: { https-route/shop: edghts_2NA/edghtsrt_2NG }'),
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'approvals-and-removals' },
    {
      'approval-elsewhere': {
        severity: always('error'),
        ignorable: false,
        summary: 'An approval is in a file that may have none.',
        why: 'The option `files` limits approvals to files whose owners may approve, for example by CODEOWNERS, and without it every resource file may have them.',
        options: { files: [] },
        bad: withSettings(
          approvalDocument('exposure', 'https-route/docs', 'docs go public, SEC-412'),
          'lint:',
          '  rules:',
          '    approval-elsewhere: { options: { files: ["resources/approvals/**"] } }',
        ),
        good: approvalDocument('exposure', 'https-route/docs', 'docs go public, SEC-412'),
        *check({ approvals }, { options }) {
          const files = Array.isArray(options['files']) ? options['files'].map(String) : [];
          if (files.length === 0) return;
          for (const { addressNode, document } of approvals) {
            const { path } = document.source;
            if (files.some((glob) => matchesGlob(glob, path))) continue;
            yield {
              at: { place: placeOf(document.source, addressNode) },
              message: 'an approval is not allowed in this file',
              help: `move the document to a file that matches ${files.map(quoted).join(' or ')}`,
            };
          }
        },
      },
      'approval-unmatched': {
        severity: recommended('warn'),
        summary: 'An approval matches no resource.',
        why: 'An approval allows one change of one resource in one environment; this one matches none, so it allows nothing.',
        fix: 'safe',
        bad: inOneFile(
          onEndpoint(),
          approvalDocument('revert', 'endpoint/wwww', 'the dashboard was used at night, SEC-412'),
        ),
        good: inOneFile(
          onEndpoint(),
          approvalDocument('revert', 'endpoint/www', 'the dashboard was used at night, SEC-412'),
        ),
        *check(workspace, context) {
          if (workspace.approvals.length === 0) return;
          const known = new Set<string>(workspace.resources.map(({ address }) => address));
          for (const { address } of workspace.removed) known.add(address);
          for (const { formerly, kind } of workspace.resources)
            for (const { name } of formerly) known.add(`${kind}/${name}`);
          const environments = [...workspace.environments.keys()];
          const names = [...known];
          const inBase = new Set<string>(context.base?.workspace.resources.map(({ address }) => address));
          for (const approval of workspace.approvals) {
            const finding =
              unknownEnvironment(approval, environments) ??
              unknownAddress(approval, {
                known,
                names,
                inBase,
                environments,
                yaml: workspace.yaml,
                context,
              }) ??
              partOfChange(approval);
            if (finding !== undefined) yield finding;
          }
        },
      },
      'duplicate-formerly': {
        severity: always('error'),
        source: 'edgewright-file-format',
        summary: 'Two resources claim the same former name.',
        why: 'Only one resource can take over the object of a former name; the other would be created a second time.',
        bad: inOneFile(
          onEndpoint('', { formerly: '[web]' }),
          onEndpoint('', { name: 'shop', formerly: '[web]', url: 'https://shop.example.com' }),
        ),
        good: inOneFile(
          onEndpoint('', { formerly: '[web]' }),
          onEndpoint('', { name: 'shop', url: 'https://shop.example.com' }),
        ),
        *check({ resources }) {
          const all = resources.flatMap((resource) =>
            resource.formerly.map(({ name, node }) => ({ resource, name: `${resource.kind}/${name}`, node })),
          );
          for (const { item, first } of repeated(all, ({ name }) => name)) {
            if (first.resource === item.resource) continue;
            yield {
              at: { place: placeOf(item.resource.source, item.node) },
              message: `\`${item.name}\` is used twice, by \`${first.resource.address}\` and by \`${item.resource.address}\``,
              help: 'keep `formerly` in the one that has the object; for a resource of one environment, keep the old name there',
              related: [{ place: placeOf(first.resource.source, first.node), label: 'first here' }],
            };
          }
        },
      },
      'duplicate-resource': {
        severity: always('error'),
        source: 'edgewright-file-format',
        summary: 'Two resources, or two presets, have the same name.',
        why: 'The ledger finds an object by its resource address, so only one of the two could exist.',
        bad: inOneFile(onEndpoint(), onEndpoint('', { url: 'https://b.example.com' })),
        good: inOneFile(onEndpoint(), onEndpoint('', { name: 'other', url: 'https://b.example.com' })),
        *check({ yaml }) {
          const named = yaml.flatMap(({ root, source }) => {
            const [kind, name] = [word(root, 'kind'), word(root, 'name')];
            if (kind === undefined || name === undefined) return [];
            return [{ address: `${String(kind.value)}/${String(name.value)}`, place: placeOf(source, name) }];
          });
          let declared: DeclaredAddresses | undefined;
          for (const { item, first } of repeated(named, ({ address }) => address)) {
            declared ??= declaredIn(yaml);
            yield {
              at: { place: item.place },
              message: `${quoted(item.address)} is declared twice`,
              label: 'declared again here',
              help: helpFor(item.place.source.path, declared),
              related: [{ place: first.place, label: 'first declared here' }],
            };
          }
        },
      },
      'formerly-spent': {
        severity: recommended('info'),
        source: 'edgewright-file-format',
        summary: 'A former name is no longer needed.',
        why: 'Every ledger already has the resource under its new name, so `formerly` has no effect.',
        fix: 'safe',
        bad: onEndpoint('', { formerly: '[web]' }),
        good: onEndpoint(),
        *check(workspace, context) {
          const renamed = workspace.resources.filter(({ formerly }) => formerly.length > 0);
          const ledgers = renamed.length === 0 ? undefined : ledgersOfAll(workspace, context);
          if (ledgers === undefined) return;
          for (const resource of renamed) {
            const { document, formerly, kind, address } = resource;
            if (!hasMoved(resource, ledgers)) continue;
            for (const { name, node } of formerly) {
              const former: Address = `${kind}/${name}`;
              if (ledgers.some((ledger) => knows(ledger, former, address))) continue;
              if (protectsOnly(workspace.settings.safety.protect, former, address)) continue;
              const fix = removalOf(document, 'formerly', node);
              yield {
                at: { place: placeOf(document.source, node) },
                message: fitting(
                  `every ledger has \`${address}\` under its new name: delete \`${name}\``,
                  `every ledger has the new name: delete \`${name}\``,
                ),
                fix,
              };
            }
          }
        },
      },
      'removed-declared': {
        severity: recommended('warn'),
        summary: 'A `removed` document names a resource that is still declared.',
        why: 'A declared resource stays live, so the `removed` document has no effect.',
        bad: inOneFile(onEndpoint(), removedDocument('endpoint/www', 'forget')),
        good: inOneFile(onEndpoint(), removedDocument('endpoint/old-www', 'forget')),
        *check({ removed, resources, environments }) {
          if (removed.length === 0) return;
          for (const { address, addressNode, document } of removed) {
            const resource = resources.find((candidate) => candidate.address === address);
            // If the resource is declared for some environments only, the document may be for the others.
            const only = resource?.environments?.map(({ name }) => name);
            const isElsewhere =
              only !== undefined && [...environments.keys()].some((name) => !only.includes(name));
            if (resource === undefined || isElsewhere) continue;
            yield {
              at: { place: placeOf(document.source, addressNode) },
              message: `\`${address}\` is still declared, so it is not removed`,
              help: 'delete the resource, or this document',
              related: [{ place: placeOf(resource.source, resource.nameNode), label: 'declared here' }],
            };
          }
        },
      },
      'removed-spent': {
        severity: recommended('info'),
        summary: 'A `removed` document is no longer needed.',
        why: 'No ledger manages the resource any more, so the document has no effect.',
        fix: 'safe',
        bad: inOneFile(onEndpoint(), removedDocument('https-route/old-shop', 'retire')),
        good: onEndpoint(),
        *check(workspace, context) {
          if (workspace.removed.length === 0) return;
          const ledgers = ledgersOfAll(workspace, context);
          if (ledgers === undefined) return;
          const written = new Set<string>(workspace.resources.map(({ address }) => address));
          for (const { address, addressNode, document } of workspace.removed) {
            if (written.has(address) || ledgers.some(({ resources }) => resources[address] !== undefined))
              continue;
            const fix = deleteDocument(document, workspace.yaml, {
              safety: 'safe',
              title: 'delete the document',
            });
            yield {
              at: { place: placeOf(document.source, addressNode) },
              message: fitting(
                `no ledger manages \`${address}\` any more: delete this document`,
                `no ledger manages \`${address}\``,
              ),
              fix,
            };
          }
        },
      },
    },
  ),
  ...crossRules(
    { group: 'reference', source: 'approvals-and-removals' },
    {
      'approval-used': {
        severity: recommended('warn'),
        summary: 'An approval was already used.',
        why: 'An approval is single-use, so this one allows nothing more; if it stays, readers think that it does.',
        fix: 'safe',
        bad: inOneFile(onEndpoint(), approvalDocument('delete', 'endpoint/old', 'no one uses it any more')),
        good: onEndpoint(),
        *check(resources, context) {
          const { ledger } = context;
          if (ledger === undefined) return;
          const approvals = approvalsFor(context);
          if (approvals.length === 0) return;
          const { continued } = historyOf(resources, context);
          const byAddress = new Map(continued.map((history) => [history.subject.address, history]));
          const written = new Set(context.workspace?.resources.map(({ address }) => address));
          for (const approval of approvals) {
            const { allow, address, addressNode, document } = approval;
            const managed = byAddress.get(address);
            const isDone =
              allow === 'delete'
                ? !written.has(address) && ledger.resources[address] === undefined
                : allow === 'exposure' &&
                  managed?.before.spec !== undefined &&
                  ledger.resources[address] !== undefined &&
                  changedLeaves(managed.subject, managed.before).length === 0;
            // With `drift: revert`, reverting a change made outside Edgewright may still need the approval.
            const restores = context.workspace?.environments.get(context.environment)?.drift === 'revert';
            const isRecorded = isUsed(ledger, approval);
            if (!isRecorded && (!isDone || (allow === 'exposure' && restores))) continue;
            yield {
              at: { place: placeOf(document.source, addressNode) },
              message: fitting(
                `the approval \`allow: ${allow}\` for \`${address}\` was already used`,
                `used approval: \`${address}\``,
              ),
              ...deleteApproval(approval, context.workspace?.yaml ?? []),
            };
          }
        },
      },
    },
  ),
  ...documentRules(
    { group: 'reference', source: 'approvals-and-removals' },
    {
      'removed-cannot-retire': {
        severity: always('warn'),
        summary: 'A `removed` document retires an object that the API cannot update.',
        why: 'Retiring disables an object with an update, and the API has no update for TLS edges: every plan would be blocked.',
        fix: 'unsafe',
        bad: inOneFile(removedDocument('tls-edge/db', 'retire'), onEndpoint()),
        good: inOneFile(removedDocument('tls-edge/db', 'forget'), onEndpoint()),
        *check(_document, { meaning }) {
          if (meaning?.kind !== 'removed' || meaning.then === 'forget') return;
          const kind = meaning.address.split('/')[0] as KindName;
          if (kinds[kind].operations.update !== undefined) return;
          yield {
            at: { path: ['then'] },
            message: `a ${kinds[kind].title} cannot be retired: the API has no update for it`,
            help: 'write `then: forget`, and delete it in the dashboard',
            fix: replacement('unsafe', ['then'], 'forget', 'write `forget`'),
          };
        },
      },
    },
  ),
];

function unknownEnvironment(
  { environment, root, document }: Approval,
  environments: readonly string[],
): Finding | undefined {
  if (environment === undefined || environments.includes(environment)) return undefined;
  const node = entryOf(root, 'environment')?.value ?? root;
  return {
    at: { place: placeOf(document.source, node) },
    message: `the approval is for ${quoted(environment)}, and there is no such environment`,
    help: suggestionOr(environment, environments, undefined),
  };
}

/** Headlines show the first 6 digits of a change id; a plan accepts only the whole id. */
function partOfChange({ change, changeNode, document }: Approval): Finding | undefined {
  if (change.length === 32) return undefined;
  return {
    at: { place: placeOf(document.source, changeNode) },
    message: `${quoted(change)} is not a whole change id: expected 32 digits, found ${change.length}`,
    help: 'run `edgewright plan`: it prints the approval with the whole change id',
  };
}

interface Knowledge {
  /** Addresses in the resource files, including removed and former ones. */
  readonly known: ReadonlySet<string>;
  /** The same as an array. */
  readonly names: readonly string[];
  readonly inBase: ReadonlySet<string>;
  readonly environments: readonly string[];
  readonly yaml: readonly YamlDocument[];
  readonly context: WorkspaceContext;
}

/** Reports an unknown address only if the ledgers of all environments of the approval are available. */
function unknownAddress(
  approval: Approval,
  { known, names, inBase, environments, yaml, context: { ledgers } }: Knowledge,
): Finding | undefined {
  const { address, addressNode, allow, environment, document } = approval;
  const checkedEnvironments = environment === undefined ? environments : [environment];
  const states = checkedEnvironments.flatMap((name) => ledgers.get(name) ?? []);
  const isLedgered = states.some(
    ({ resources, orphans }) => resources[address] !== undefined || orphans[address] !== undefined,
  );
  // A completed delete also leaves no trace of the address: `approval-used` reports its approval.
  if (
    known.has(address) ||
    isLedgered ||
    inBase.has(address) ||
    states.length < checkedEnvironments.length ||
    allow === 'delete'
  )
    return undefined;
  const [near] = suggestions(address, names);
  return {
    at: { place: placeOf(document.source, addressNode) },
    message: fitting(
      `the approval is for ${wholeWords(address)}, which is neither declared nor in the ledger`,
      `neither declared nor in the ledger: ${wholeWords(address)}`,
      `there is no ${wholeWords(address)}`,
    ),
    ...(near === undefined ? deleteApproval(approval, yaml) : { help: `write \`${near}\`` }),
  };
}

/** All names of a workspace, and how its documents are spread over its files. */
interface DeclaredAddresses {
  readonly names: ReadonlySet<unknown>;
  /** The number of documents by path. */
  readonly documents: ReadonlyMap<string, number>;
}

function declaredIn(all: readonly YamlDocument[]): DeclaredAddresses {
  const names = new Set<unknown>();
  const documents = new Map<string, number>();
  for (const { root, source } of all) {
    names.add(word(root, 'name')?.value);
    documents.set(source.path, (documents.get(source.path) ?? 0) + 1);
  }
  return { names, documents };
}

/**
 * Suggests the file name where the file has one document: it is then often named after its resource, with its content
 * copied from another file.
 */
function helpFor(path: string, { names, documents }: DeclaredAddresses): string {
  const [, stem = ''] = /([^/]+)\.ya?ml$/.exec(path) ?? [];
  const isAlone = documents.get(path) === 1;
  return isAlone && /^[a-z0-9][a-z0-9-]{0,62}$/.test(stem) && !names.has(stem)
    ? `write another name, such as \`${stem}\``
    : 'write another name in one of the two';
}

function word(root: DocumentNode | undefined, key: string): ScalarNode | undefined {
  if (root?.type !== 'map') return undefined;
  const value = root.entries.find((entry) => entry.key.value === key)?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && value.value !== ''
    ? value
    : undefined;
}

/** Whether only the old name matches `safety.protect`: without it the resource would no longer be protected. */
function protectsOnly(globs: readonly string[], former: Address, address: Address): boolean {
  const isProtected = (candidate: Address): boolean => globs.some((glob) => matchesGlob(glob, candidate));
  return isProtected(former) && !isProtected(address);
}

/** Whether the ledger of every environment of the resource has its new address. */
function hasMoved({ address, environments }: ResourceDocument, ledgers: readonly LedgerState[]): boolean {
  return ledgers.every(
    ({ environment, resources }) =>
      resources[address] !== undefined || environments?.some(({ name }) => name === environment) === false,
  );
}

/**
 * Whether a ledger still needs the former name. A former name equal to the resource's own refers to a retired object.
 */
function knows({ resources, orphans }: LedgerState, former: Address, address: Address): boolean {
  return (former !== address && resources[former] !== undefined) || orphans[former] !== undefined;
}

/**
 * The approvals for this environment. One without `environment` applies only if the workspace has a single environment.
 */
function approvalsFor({ workspace, environment }: RuleContext): readonly Approval[] {
  if (workspace === undefined) return [];
  const isOnly = workspace.environments.size === 1;
  return workspace.approvals.filter((approval) =>
    approval.environment === undefined ? isOnly : approval.environment === environment,
  );
}

/**
 * The ledgers of all environments. Undefined if one is not available, because the state of that environment is then
 * unknown.
 */
function ledgersOfAll(
  { environments }: Workspace,
  { ledgers }: WorkspaceContext,
): readonly LedgerState[] | undefined {
  const all = [...environments.keys()].map((name) => ledgers.get(name));
  const known = all.filter((state) => state !== undefined);
  return known.length === 0 || known.length < all.length ? undefined : known;
}

/** A fix that deletes an item of a list at the top level of a document, or the whole list if it is the only item. */
function removalOf({ source, root }: YamlDocument, key: string, item: DocumentNode): FixRequest | undefined {
  const entry =
    root?.type === 'map' ? root.entries.find((candidate) => candidate.key.value === key) : undefined;
  if (entry?.value.type !== 'list' || entry.value.alias !== undefined) return undefined;
  const { value: list } = entry;
  if (list.items.length === 1) {
    const wholeRange = entryRange(entry, source);
    const edit = {
      source,
      start: lineStart(source.text, wholeRange.start),
      end: nextLine(source.text, wholeRange.end),
    };
    return { safety: 'safe', title: `delete \`${key}\``, changes: [{ edit, text: '' }] };
  }
  const edit = removePart(
    source,
    { node: item, entry: undefined, parent: list, through: undefined, depth: 2 },
    undefined,
  );
  if (edit === undefined) return undefined;
  return { safety: 'safe', title: 'delete the item', changes: [{ edit, text: edit.text }] };
}
