/*
 * In the bundle a rule is loaded when it is first run or shown. A run looks at most rules only to see that nothing
 * concerns them, and for that their names, scopes and levels are enough: these are kept as one JSON text, which V8 reads
 * in a fraction of the time that it takes to run two hundred modules.
 */
import path from 'node:path';
import { build } from 'esbuild';

/** What is looked at without the rule being run. Everything else of a rule is asked of its own file. */
const known = [
  'id',
  'group',
  'scope',
  'by',
  'severity',
  'isMust',
  'fix',
  'ignorable',
  'options',
  'kinds',
  'fields',
  'isTimed',
];

/** The rules of `early` are there from the start. */
export function lazyRules(early = []) {
  return {
    name: 'lazy-rules',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]lint[\\/]rules\.gen\.ts$/ }, async ({ path: file }) => ({
        contents: facade(await rulesOf(file), early),
        resolveDir: path.dirname(file),
      }));
    },
  };
}

async function rulesOf(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    process.getBuiltinModule,
  );
  return module.exports.rules;
}

function facade(rules, early) {
  const fileOf = ({ id, group }) => `./rules/${group}/${id}.ts`;
  const nameOf = ({ id }) => `rule_${id.replaceAll('-', '_')}`;
  const isEarly = ({ id }) => early.includes(id);
  const lazy = [...new Set(rules.flatMap((rule) => Object.keys(rule)))].filter(
    (name) => !known.includes(name),
  );
  const kept = rules.map((rule) => Object.fromEntries(known.map((name) => [name, rule[name]])));
  return `${rules
    .filter(isEarly)
    .map((rule) => `import ${nameOf(rule)} from '${fileOf(rule)}';`)
    .join('\n')}
const loaded = {};
const lazyRule = {
${lazy.map((name) => `  get ${name}() { return (loaded[this.id] ??= load(this.id)).${name}; },`).join('\n')}
};
function load(id) {
  switch (id) {
${rules
  .map(
    (rule) =>
      `    case '${rule.id}': return ${isEarly(rule) ? nameOf(rule) : `require('${fileOf(rule)}').default`};`,
  )
  .join('\n')}
  }
}
export const rules = JSON.parse(${JSON.stringify(JSON.stringify(kept))});
for (const rule of rules) Object.setPrototypeOf(rule, lazyRule);`;
}
