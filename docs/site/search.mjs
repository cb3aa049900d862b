/*
 * The search of the site. An entry of the index is a heading with its text. The entry of a page's title also has the
 * words that people look for where the page says something else; they weigh as much as the page repeats a word.
 * MiniSearch joins by "and" here: who types three words wants all of them.
 */

/** Words that people look for, by the page that answers them, where its own title does not say them. */
const words = {
  'docs/tutorial.md': 'getting started quick start first steps begin',
  'docs/install.md': 'docker container image windows executable binary npm upgrade',
  'docs/concepts.md': 'overview introduction how it works',
  'docs/import.md': 'import adopt existing take over bring under management pull onboard',
  'docs/from-terraform.md': 'terraform migrate move from tofu pulumi state import',
  'docs/undo.md': 'undo rollback roll back revert a bad deploy restore previous',
  'docs/ledger.md': 'ledger state file lock store backend locking what is a ledger postgres git',
  'docs/lint.md':
    'ignore suppress disable silence a lint rule pre-commit hook baseline fix husky lint-staged',
  'docs/notifications.md': 'slack teams webhook messages chat notify notification alert',
  'docs/teams.md': 'teams codeowners owners share monorepo permissions ownership',
  'docs/secrets.md': 'secrets rotate a secret vault password credential token key environment variable',
  'docs/ci-github.md': 'github actions ci workflow pipeline',
  'docs/ci-gitlab.md': 'gitlab ci pipeline merge request',
  'docs/ci-gitea.md': 'gitea forgejo codeberg ci',
  'docs/ci-forks.md':
    'fork forks snapshot preview a plan without credentials pull request outside contributor',
  'docs/tests.md': 'test how to test request tests assertions expect',
  'docs/trace.md': 'curl trace debug a request why which route',
  'docs/dev.md': 'curl localhost local server browser preview',
  'docs/removing.md': 'delete a route how do I delete a route remove destroy retire resource forget endpoint',
  'docs/environments.md': 'environment staging production second environment add a second environment stage',
  'docs/troubleshooting.md': 'exit code timeout error message failure exit codes help 429 retries',
  'docs/approvals.md': 'refused approve approval exit code 6 exposure less protected blocked',
  'docs/editors.md': 'vs code vscode json schema language server lsp completion intellij neovim editor',
  'docs/drift.md': 'drift changed outside manual change revert keep',
  'docs/operate.md':
    'schedule freeze on friday metrics prometheus change window maintenance cron several machines',
  'docs/workspace.md': 'yaml anchors variables preset configuration files structure layout',
  'docs/library.md': 'library node api javascript typescript programmatic import',
  'docs/reference/variables.md': 'proxy environment variables http_proxy https_proxy ca certificate',
  'docs/reference/traffic-policy.md':
    'cel expression jwt rate limit redirect block a country geo ip restriction macros actions functions',
  'docs/reference/endpoint.md': 'wildcard custom domain hostname url binding pooling internal',
  'docs/reference/https-route.md':
    'oauth compression circuit breaker saml oidc mutual tls webhook verification ip restriction login headers',
  'docs/reference/tls-edge.md': 'mutual tls mtls client certificate termination',
  'docs/recipes/login-google.md': 'oauth google login sign in sso single sign-on workspace domain',
  'docs/recipes/only-the-office.md': 'ip restriction allow list office vpn network',
  'docs/recipes/jwt-api.md': 'jwt bearer token api validate',
  'docs/recipes/rate-limit.md': 'rate limit throttle 429',
  'docs/recipes/redirects.md': 'redirect www https',
  'docs/recipes/webhook.md': 'webhook signature github stripe verify',
  'docs/recipes/move-route.md': 'move a route without outage downtime edge',
  'docs/recipes/rename.md': 'rename a resource move formerly',
};

/** A page that answers no question about the use of Edgewright: one of the project, or for its contributors. */
const leftOut = /^(?:project\/|architecture|way-of-a-change|documentation)/;

/** The options of the theme's search; those that begin with `_` are used while the index is built. */
export function searchOptions(pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    _render: (source, env, md) => (leftOut.test(env.relativePath) ? '' : md.render(source, env)),
    miniSearch: {
      options: {
        // Words without meaning of their own are in no entry, and looked for in none. The page has this as text, too.
        processTerm: (term) =>
          /^(?:an?|and|are|by|can|do|for|from|how|i|in|is|it|of|on|or|that|the|to|what|when|with)$/i.test(
            term,
          )
            ? null
            : term.toLowerCase(),
      },
      searchOptions: {
        combineWith: 'AND',
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        prefix: (term) => term.length > 2,
        boost: { title: 4, titles: 1, text: 1 },
        // A page before its parts, and what to do before each key and what a rule refuses.
        boostDocument: (id) =>
          /\brules\//.test(id) ? 0.2 : id.includes('settings.html#') ? 0.5 : id.includes('#') ? 1 : 4,
      },
      _splitIntoSections: (file, html) => sectionsOf(html, byPath.get(pathOf(file))),
    },
  };
}

/** The path on the site of a file below `.pages`. */
function pathOf(file) {
  return file.replace(/^.*\.pages\//, '').replace(/\.md$/, '');
}

/** Headings with their text: the id of the page's title is that of the page. */
function sectionsOf(html, page) {
  const titles = [];
  return html.split(/(?=<h[1-6][ >])/).flatMap((part) => {
    const [, level, id, inside, rest] =
      /^<h([1-6])[^>]* id="([^"]*)"[^>]*>(.*?)<\/h\1>([^]*)$/.exec(part) ?? [];
    if (level === undefined) return [];
    titles.length = Number(level) - 1;
    titles.push(textOf(inside.replace(/<a class="header-anchor".*$/, '')));
    const isTitle = level === '1';
    const called = isTitle ? (words[page?.file] ?? '') : '';
    const text = `${called} ${called} ${textOf(rest)}`;
    return [{ anchor: isTitle ? '' : id, titles: titles.filter(Boolean), text }];
  });
}

function textOf(html) {
  return html
    .replaceAll(/<p class="play">.*?<\/p>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#123;/g, '{')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
