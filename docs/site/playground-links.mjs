/*
 * "Open in the playground" below each block of YAML that is a whole resource: the playground opens with a workspace of
 * its own that has the ids and secrets which the block names.
 */
import { examples } from './playground/examples.mjs';
import { playgroundLink } from './playground/link.mjs';

const example = 'own';
const own = examples.find((other) => other.example === example).files;

/** What the id of an object begins with that a resource may name. */
const idPrefixes = {
  'https-edge': 'edghts',
  backend: 'bkdhr',
  'ip-policy': 'ipp',
  'certificate-authority': 'ca',
};

/** The text of a page with the links, each below its block. `base` is the path of the site on its host. */
export async function withPlaygroundLinks(text, base) {
  const parts = text.split(/(?<=^```yaml\n[^]*?^```$\n)/m);
  const linked = await Promise.all(
    parts.map(async (part) => {
      const [, block] = /^```yaml\n([^]*?)^```$\n$/m.exec(part) ?? [];
      const hash = block === undefined ? undefined : await hashOf(block);
      if (hash === undefined) return part;
      return `${part}\n<p class="play"><a href="${base}playground/index.html${hash}" target="_self">Open in the playground</a></p>\n`;
    }),
  );
  return linked.join('');
}

/** Undefined for a block that needs more than itself: presets, variables, other files. */
async function hashOf(block) {
  if (!/^kind: (?:endpoint|https-route|tls-edge)$/m.test(block)) return undefined;
  if (/^# file: |^ *uses:|\$\((?!secret:)|^\s*\.\.\.$|^ *# \.\.\./m.test(block)) return undefined;
  const [, named = 'resources/mine.yaml'] = /^# (resources\/[\w/-]+\.yaml)/.exec(block) ?? [];
  const files = { 'resources/mine.yaml': null, [named]: block, ...around(block) };
  return playgroundLink(files, { example, open: named });
}

/** The ids and the secrets that a block names, declared. */
function around(block) {
  const names = [...block.matchAll(/\b(https-edge|backend|ip-policy|certificate-authority)\/([a-z\d-]+)/g)];
  const ids = [...new Map(names.map(([name, kind]) => [name, idPrefixes[kind]]))].map(
    ([name, prefix], at) => `  ${name}: ${prefix}_2NAnKzW5yZQ5VRb0sW4PBn7C${String(at).padStart(3, '0')}\n`,
  );
  const secrets = [...new Set([...block.matchAll(/\$\(secret:(\w+)\)/g)].map(([, name]) => name))];
  return {
    ...(ids.length === 0 ? {} : { 'environments/production.yaml': `ids:\n${ids.join('')}` }),
    ...(secrets.length === 0
      ? {}
      : { 'edgewright.yaml': `${own['edgewright.yaml']}secrets: [${secrets.join(', ')}]\n` }),
  };
}
