import { quoted } from '../../../model/problem.ts';
import { kinds } from '../../../kinds/index.ts';
import { nameables } from '../../../kinds/references.ts';
import { always } from '../../domain/specs/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['endpoint'],
  id: 'endpoint-not-manageable',
  group: 'endpoint',
  severity: always('error'),
  source: 'cloud-endpoints',
  isMust: true,
  judgesBodies: false,
  summary: 'An endpoint adopts an id that is not a cloud endpoint.',
  why: 'Only cloud endpoints can be updated and deleted; an ephemeral endpoint belongs to its agent and an edge endpoint to its edge, so every plan would fail.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: environments/production.yaml
drift: report
adopt: { endpoint/www: edgtls_2Ab }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: environments/production.yaml
drift: report
adopt: { endpoint/www: ep_2Ab }
`,
  *check(resources, { workspace, environment, ledger }) {
    const adopted = workspace?.environments.get(environment)?.adopt ?? [];
    const declared = new Set(resources.map(({ address }) => address));
    for (const adoption of adopted) {
      const { address } = adoption;
      if (!declared.has(address) || !address.startsWith('endpoint/')) continue;
      const prefix = foreignPrefixes.find((one) => adoption.id.startsWith(one));
      const known = ledger?.resources[address]?.observed['type'];
      const isForeign = typeof known === 'string' && known !== 'cloud';
      if (prefix === undefined && !isForeign) continue;
      const what = isForeign
        ? `the id of an endpoint of type ${quoted(known)}`
        : 'the id of a different object';
      yield {
        of: address,
        at: { place: adoption.place },
        message: `\`${address}\` adopts ${what}, not of a cloud endpoint`,
      };
    }
  },
} satisfies CrossRule;

const foreignPrefixes = [
  kinds['tls-edge'].idPrefix,
  kinds['https-route'].idPrefix,
  ...Object.values(nameables).flatMap(({ idPrefixes }) => idPrefixes),
];
