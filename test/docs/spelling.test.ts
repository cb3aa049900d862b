/** What users copy spells a thing one way. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const copied = ['examples', 'docs', 'src/commands/init'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(?:ya?ml|json|md|ts)$/.test(file))
    // The packages and the built pages of the site.
    .filter((file) => !/site.(?:node_modules|dist|\.pages)/.test(file))
    // The reference has the former name, and says so.
    .filter((file) => file !== path.join('docs', 'reference', 'traffic-policy.md')),
);

test.each(['README.md', ...copied])('a custom response has a `body`: %s', (file) => {
  const responses = readFileSync(file, 'utf8').matchAll(/custom-response[^{]*\{?[^{}]*(?:\{[^}]*\})?/g);
  expect([...responses].filter(([text]) => /\bcontent\b(?!-)/.test(text))).toEqual([]);
});
