import { nodePlace } from '../../derive/yaml/node-place.ts';
import type { requestTests } from '../../kinds/documents/request-test.ts';
import type { DocumentNode } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import { quoted } from '../../text/quoted.ts';
import { replaceSecretReferences } from '../../model/secret-reference.ts';
import type { FieldValue } from '../documents/read-table.ts';
import type { TreeReading } from '../documents/read-tree.ts';

type RequestFields = FieldValue<(typeof requestTests.fields.tests.item.fields)['request']>;

/** Reports references to secrets that are malformed, or outside of headers. */
export function checkHeaderSecrets(reading: TreeReading, request: RequestFields): void {
  const report = (rule: string, node: DocumentNode, message: string, help: string): void => {
    reading.diagnostics.push(problem(rule, nodePlace(reading, node), message, { help }));
  };
  const outside = 'long' in request ? [request.long.url, request.long.body] : [request.short];
  for (const text of outside)
    if (text?.text.includes('$(secret:') === true)
      report(
        'secret-reference-place',
        text.node,
        'a request refers to a secret outside of its headers',
        'write the secret in a header, such as `authorization: Bearer $(secret:NAME)`',
      );
  if (!('long' in request)) return;
  for (const { name, read } of request.long.headers ?? [])
    for (const { text, node: at } of read('') ?? [])
      if (withoutReferences(text).includes('$(secret'))
        report(
          'secret-reference-syntax',
          at,
          `the header ${quoted(name)} has a malformed reference to a secret`,
          'write `$(secret:NAME)`: capital letters, digits and `_`',
        );
}

function withoutReferences(text: string): string {
  return replaceSecretReferences(text, () => '');
}
