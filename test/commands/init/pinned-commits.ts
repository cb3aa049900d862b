/** Tags of actions and the commits that they had when they were read, apart from the table of the templates. */
export const pinnedCommits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'actions/checkout': { 'v7.0.1': '3d3c42e5aac5ba805825da76410c181273ba90b1' },
  'actions/setup-node': { 'v7.0.0': '820762786026740c76f36085b0efc47a31fe5020' },
  'actions/upload-artifact': { 'v7.0.0': 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f' },
  'actions/download-artifact': { 'v8.0.1': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
  'actions/create-github-app-token': { 'v3.1.1': '1b10c78c7865c340bc4f6099eb2f838309f1e8c3' },
  'actions/attest-build-provenance': { 'v4.1.0': 'a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32' },
  'actions/upload-pages-artifact': { 'v4.0.0': '7b1f4a764d45c48632c6b24a0339c27f5614fb0b' },
  'actions/deploy-pages': { 'v4.0.5': 'd6db90164ac5ed86f2b6aed7e0febac5b3c0c03e' },
  'github/codeql-action/upload-sarif': { 'v4.36.2': '8aad20d150bbac5944a9f9d289da16a4b0d87c1e' },
  // Ours, from the source of the examples.
  'your-org/edgewright': { '': '0123456789abcdef0123456789abcdef01234567' },
};
