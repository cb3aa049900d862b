import { quoted } from '../../model/problem.ts';
import type { settings as table } from '../../kinds/documents/settings.ts';
import { noticeKinds } from '../../kinds/documents/words.ts';
import type { NotifySettings, Settings } from '../../model/workspace.ts';
import type { FieldValue } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../yaml/read-tree.ts';

type Notify = FieldValue<typeof table.fields.notify>;

/** Reads `notify:` of edgewright.yaml; an entry without a valid URL is left out. */
export function notifySettings(
  reading: TreeReading,
  entries: Notify,
  { secrets, secretUses }: Pick<Settings, 'secrets' | 'secretUses'>,
): readonly NotifySettings[] {
  return entries.flatMap(({ url, events }) => {
    if (url === undefined) return [];
    const secret = url.text.slice('$(secret:'.length, -1);
    if (secretUses.has(secret))
      reportNode(
        reading,
        'secret-not-allowed',
        url.node,
        `the secret ${quoted(secret)} is kept for some resources`,
        'give the notification a secret of its own',
      );
    if (!secrets.has(secret))
      reportNode(
        reading,
        'secret-reference-undefined',
        url.node,
        `the secret ${quoted(secret)} is not declared`,
        `add \`${secret}\` to \`secrets:\``,
      );
    return [{ secret, events: events ?? noticeKinds }];
  });
}
