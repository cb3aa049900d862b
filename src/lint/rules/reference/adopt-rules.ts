import { kindNames } from '../../../kinds/index.ts';
import type { Place } from '../../../model/document.ts';
import type { Adoption } from '../../../model/workspace/environment.ts';
import { suggestionOr, suggestions } from '../../../text/suggest.ts';
import { deleteEntry } from '../../domain/documents/delete-document.ts';
import { addressesFor } from '../../domain/documents/known-before.ts';
import { isReadWhole } from '../../domain/specs/read-whole.ts';
import { always, crossRules, recommended, reportedRules, workspaceRules } from '../../rule-group.ts';
import type { Rule } from '../../rule.ts';
import { onRoute, onEndpoint, besideFiles, inProduction } from '../../rule-examples.ts';
import { quoted } from '../../../text/quoted.ts';
import type { FixRequest } from '../../fix-request.ts';

function adoptedKey({ edge_id: edge = '', id }: Pick<Adoption, 'id' | 'edge_id'>): string {
  return `${edge}/${id}`;
}

function fileIn(folder: string, environment: string): string {
  return `${folder === '' ? '' : `${folder}/`}environments/${environment}.yaml`;
}

/** An owner in another workspace, in the form used by ownership markers. */
const isForeign = /^[0-9a-f]{16}$/;

export const referenceAdoptRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'reference', source: 'adoption', by: 'reader' },
    {
      'adopt-format': {
        severity: always('error'),
        summary: 'The object to adopt is not a valid id or URI.',
        why: 'Without a valid id the object cannot be found, so it would be created a second time.',
        ignorable: false,
        bad: inProduction(onRoute(), 'adopt: { https-route/shop: edghtsrt_2NG }'),
        good: inProduction(onRoute(), 'adopt: { https-route/shop: edghts_2NA/edghtsrt_2NG }'),
      },
    },
  ),
  ...crossRules(
    { group: 'reference', source: 'adoption', kinds: ['https-route'] },
    {
      'adopt-other-edge': {
        severity: always('error'),
        summary: 'A route is adopted from an edge other than its `edge_id`.',
        why: 'A route cannot be moved to another edge, so the plan is blocked until the two agree.',
        bad: inProduction(onRoute(), 'adopt: { https-route/shop: edghts_2NB/edghtsrt_2NG }'),
        good: inProduction(onRoute(), 'adopt: { https-route/shop: edghts_2NA/edghtsrt_2NG }'),
        *check(resources, { workspace, environment }) {
          const adopted = workspace?.environments.get(environment)?.adopt ?? [];
          if (adopted.length === 0) return;
          const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
          for (const { address, edge_id: from, place } of adopted) {
            const resource = byAddress.get(address);
            const to = resource?.spec['edge_id'];
            // The name of an id that does not resolve has been reported.
            if (resource === undefined || from === undefined || typeof to !== 'string' || to.includes('/'))
              continue;
            if (to === '' || to === from) continue;
            yield {
              of: resource.address,
              at: { place },
              message: `the adopted route is on the edge ${quoted(from)}, but \`edge_id\` is ${quoted(to)}`,
              help: 'change the edge in `adopt`, or the `edge_id` of the route',
              related: [{ path: ['edge_id'], label: 'declared here' }],
            };
          }
        },
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'adoption' },
    {
      'adopt-owner-unknown': {
        severity: always('error'),
        summary: 'The owner named by an adoption does not exist.',
        why: '`from` names the environment or workspace that stops managing the object; an owner that does not exist cannot hand it over.',
        bad: besideFiles(onEndpoint(), {
          'environments/production.yaml': 'adopt: { endpoint/www: { id: ep_2NG, from: staging } }',
        }),
        good: besideFiles(onEndpoint(), {
          'environments/production.yaml': 'adopt: { endpoint/www: { id: ep_2NG, from: staging } }',
          'environments/staging.yaml': '{}',
        }),
        *check({ environments }) {
          const names = [...environments.keys()];
          for (const { name, adopt } of environments.values()) {
            for (const { from, place } of adopt) {
              if (from === undefined || isForeign.test(from)) continue;
              if (from !== name && environments.has(from)) continue;
              const others = names.filter((other) => other !== name);
              yield {
                at: { place },
                message:
                  from === name
                    ? `\`from: ${from}\` is this environment itself`
                    : `\`from\` names ${quoted(from)}, which is not an environment`,
                help:
                  from === name
                    ? 'write the id alone'
                    : suggestionOr(
                        from,
                        others,
                        'write the environment that manages the object now, or the owner that `plan` names',
                      ),
              };
            }
          }
        },
      },
      'adopt-shared': {
        severity: always('error'),
        summary: 'Another workspace of the repository adopts the same object.',
        why: 'Each of the two takes the object for its own: it undoes what the other applies, and deletes the object when its own document goes.',
        bad: besideFiles(onEndpoint(), {
          'edgewright.yaml': 'version: 1\nledger: { store: file, lineage: the-lineage-of-team-b }',
          'environments/production.yaml': 'adopt: { endpoint/www: ep_2NG }',
        }),
        good: besideFiles(onEndpoint(), {
          'edgewright.yaml': 'version: 1\nledger: { store: file, lineage: the-lineage-of-team-b }',
          'environments/production.yaml': 'adopt: { endpoint/www: ep_2NH }',
        }),
        *check({ environments, around }) {
          const adopted = [...environments.values()].flatMap(({ adopt }) => adopt);
          const others = adopted.length === 0 ? [] : (around?.()?.others ?? []);
          const files = new Map(
            others.flatMap(({ folder, adopted: theirs }) =>
              theirs.map((adoption) => [adoptedKey(adoption), fileIn(folder, adoption.environment)]),
            ),
          );
          for (const adoption of adopted) {
            const file = files.get(adoptedKey(adoption));
            // It is handed over from one to the other.
            if (file === undefined || adoption.from !== undefined) continue;
            yield {
              at: { place: adoption.place },
              message: `${quoted(file)} adopts ${quoted(adoption.id)} as well`,
              help: 'keep one of the two entries, and declare the resource only there',
            };
          }
        },
      },
      'adopt-unknown-address': {
        severity: recommended('warn'),
        summary: 'An adoption names a resource that is not declared.',
        why: 'Nothing is adopted until a resource with that address is declared; after a rename the object would be created a second time.',
        fix: 'unsafe',
        bad: inProduction(
          onRoute('', { name: 'docs', match: '/docs' }),
          'adopt:',
          '  https-route/doc: edghts_2NA/edghtsrt_2NB',
        ),
        good: inProduction(
          onRoute('', { name: 'docs', match: '/docs' }),
          'adopt:',
          '  https-route/docs: edghts_2NA/edghtsrt_2NB',
        ),
        *check(workspace) {
          const adopting = [...workspace.environments.values()].filter(({ adopt }) => adopt.length > 0);
          if (adopting.length === 0 || !isReadWhole(workspace)) return;
          const everywhere = new Set<string>(workspace.resources.map(({ address }) => address));
          for (const environment of adopting) {
            const here = addressesFor(workspace, environment.name);
            const adopted = new Set<string>(environment.adopt.map(({ address }) => address));
            const left = [...here].filter((address) => !adopted.has(address));
            const byKind = new Map(
              kindNames.map((kind) => [kind, left.filter((address) => address.startsWith(`${kind}/`))]),
            );
            for (const { address, place } of environment.adopt) {
              if (here.has(address)) continue;
              const isElsewhere = everywhere.has(address);
              const kind = kindNames.find((candidate) => address.startsWith(`${candidate}/`));
              const [meant] = suggestions(address, (kind === undefined ? undefined : byKind.get(kind)) ?? []);
              const what = isElsewhere
                ? `${quoted(address)} is not in \`${environment.name}\``
                : `${quoted(address)} is not declared`;
              const fix =
                meant === undefined ? deleteEntry(environment, 'adopt', place) : renamed(place, meant);
              yield {
                at: { place },
                message: `${what}, so nothing is adopted`,
                help: meant === undefined ? 'declare the resource, or delete the entry' : undefined,
                fix,
              };
            }
          }
        },
      },
    },
  ),
];

/** Replaces the address and keeps its quotes, if any. */
function renamed(place: Place, meant: string): FixRequest | undefined {
  const written = place.source.text.slice(place.start, place.end);
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const text = quote + meant + quote;
  return { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ edit: place, text }] };
}
