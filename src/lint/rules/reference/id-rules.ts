import { isTree } from '../../../derive/forms/tree.ts';
import { activeModule, isSwitchedOff } from '../../../derive/module-state.ts';
import { placeOf } from '../../../derive/yaml/node-place.ts';
import { kindOfAddress } from '../../../kinds/index.ts';
import { idPattern, nameables } from '../../../kinds/references.ts';
import type { RelatedPlace } from '../../../model/diagnostic.ts';
import type { Place } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { deleteEntry } from '../../domain/documents/delete-document.ts';
import { idHelp, oneOf, otherKind, type IdKind } from '../../domain/specs/id-kind.ts';
import { mentionsIn } from '../../domain/specs/values-mentioned.ts';
import { isReadWhole } from '../../domain/specs/read-whole.ts';
import { idReferences } from '../../domain/specs/references-in-spec.ts';
import {
  always,
  recommended,
  reportedRules,
  resourceRules,
  strictOnly,
  workspaceRules,
} from '../../rule-group.ts';
import { emptyListAt, isWritten, isGiven } from '../../domain/specs/written.ts';
import { onRoute, onEndpoint, inOneFile, besideFiles, inProduction } from '../../rule-examples.ts';
import { type Finding, type Rule } from '../../rule.ts';
import { quoted, asCode } from '../../../text/quoted.ts';
import { repeated, textItems } from '../../domain/specs/text-items.ts';
import { replacement, deletion } from '../../fix-request.ts';
import type { Address } from '../../../model/workspace/address.ts';
import type { Adoption, NamedId } from '../../../model/workspace/environment.ts';
import type { NamedNode, ResourceHead } from '../../../model/workspace/workspace-document.ts';

export const referenceIdRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'reference', source: 'ids-and-references' },
    {
      'backend-id-required': {
        severity: always('error'),
        source: 'backends-and-ip-policies',
        fields: ['backend'],
        summary: 'A backend module has no `backend_id`.',
        why: 'Without `backend_id` there is nowhere to send traffic.',
        bad: onRoute('', { backend: '{}' }),
        good: onRoute(),
        check(subject, report, context) {
          const { backend: module } = subject.spec;
          if (!isTree(module) || isGiven(module['backend_id'])) return;
          // A disabled module may omit the id, but an empty id is invalid.
          if (isSwitchedOff(module) && module['backend_id'] !== '') return;
          const path = ['backend', 'backend_id'];
          if (module['backend_id'] === undefined && isWritten(subject, path, context)) return;
          report({
            at: module['backend_id'] === undefined ? { path: ['backend'], on: 'key' } : { path },
            message: '`backend` has no `backend_id`',
            help: 'declare a backend in `ids` of the environment, and write `backend_id: backend/shop`',
          });
        },
      },
      'id-of-other-environment': {
        severity: recommended('warn'),
        summary: 'An id belongs to another environment.',
        why: 'Traffic of this environment would use an object of the other one.',
        fix: 'unsafe',
        bad: withStaging('bkdhr_2ST'),
        good: withStaging('backend/shop'),
        check(subject, report, { workspace, environment }) {
          if (workspace === undefined || workspace.environments.size < 2) return;
          const ownEnvironment = workspace.environments.get(environment);
          if (ownEnvironment === undefined) return;
          for (const { path, id, target } of idReferences(subject)) {
            if (id.includes('/')) continue;
            if ([...ownEnvironment.ids.values()].some((namedId) => namedId.id === id)) continue;
            const other = nameElsewhere(workspace, id);
            if (other === undefined) continue;
            const { environment: otherName, named } = other;
            const isHere = named.target === target && ownEnvironment.ids.has(named.name);
            report({
              at: { path },
              message: `${fieldOf(path)} is \`${named.name}\` of \`${otherName}\`, not an id of \`${environment}\``,
              related: [{ place: named.place, label: `declared for \`${otherName}\`` }],
              fix: isHere
                ? replacement('unsafe', path, named.name, `write the name \`${named.name}\``)
                : undefined,
              help: isHere
                ? undefined
                : `write \`${named.name}\`, and add it to \`ids\` of \`${environment}\``,
            });
          }
        },
      },
      'id-of-other-kind': {
        severity: recommended('warn'),
        summary: 'An id has the prefix of a different kind.',
        why: 'The ids of a kind share a prefix, and the API rejects an id of a different kind.',
        bad: onRoute('', { backend: '{ backend_id: ipp_2Ef }' }),
        good: onRoute('', { backend: '{ backend_id: bkdhr_2Cd }' }),
        check(subject, report, { workspace, environment }) {
          const named = workspace?.environments.get(environment)?.ids;
          for (const { path, id, target } of idReferences(subject)) {
            const other = otherKind(id, target);
            // Ids with a name are checked where they are named; the edge of a route is checked by another rule.
            if (target === 'https-edge') continue;
            if (other === undefined || [...(named?.values() ?? [])].some((namedId) => namedId.id === id))
              continue;
            report({
              at: { path },
              message: `${quoted(id)} looks like the id of ${oneOf(other)}, not of ${oneOf(target)}`,
              help: `${idHelp(target)}, or a name from \`ids:\`, such as \`${target}/main\``,
            });
          }
        },
      },
      'id-prefix': {
        severity: strictOnly('info'),
        summary: 'An id does not have the usual prefix of its kind.',
        why: 'The ids of a kind were seen to share a prefix, so an id with a different prefix may belong to something else.',
        bad: onRoute('', { backend: '{ backend_id: shop-backend }' }),
        good: onRoute('', { backend: '{ backend_id: bkdhr_2Cd }' }),
        check(subject, report) {
          for (const { path, id, target } of idReferences(subject)) {
            const nameable = nameables[target];
            if (
              nameable === undefined ||
              id === '' ||
              nameable.idPrefixes.some((prefix) => id.startsWith(prefix))
            )
              continue;
            // `id-of-other-kind` reports ids of a different kind.
            if (otherKind(id, target) !== undefined) continue;
            report({
              at: { path },
              message: `${quoted(id)} does not look like the id of ${oneOf(target)}`,
              help: `such ids begin with \`${nameable.idPrefixes[0] ?? ''}\``,
            });
          }
        },
      },
      'ip-policy-ids-empty': {
        severity: recommended('warn'),
        source: 'backends-and-ip-policies',
        fields: ['ip_restriction'],
        summary: 'An IP restriction has no policy, or lists one twice.',
        why: 'Whether an empty list lets in every address or none is not documented.',
        fix: 'safe',
        bad: onRoute('ip_restriction: { ip_policy_ids: [] }'),
        good: onRoute('ip_restriction: { ip_policy_ids: [ip-policy/office] }'),
        check(subject, report, context) {
          const path = ['ip_restriction', 'ip_policy_ids'] as const;
          const at = emptyListAt(subject, path, context);
          if (at !== undefined) report({ at, message: '`ip_restriction` is enabled without an IP policy' });
          const ids = activeModule(subject.spec, 'ip_restriction')?.['ip_policy_ids'];
          for (const { item, first } of repeated(textItems(ids), ({ text }) => text)) {
            const again = [...path, item.index];
            report({
              at: { path: again },
              message: 'this IP policy is named twice',
              related: [{ path: [...path, first.index], label: 'first here' }],
              fix: deletion('safe', again, 'the item'),
            });
          }
        },
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'ids-and-references' },
    {
      'duplicate-remote-id': {
        severity: always('error'),
        source: 'adoption',
        summary: 'Two resources adopt the same object, in one environment or in two.',
        why: 'Each apply of one resource would undo the changes of the other.',
        bad: adopting('endpoint/a: ep_2NG, endpoint/b: ep_2NG'),
        good: adopting('endpoint/a: ep_2NG, endpoint/b: ep_2NH'),
        *check({ environments }) {
          const everywhere = new Map<string, Adopter>();
          for (const { name, adopt } of environments.values()) {
            const here = new Map<string, Adopter>();
            for (const adoption of adopt) {
              const first = here.get(adoption.id) ?? everywhere.get(adoption.id);
              const adopter = { adoption, environment: name };
              here.set(adoption.id, here.get(adoption.id) ?? adopter);
              if (first === undefined || isHandedOn(first, adopter)) continue;
              const isHere = first.environment === name;
              const nameOf = (claimant: Adopter): string =>
                isHere
                  ? `\`${claimant.adoption.address}\``
                  : `\`${claimant.adoption.address}\` in \`${claimant.environment}\``;
              yield {
                at: { place: adoption.place },
                message: `${quoted(adoption.id)} is adopted twice: as ${nameOf(first)} and as ${nameOf(adopter)}`,
                help: isHere
                  ? 'remove one of the two lines'
                  : `remove one of the two lines, or, if \`${name}\` adopts it, write \`{ id: …, from: ${first.environment} }\``,
                related: [{ place: first.adoption.place, label: 'first here' }],
              };
            }
            for (const [id, adopter] of here) everywhere.set(id, everywhere.get(id) ?? adopter);
          }
        },
      },
      'named-id-kind': {
        severity: recommended('warn'),
        summary: 'A name in an environment has an id with the prefix of a different kind.',
        why: 'The ids of a kind share a prefix, and the API rejects an id of a different kind.',
        bad: besideFiles(onRoute(), {
          'environments/production.yaml': `
          ids:
            https-edge/main: edghts_2NA
            backend/shop: ipp_2NC`,
        }),
        good: inProduction(onRoute()),
        *check({ environments }) {
          for (const { ids, adopt } of environments.values()) {
            for (const { name, target, id, place } of ids.values()) {
              // Edges are checked by another rule.
              if (target !== 'https-edge') yield* checked(name, id, target, place);
            }
            for (const { address, id, place } of adopt) {
              const kind = kindOfAddress(address);
              // Endpoints are checked by another rule, as an error.
              if (kind !== 'endpoint') yield* checked(address, id, kind, place);
            }
          }
        },
      },
      'ref-cycle': {
        severity: always('error'),
        source: 'edgewright-file-format',
        summary: 'Former names refer to each other in a circle.',
        why: 'With circular former names, objects would be mistaken for each other.',
        bad: inOneFile(
          onEndpoint('', { formerly: '[web]' }),
          onEndpoint('', { name: 'web', formerly: '[www]', url: 'https://web.example.com' }),
        ),
        good: inOneFile(
          onEndpoint(),
          onEndpoint('', { name: 'web', formerly: '[site]', url: 'https://web.example.com' }),
        ),
        *check({ resources }) {
          const renamed = resources.filter(({ formerly }) => formerly.length > 0);
          const byAddress = new Map(renamed.map((document) => [document.address, document]));
          const reported = new Set<Address>();
          for (const resource of renamed) {
            for (const former of resource.formerly) {
              const cycle = cycleFrom(resource, former, byAddress);
              // An empty cycle means that the former name is the resource's own name, which restores a retired object.
              if (cycle === undefined || cycle.length === 0 || reported.has(resource.address)) continue;
              for (const { address } of [resource, ...cycle]) reported.add(address);
              yield {
                at: { place: placeOf(resource.source, former.node) },
                message: `circular former names: ${inWords([resource, ...cycle])}`,
                label: `\`${resource.name}\` was \`${former.name}\``,
                related: cycle.map((head, index) => formerPlace(head, cycle[index + 1] ?? resource)),
                help: 'delete one of these entries; to swap two names, rename one of them to a third name first',
              };
            }
          }
        },
      },
      'unused-id': {
        severity: recommended('warn'),
        summary: 'A name in `ids` is not used.',
        why: 'The name is left over, or a resource uses the literal id and misses a change of it.',
        fix: 'unsafe',
        bad: inProduction(
          inOneFile(onRoute(), onRoute('', { name: 'other', edge_id: 'https-edge/other', match: '/other' })),
          '  https-edge/other: edghts_2NB',
          '  backend/docs: bkdhr_2NJ',
        ),
        good: inProduction(
          inOneFile(onRoute(), onRoute('', { name: 'other', edge_id: 'https-edge/other', match: '/other' })),
          '  https-edge/other: edghts_2NB',
        ),
        *check(workspace) {
          if (!isReadWhole(workspace)) return;
          const { names: used } = mentionsIn(workspace);
          for (const environment of workspace.environments.values()) {
            for (const { name, place, id } of environment.ids.values()) {
              // Invalid ids have been reported.
              if (used.has(name) || !idPattern.test(id)) continue;
              const fix = deleteEntry(environment, 'ids', place);
              yield { at: { place }, message: `unused id name ${quoted(name)}`, fix };
            }
          }
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'reference', source: 'ids-and-references', by: 'reader' },
    {
      'id-format': {
        severity: always('error'),
        summary: 'An id is malformed.',
        why: 'Ids are part of request paths; an id with other characters can never be found.',
        ignorable: false,
        bad: inProduction(onRoute(), '  ip-policy/office: "ipp 2NE"'),
        good: inProduction(
          onRoute('ip_restriction: { ip_policy_ids: [ip-policy/office] }'),
          '  ip-policy/office: ipp_2NE',
        ),
      },
      'id-name': {
        severity: always('error'),
        summary: 'A name in `ids` is not `<kind>/<name>`.',
        why: 'Without the kind, an id name cannot be checked against the field that uses it.',
        ignorable: false,
        fix: 'unsafe',
        bad: inProduction(onRoute(), '  office: ipp_2NE'),
        good: inProduction(
          onRoute('ip_restriction: { ip_policy_ids: [ip-policy/office] }'),
          '  ip-policy/office: ipp_2NE',
        ),
      },
      'ref-dangling': {
        severity: always('error'),
        by: 'compiler',
        summary: 'A name is not declared.',
        why: 'A name without a declaration has no id, so the request cannot be sent.',
        isEvident: true,
        fix: 'unsafe',
        ignorable: false,
        bad: onRoute('', { backend: '{ backend_id: backend/shoop }' }),
        good: onRoute(),
      },
      'ref-wrong-kind': {
        severity: always('error'),
        by: 'compiler',
        summary: 'A name refers to a different kind than the field takes.',
        why: 'The field takes the id of one kind, and the API rejects any other.',
        fix: 'unsafe',
        ignorable: false,
        bad: onRoute('', { backend: '{ backend_id: ip-policy/office }' }),
        good: onRoute(),
      },
    },
  ),
];

interface Adopter {
  readonly adoption: Adoption;
  readonly environment: string;
}

/** Whether one of the two adoptions names the other environment as the previous owner. */
function isHandedOn(adopter: Adopter, other: Adopter): boolean {
  return (
    adopter.environment !== other.environment &&
    (adopter.adoption.from === other.environment || other.adoption.from === adopter.environment)
  );
}

function nameElsewhere(
  { environments }: Workspace,
  id: string,
): { readonly environment: string; readonly named: NamedId } | undefined {
  for (const { name, ids } of environments.values()) {
    for (const named of ids.values()) if (named.id === id) return { environment: name, named };
  }
  return undefined;
}

function fieldOf(path: Path): string {
  const [last, above] = [path.at(-1), path.at(-2)];
  return typeof last === 'number' ? `an item of \`${above}\`` : `\`${last}\``;
}

function* checked(name: string, id: string, kind: IdKind, place: Place): Iterable<Finding> {
  const other = otherKind(id, kind);
  if (other === undefined) return;
  yield {
    at: { place },
    message: `the id of ${quoted(name)} looks like the id of ${oneOf(other)}, not of ${oneOf(kind)}`,
    help: idHelp(kind),
  };
}

/** Joins the names as "`a` was `b` was `a`". */
function inWords(cycle: readonly ResourceHead[]): string {
  const names = [...cycle, ...cycle.slice(0, 1)].map(({ name }) => asCode(name));
  return names.length > 4 ? `${names.slice(0, 3).join(' was ')} and so on` : names.join(' was ');
}

function formerPlace(head: ResourceHead, next: ResourceHead): RelatedPlace {
  const node = head.formerly.find(({ name }) => name === next.name)?.node ?? head.nameNode;
  return {
    place: placeOf(head.source, node),
    label: `\`${head.name}\` was \`${next.name}\``,
  };
}

/**
 * The resources that the former names lead through until they return to `from`; undefined if they do not. For a
 * resource with several former names, the first that is still declared is followed, so each resource is visited once.
 */
function cycleFrom(
  from: ResourceHead,
  former: NamedNode,
  byAddress: ReadonlyMap<Address, ResourceHead>,
): readonly ResourceHead[] | undefined {
  const way: ResourceHead[] = [];
  const seen = new Set<Address>();
  let address: Address | undefined = `${from.kind}/${former.name}`;
  while (address !== undefined && address !== from.address) {
    const next = byAddress.get(address);
    // Real cycles exchange two or three names; longer chains of renames are not followed.
    if (next === undefined || seen.has(address) || way.length > 8) return undefined;
    seen.add(address);
    way.push(next);
    const { kind, formerly } = next;
    address = formerly
      .map(({ name }): Address => `${kind}/${name}`)
      .find((candidate) => candidate === from.address || byAddress.has(candidate));
  }
  return address === undefined ? undefined : way;
}

function adopting(entries: string): string {
  const endpoints = [
    onEndpoint('', { name: 'a' }),
    onEndpoint('', { name: 'b', url: 'https://b.example.com' }),
  ];
  return inProduction(inOneFile(...endpoints, onRoute()), `adopt: { ${entries} }`);
}

function withStaging(backend: string): string {
  return besideFiles(
    inOneFile(
      onRoute('', { environments: '[production]', backend: `{ backend_id: ${backend} }` }),
      onRoute('', { name: 'docs', match: '/docs' }),
    ),
    { 'environments/staging.yaml': 'ids: { https-edge/main: edghts_2ST, backend/shop: bkdhr_2ST }' },
  );
}
