import { quoted } from '../../../../model/problem.ts';
import { suggestions } from '../../../../text/suggest.ts';
import { kindNames } from '../../../../kinds/index.ts';
import type { Place } from '../../../../model/document.ts';
import type { Workspace } from '../../../../model/workspace.ts';
import { deleteEntry } from '../../../domain/documents/environment-entry.ts';
import { isReadWhole } from '../../../domain/specs/read-whole.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { FixRequest, WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'adopt-unknown-address',
  group: 'reference',
  severity: recommended('warn'),
  source: 'adoption',
  isMust: false,
  summary: 'An adoption names a resource that is not declared.',
  why: 'Nothing is adopted until a resource with that address is declared; after a rename the object would be created a second time.',
  fix: 'unsafe',
  bad: `kind: https-route
name: docs
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /docs
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
adopt:
  https-route/doc: edghts_2NA/edghtsrt_2NB
`,
  good: `kind: https-route
name: docs
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /docs
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
adopt:
  https-route/docs: edghts_2NA/edghtsrt_2NB
`,
  *check(workspace) {
    const adopting = [...workspace.environments.values()].filter(({ adopt }) => adopt.length > 0);
    if (adopting.length === 0 || !isReadWhole(workspace)) return;
    const everywhere = new Set<string>(workspace.resources.map(({ address }) => address));
    for (const environment of adopting) {
      const here = addressesIn(workspace, environment.name);
      const adopted = new Set<string>(environment.adopt.map(({ address }) => address));
      const left = [...here].filter((one) => !adopted.has(one));
      const byKind = new Map(
        kindNames.map((kind) => [kind, left.filter((one) => one.startsWith(`${kind}/`))]),
      );
      for (const { address, place } of environment.adopt) {
        if (here.has(address)) continue;
        const isElsewhere = everywhere.has(address);
        const kind = kindNames.find((one) => address.startsWith(`${one}/`));
        const [meant] = suggestions(address, (kind === undefined ? undefined : byKind.get(kind)) ?? []);
        const what = isElsewhere
          ? `${quoted(address)} is not in \`${environment.name}\``
          : `${quoted(address)} is not declared`;
        const fix = meant === undefined ? deleteEntry(environment, 'adopt', place) : renamed(place, meant);
        yield {
          at: { place },
          message: `${what}, so nothing is adopted`,
          ...(meant === undefined ? { help: 'declare the resource, or delete the entry' } : {}),
          ...(fix === undefined ? {} : { fix }),
        };
      }
    }
  },
} satisfies WorkspaceRule;

function addressesIn({ resources }: Workspace, environment: string): ReadonlySet<string> {
  const here = resources.filter(
    ({ environments }) => environments === undefined || environments.some(({ name }) => name === environment),
  );
  return new Set(here.map(({ address }) => address));
}

/** Replaces the address and keeps its quotes, if any. */
function renamed(place: Place, meant: string): FixRequest | undefined {
  const written = place.source.text.slice(place.start, place.end);
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const text = quote + meant + quote;
  return { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ edit: place, text }] };
}
